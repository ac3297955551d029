package org.strata.pml.tupleq;

import org.strata.mca.base.Section;

/**
 * Parameters of tupleq; {@code reference.conf} documents them.
 *
 * @param priority selection priority among PMLs
 * @param fallback name of the PML below
 * @param copyLimit longest standard send that is copied
 * @param copyPool bytes of such copies that may be under way
 * @param maxQueues receive queues of this rank
 * @param queueDepth receives posted to a queue at a time
 * @param lanes lanes to a peer, without the express lane
 * @param rnrTimer InfiniBand's code for the wait before a message is sent again to an empty queue
 * @param wildcardLimit changes to the PML below after which a communicator stays there
 * @param assertNoWildcards whether a wildcard is an error
 * @param collectives whether messages with negative tags use queues
 * @param firstNumber number before that of a tuple's first message, and first epoch, equal in all
 *     ranks; 0, but for tests of what happens where numbers wrap
 * @param handOver whether receives from any source wait at the queues of all sources
 * @param noticePool bytes of the blocks that wait there
 */
public record TupleqConfig(
        int priority,
        String fallback,
        long copyLimit,
        long copyPool,
        int maxQueues,
        int queueDepth,
        int lanes,
        int rnrTimer,
        int wildcardLimit,
        boolean assertNoWildcards,
        boolean collectives,
        long firstNumber,
        boolean handOver,
        long noticePool) {
    /** Reads the section {@code mca.pml.tupleq}. */
    public static TupleqConfig from(Section section) {
        return new TupleqConfig(
                section.integer("priority"),
                section.text("fallback"),
                section.size("copy-limit"),
                section.size("copy-pool"),
                section.integer("max-queues"),
                section.integer("queue-depth"),
                section.integer("lanes"),
                section.integer("rnr-timer"),
                section.integer("wildcard-limit"),
                section.bool("assert-no-wildcards"),
                section.bool("collectives"),
                section.size("first-number"),
                section.text("wildcard").equals("handover"),
                section.size("notice-pool"));
    }
}
