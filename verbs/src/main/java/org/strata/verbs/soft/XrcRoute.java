package org.strata.verbs.soft;

import org.strata.verbs.soft.segment.Latch;
import org.strata.verbs.soft.segment.Site;

/**
 * The route to another device's XRC queues.
 *
 * @param site its segment
 * @param visit this device's visit line there, which one queue pair at a time uses
 * @param line index of that line
 * @param latch guards the visit line
 */
record XrcRoute(Site site, long visit, int line, Latch latch) {
    /** No line is free: the device has been asked for more, and the request is retried. */
    static final XrcRoute NO_LINE = new XrcRoute(null, 0, 0, null);
}
