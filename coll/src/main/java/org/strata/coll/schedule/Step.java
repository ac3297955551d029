package org.strata.coll.schedule;

/** One step of a schedule. Steps follow each other in the order in which they were recorded. */
abstract class Step {
    /** The step after this one; null after the last one. */
    Step next;

    /**
     * Executes the step, without blocking.
     *
     * @return false if it has to wait: then it is executed again later
     */
    abstract boolean run(Execution execution);
}
