/** What a job's first second takes, beside Open MPI in C. */
package org.strata.benchmarks.first;
