/** Side-by-side measurement against an installed Open MPI, round by round in one run. */
package org.strata.benchmarks.compare;
