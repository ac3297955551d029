/**
 * Point-to-point and collective micro-benchmarks with the names, options and output columns of the
 * OSU suite, so that results can be laid side by side.
 */
package org.strata.benchmarks.osu;
