/**
 * The out-of-band channel: business cards (modex), fences and rank-to-rank messages outside MPI's
 * data path. Correct before fast.
 */
package org.strata.mca.oob;
