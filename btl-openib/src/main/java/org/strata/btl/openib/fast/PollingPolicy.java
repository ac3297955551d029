package org.strata.btl.openib.fast;

/**
 * Who may have a ring, and how rings are polled.
 *
 * @param threshold messages before a peer gets a ring
 * @param most rings that a link polls
 * @param byRate whether peers with few messages make room for others
 * @param minRate messages per second below which a peer loses its ring
 * @param intervalNanos between two looks at the rates
 * @param pollRatio prioritised: polls for one of rings that had no packets lately
 */
public record PollingPolicy(
        int threshold,
        int most,
        boolean byRate,
        int minRate,
        long intervalNanos,
        PollOrder order,
        int pollRatio) {}
