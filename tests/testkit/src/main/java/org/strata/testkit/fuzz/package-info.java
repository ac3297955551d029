/**
 * Fuzzing of parsers that read bytes of others: inputs near valid ones, bounds of memory, and the
 * samples that once failed.
 */
package org.strata.testkit.fuzz;
