/**
 * The command {@code benchmarks/scaling}: what a match costs with few and with many entries in the
 * queues, and what a communicator costs with few and with many ranks.
 */
package org.strata.benchmarks.scaling;
