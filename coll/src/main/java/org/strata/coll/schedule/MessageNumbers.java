package org.strata.coll.schedule;

import org.strata.mca.pml.CommContext;

/**
 * The numbers of one recorded collective's messages on one communicator: with the tags that are
 * chosen for them, they distinguish these messages from all others there.
 */
final class MessageNumbers {
    private final CommContext comm;
    private final boolean shared;

    /** How many numbers are used. */
    private int count;

    /** Chosen after the recording, when the count is known. */
    private CallTags tags;

    private MessageNumbers(CommContext comm, boolean shared, int count) {
        this.comm = comm;
        this.shared = shared;
        this.count = count;
    }

    /**
     * Numbers on the collective's communicator, which uses one of them in any case. Its calls share
     * them: there is one call, or the messages of all are those of one algorithm.
     */
    static MessageNumbers ofCollective(CommContext comm) {
        return new MessageNumbers(comm, true, 1);
    }

    /** Numbers on the own group of an inter-communicator: its calls use one range each. */
    static MessageNumbers ofGroup(CommContext group) {
        return new MessageNumbers(group, false, 0);
    }

    /** Reserves as many numbers as a call has channels; returns the first of them. */
    int reserve(int channels) {
        int first = shared ? 0 : count;
        count = Math.max(count, first + channels);
        return first;
    }

    CommContext comm() {
        return comm;
    }

    int count() {
        return count;
    }

    void choose(CallTags chosen) {
        tags = chosen;
    }

    int tag(int number) {
        return tags.tag(number);
    }

    /** Returns whether messages with these numbers may be exchanged now. */
    boolean mayBegin() {
        return tags.mayBegin();
    }

    /** Frees the tags, if they were chosen. */
    void end() {
        if (tags != null) {
            tags.end();
        }
    }
}
