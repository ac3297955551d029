package org.strata.pml.ob1.wire;

import org.strata.mca.btl.BtlEndpoint;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * The messages that a link has accepted and has not passed on: they wait for a connection, a credit
 * or room in a socket, and leave only while this process makes progress. Their sends are complete
 * when they have left, not before: the program may compute, or sleep, behind its last call, and the
 * receiver would wait for as long. Tier 2.
 */
public final class Departures {
    /** Those of the peers with messages that wait. */
    private final List<Queue> listed = new ArrayList<>();

    private final ArrayDeque<Departure> free = new ArrayDeque<>();

    /** A message that waits: a send, and by what to know that it has left. */
    private static final class Departure {
        private Waiter send;

        /** The only link, and what it had accepted with the message. */
        private BtlEndpoint link;

        private long accepted;

        /** Of several links: what knows whether a packet has left, and the packet's number. */
        private IntPredicate channel;

        private int number;

        private boolean hasLeft() {
            return link == null ? channel.test(number) : link.departed >= accepted;
        }
    }

    /** The messages to one peer that wait, in the order of sending. */
    public static final class Queue {
        private final ArrayDeque<Departure> departures = new ArrayDeque<>();
    }

    /** Returns whether nothing waits. Tier 1. */
    public boolean isEmpty() {
        return listed.isEmpty();
    }

    /**
     * Tells a send when the message that the peer's only link has just accepted has left.
     *
     * @return false if it has left already
     */
    boolean await(Queue queue, BtlEndpoint link, Waiter send) {
        if (link.departed == link.accepted) {
            return false;
        }
        Departure departure = add(queue, send);
        departure.link = link;
        departure.accepted = link.accepted;
        return true;
    }

    /**
     * Tells a send when its packet has left over one of several links.
     *
     * @param channel tells whether the packet with a number has left
     * @return false if it has left already
     */
    boolean await(Queue queue, IntPredicate channel, int number, Waiter send) {
        if (channel.test(number)) {
            return false;
        }
        Departure departure = add(queue, send);
        departure.channel = channel;
        departure.number = number;
        return true;
    }

    private Departure add(Queue queue, Waiter send) {
        Departure departure = free.isEmpty() ? new Departure() : free.pop();
        departure.send = send;
        if (queue.departures.isEmpty()) {
            listed.add(queue);
        }
        queue.departures.add(departure);
        return departure;
    }

    private void release(Departure departure) {
        departure.send = null;
        departure.channel = null;
        departure.link = null;
        free.push(departure);
    }

    /** Ends what has left; returns the number of messages. */
    public int progress() {
        int left = 0;
        for (int i = listed.size() - 1; i >= 0; i--) {
            ArrayDeque<Departure> leaving = listed.get(i).departures;
            while (!leaving.isEmpty() && leaving.peek().hasLeft()) {
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
