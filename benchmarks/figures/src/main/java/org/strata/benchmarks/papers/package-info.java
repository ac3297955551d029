/**
 * The figures of the papers that Strata rebuilds, measured on this machine: {@code
 * benchmarks/papers} runs them. Jobs of real processes by {@code mpirun}; jobs of many ranks in one
 * JVM over software adapters.
 */
package org.strata.benchmarks.papers;
