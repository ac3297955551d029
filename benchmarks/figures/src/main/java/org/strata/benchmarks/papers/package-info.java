/**
 * The figures of the papers that Strata rebuilds, measured on this machine: {@code
 * benchmarks/papers} runs them. Jobs of real processes by {@code mpirun}; jobs of many ranks in one
 * JVM over software adapters, in real time or in virtual time.
 */
package org.strata.benchmarks.papers;
