package org.strata.pml.ob1.wire;

import org.strata.mca.btl.BtlEndpoint;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends of which everything has been accepted, and something has not left this process: control
 * packets wait for a resource, or a link waits for a connection, a credit or room in a socket. They
 * leave only while this process makes progress. Such a send is complete when all has left, not
 * before: the program may compute, or sleep, behind its last call, and the receiver would wait for
 * as long. Tier 2.
 */
public final class Departures {
    /** Those of the peers for which sends wait. */
    private final List<Queue> listed = new ArrayList<>();

    private final ArrayDeque<Departure> free = new ArrayDeque<>();

    /** What delivers to a peer over several links, and numbers the packets. */
    interface Channel {
        /** Returns the number of the packet that was sent last. */
        int lastNumber();

        /** Returns whether the packet with a number has left this process, or its peer is lost. */
        boolean hasLeft(int number);
    }

    /** A send that waits, and what for. */
    private static final class Departure {
        private Waiter send;

        /** The peer's only link; null for a channel. */
        private BtlEndpoint link;

        private Channel channel;

        /** What of the queue's control packets has to be passed on first. */
        private long control;

        /** Whether it is known how much has to leave: all that had been accepted then. */
        private boolean marked;

        private long accepted;
        private int number;

        private boolean hasLeft(Queue queue) {
            if (!marked) {
                if (queue.controlSent < control) {
                    return false;
                }
                mark();
            }
            return link == null ? channel.hasLeft(number) : link.departed >= accepted;
        }

        private void mark() {
            marked = true;
            if (link == null) {
                number = channel.lastNumber();
            } else {
                accepted = link.accepted;
            }
        }
    }

    /** What waits for one peer. */
    static final class Queue {
        private final ArrayDeque<Departure> departures = new ArrayDeque<>();

        /** Control packets that ever found no resource, and those that have found it since. */
        private long controlQueued;

        private long controlSent;

        void queueControl() {
            controlQueued++;
        }

        void sendControl() {
            controlSent++;
        }
    }

    /** Returns whether nothing waits. Tier 1. */
    public boolean isEmpty() {
        return listed.isEmpty();
    }

    /**
     * Tells a send when all has left that has been accepted for its peer until now.
     *
     * @param link the peer's only link; null where there are several
     * @param channel what delivers over several; null where there is one
     * @return false if it has left already
     */
    boolean await(Queue queue, BtlEndpoint link, Channel channel, Waiter send) {
        Departure departure = free.isEmpty() ? new Departure() : free.pop();
        departure.send = send;
        departure.link = link;
        departure.channel = channel;
        departure.control = queue.controlQueued;
        departure.marked = false;
        if (departure.hasLeft(queue)) {
            release(departure);
            return false;
        }
        if (queue.departures.isEmpty()) {
            listed.add(queue);
        }
        queue.departures.add(departure);
        return true;
    }

    private void release(Departure departure) {
        departure.send = null;
        departure.channel = null;
        departure.link = null;
        free.push(departure);
    }

    /** Ends what has left; returns the number of sends. */
    public int progress() {
        int left = 0;
        for (int i = listed.size() - 1; i >= 0; i--) {
            Queue queue = listed.get(i);
            ArrayDeque<Departure> leaving = queue.departures;
            while (!leaving.isEmpty() && leaving.peek().hasLeft(queue)) {
                Departure departure = leaving.poll();
                Waiter send = departure.send;
                release(departure);
                send.onLeft();
                left++;
            }
            if (leaving.isEmpty()) {
                listed.remove(i);
            }
        }
        return left;
    }
}
