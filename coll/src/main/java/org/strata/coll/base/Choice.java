package org.strata.coll.base;

/**
 * An algorithm and its settings, as a rule or the user chose it.
 *
 * @param algorithm Open MPI's number of the algorithm, from 1
 * @param segment bytes per piece of a pipelined message; 0: not cut
 * @param fanout children per node of a tree, chains of a chain tree; 0: the algorithm's usual
 */
public record Choice(int algorithm, long segment, int fanout) {}
