/** How long a job takes to start and end, what that costs, and what an idle rank occupies. */
package org.strata.benchmarks.startup;
