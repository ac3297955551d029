/** What ob1 has done. */
package org.strata.pml.ob1.counters;
