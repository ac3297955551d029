package org.strata.verbs.soft;

/**
 * The route to another device's XRC queues.
 *
 * @param site its segment
 * @param visit this device's visit line there, which one queue pair at a time uses
 * @param latch guards the visit line
 */
record XrcRoute(Site site, long visit, Latch latch) {}
