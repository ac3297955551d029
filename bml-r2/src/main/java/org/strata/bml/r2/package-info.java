/**
 * The r2 BML: which BTLs serve which peer, by exclusivity, latency and bandwidth; named after Open
 * MPI's r2.
 */
package org.strata.bml.r2;
