/**
 * Process environments (Open MPI's ess): how a process learns who it is in its job. One component
 * is selected: the available one with the highest priority; {@code singleton} is always available.
 */
package org.strata.mca.ess;
