/**
 * The environment of ranks that nothing but their own environment variables makes a job: each knows
 * its rank, the number of ranks, and where rank 0 is (STRATA_RENDEZVOUS, or MASTER_ADDR and
 * MASTER_PORT as torchrun and Kubeflow set them). Rank 0 keeps the values that the ranks publish
 * until all have joined; who has no proof of the job's secret is nobody.
 */
package org.strata.ess.rendezvous;
