/** What lets several ranks of one JVM call the real API; part of the benchmarks only. */
package mpi;
