package org.strata.coll.base;

import org.strata.mca.pml.CommContext;

/** Makes the calls of collectives: those that execute at once, or those that record. */
@FunctionalInterface
public interface Calls {
    /**
     * Makes a call.
     *
     * @param tag tag of blocking calls on channel 0; those of other channels are below it
     * @param channels number of channels that the algorithm uses, the same in all members
     * @param settings what a rule or the user set for the algorithm
     */
    Call begin(CommContext comm, int tag, int channels, AlgorithmSettings settings);
}
