/** Counters of ob1. */
package org.strata.pml.ob1.counters;
