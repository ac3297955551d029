/** The state of operations under way; the protocols act on it. */
package org.strata.pml.ob1.request;
