/**
 * What process environments share: the identity of a job, and how the processes that a launcher of
 * others has started become a job of ours ({@link org.strata.ess.base.GuestJob}). The environments
 * know nothing of each other.
 */
package org.strata.ess.base;
