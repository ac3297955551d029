/** Counters that components keep and tools read. */
package org.strata.opal.counters;
