/** The state of operations under way, which the protocols change. */
package org.strata.pml.ob1.request;
