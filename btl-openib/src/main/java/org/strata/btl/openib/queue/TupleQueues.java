package org.strata.btl.openib.queue;

import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.QueueBtl;
import org.strata.mca.btl.ReceiveQueue;
import org.strata.verbs.QueuePair;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The queues and lanes of one link. One completion queue serves all queues, one all lanes. Queues
 * and lanes note what has completed, {@link #progress} then runs the callbacks. Tier 1 where there
 * is nothing to do: one poll.
 */
public final class TupleQueues {
    private static final int MOST_POLLED = 64;

    private final LaneParts parts;
    private final PeerLanes[] peers;
    private final Queue<Halt> halts = new ArrayDeque<>();
    private int lanes = 2;

    private record Halt(PeerLanes peer, QueueBtl.QuietCallback quiet) {}

    /**
     * @param size processes in the job
     */
    public TupleQueues(QueueHost link, int size) {
        parts = new LaneParts(link, this::failAll);
        peers = new PeerLanes[size];
    }

    /** Returns what the link's lanes share. */
    LaneParts parts() {
        return parts;
    }

    /** Returns the length up to which an adapter takes a message's data with its request. */
    public int maxInline() {
        return parts.sends.maxInline();
    }

    // ---- peers

    /**
     * Sets how lanes work.
     *
     * @param most lanes to a peer that the upper layer uses
     * @param timer time between two tries of a send to an empty queue, in InfiniBand's code
     */
    public void use(int most, int timer) {
        lanes = Math.clamp(most, 2, PeerLanes.MOST_LANES);
        parts.rnrTimer = timer & 31;
    }

    /** Returns how many lanes there may be to a peer. */
    public int lanes() {
        return lanes;
    }

    private PeerLanes lanesOf(BtlEndpoint endpoint, int remoteLink) {
        int number = endpoint.peer().numberInWorld();
        PeerLanes known = peers[number];
        if (known == null) {
            known = new PeerLanes(parts, endpoint, remoteLink);
            peers[number] = known;
        }
        return known;
    }

    private PeerLanes known(BtlEndpoint endpoint) {
        return peers[endpoint.peer().numberInWorld()];
    }

    /**
     * Handles a message of a peer about a lane.
     *
     * @param lost whether the link to the peer has failed
     */
    public void onMessage(BtlEndpoint endpoint, ConnectionMessage message, boolean lost) {
        PeerLanes peer = lanesOf(endpoint, message.fromLink());
        if (lost) {
            peer.lose("the link has failed");
        }
        peer.onMessage(message);
    }

    /**
     * Handles an event of the adapter about a queue pair.
     *
     * @param involuntary whether it counts against the breaks that a link survives
     */
    public void onPairEvent(QueuePair pair, String what, boolean involuntary) {
        for (PeerLanes peer : peers) {
            if (peer != null) {
                peer.ends().stream()
                        .filter(end -> end.pair == pair)
                        .forEach(end -> end.onBreak(what, involuntary));
            }
        }
    }

    /** Returns the queue pair of a lane to or from a peer, or null. For tests. */
    public QueuePair pair(BtlEndpoint endpoint, int lane, boolean incoming) {
        PeerLanes peer = known(endpoint);
        return peer == null ? null : peer.pair(lane, incoming);
    }

    // ---- queues

    /** Opens a queue for one peer; null when out of resources. See {@link QueueBtl#open}. */
    public ReceiveQueue open(
            BtlEndpoint endpoint,
            int remoteLink,
            int depth,
            int before,
            QueueBtl.ArrivalCallback arrival) {
        PeerLanes sender = lanesOf(endpoint, remoteLink);
        return parts.arrivals.open(sender.endpoint(), depth, before, arrival);
    }

    /** See {@link QueueBtl#forget}. */
    public void forget(BtlEndpoint endpoint, int queue) {
        PeerLanes peer = known(endpoint);
        if (peer != null) {
            peer.forget(queue);
        }
    }

    // ---- sends

    /** Sends a message to a queue; see {@link QueueBtl#sendTo}. */
    public int send(
            BtlEndpoint endpoint,
            int remoteLink,
            int lane,
            int queue,
            int immediate,
            long address,
            long length,
            int key,
            QueueBtl.SentCallback callback,
            Object context) {
        PeerLanes peer = peers[endpoint.peer().numberInWorld()];
        if (peer == null) {
            peer = lanesOf(endpoint, remoteLink);
        }
        return peer.send(lane, queue, immediate, address, length, key, callback, context);
    }

    /** See {@link QueueBtl#departed}. */
    public boolean departed(BtlEndpoint endpoint, int lane) {
        return known(endpoint).departed(lane);
    }

    /** See {@link QueueBtl#recall}. */
    public void recall(BtlEndpoint endpoint, int lane) {
        PeerLanes peer = known(endpoint);
        if (peer != null) {
            peer.recall(lane);
        }
    }

    // ---- halt

    /** See {@link QueueBtl#halt}. */
    public void halt(BtlEndpoint endpoint, int remoteLink, QueueBtl.QuietCallback quiet) {
        PeerLanes peer = lanesOf(endpoint, remoteLink);
        peer.halt();
        halts.add(new Halt(peer, quiet));
        parts.link.activate();
    }

    /** See {@link QueueBtl#resume}. */
    public void resume(BtlEndpoint endpoint) {
        known(endpoint).resume();
    }

    // ---- progress

    /** Returns whether ends of lanes need a look. */
    public boolean hasScheduled() {
        return !parts.agenda.isEmpty();
    }

    /** Polls, repairs lanes, runs callbacks; returns the number of events. */
    public int progress() {
        int events = parts.completions.poll(MOST_POLLED);
        if (!parts.agenda.isEmpty()) {
            events += parts.agenda.run();
        }
        int quiet = halts.size();
        if (quiet > 0) {
            parts.completions.pollDry();
        }
        events += report();
        return quiet > 0 ? events + becomeQuiet(quiet) : events;
    }

    private int becomeQuiet(int count) {
        for (int i = 0; i < count; i++) {
            Halt halt = halts.remove();
            halt.quiet().onQuiet(halt.peer().endpoint());
        }
        return count;
    }

    /** Runs the callbacks of what has completed; returns how many. */
    public int report() {
        return parts.callbacks.report();
    }

    /** Has the next completion wake the rank; returns completions found meanwhile. */
    public int arm() {
        return parts.completions.arm();
    }

    /** Returns how long until a lane tries again to connect; MAX_VALUE for never. */
    public long nanosToRetry() {
        return parts.agenda.nanosToRetry();
    }

    // ---- the end

    /** The link to a peer is lost. */
    public void onLost(BtlEndpoint endpoint, String reason) {
        PeerLanes peer = known(endpoint);
        if (peer != null) {
            peer.lose(reason);
        }
    }

    /** The upper layer uses a peer over this link no more. */
    public void remove(BtlEndpoint endpoint) {
        PeerLanes peer = known(endpoint);
        if (peer != null) {
            peer.remove();
        }
    }

    private void failAll() {
        for (PeerLanes peer : peers) {
            if (peer != null) {
                peer.lose("a completion queue of the receive queues or lanes has failed");
            }
        }
    }

    /** Returns whether no send is under way and every callback has run. */
    public boolean isFlushed() {
        boolean flushed = parts.callbacks.isEmpty() && halts.isEmpty();
        for (PeerLanes peer : peers) {
            flushed &= peer == null || peer.isFlushed();
        }
        return flushed;
    }

    /** Breaks all lanes: sends end, nothing lands any more. No callback runs after this. */
    public void shutDown() {
        for (PeerLanes peer : peers) {
            if (peer != null) {
                peer.shutDown();
            }
        }
    }

    /** Closes everything, posted receives included. */
    public void close() {
        parts.close();
    }
}
