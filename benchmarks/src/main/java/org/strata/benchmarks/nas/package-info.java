/**
 * The command {@code benchmarks/nas}: the NAS kernels of examples/ by class and number of ranks.
 */
package org.strata.benchmarks.nas;
