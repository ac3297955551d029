/**
 * The environment of ranks that Strata's own mpirun starts, and what both agree on: environment
 * variables ({@link org.strata.ess.own.RankIdentity}) and the file with the control server's
 * address and the job's secret ({@link org.strata.ess.own.JobContact}).
 */
package org.strata.ess.own;
