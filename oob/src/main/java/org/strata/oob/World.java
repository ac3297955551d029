package org.strata.oob;

import org.strata.oob.frame.JobMap;

/**
 * Processes that were started together, as the server sees them.
 *
 * @param map what its ranks are told
 * @param fences the fences of its ranks
 */
record World(JobMap map, FenceBook fences) {
    World(JobMap map) {
        this(map, new FenceBook(map.size()));
    }

    /** Returns the index of its first process in the job. */
    int first() {
        return map.first();
    }

    /** Returns the index after that of its last process. */
    int end() {
        return map.places().size();
    }
}
