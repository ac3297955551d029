package org.strata.testkit.timed;

import org.strata.testkit.sim.SimWorld;

import java.util.ArrayDeque;

/**
 * What leaves one port: the port's DMA engine and the wire behind it. Queue pairs that have
 * something to send take turns, packet by packet; each sends its requests in order.
 */
final class Wire {
    private final SimWorld world;
    private final TimedRank rank;
    private final ArrayDeque<Flow> turns = new ArrayDeque<>();
    private boolean sending;
    private long busy;

    /** One sender's requests, oldest first. */
    static final class Flow {
        private final ArrayDeque<Transfer> transfers = new ArrayDeque<>();
    }

    /** Bytes to send, and what comes when the last of them has left. */
    private static final class Transfer {
        private final Runnable sent;
        private long left;

        Transfer(long bytes, Runnable sent) {
            this.left = bytes;
            this.sent = sent;
        }
    }

    Wire(SimWorld world, TimedRank rank) {
        this.world = world;
        this.rank = rank;
    }

    /** Returns whose port it is. */
    TimedRank rank() {
        return rank;
    }

    /** Returns the nanoseconds in which bytes have left. */
    long busy() {
        return busy;
    }

    /** Queues bytes, now. */
    void send(Flow flow, long bytes, Runnable sent) {
        flow.transfers.add(new Transfer(bytes, sent));
        if (flow.transfers.size() == 1) {
            turns.add(flow);
        }
        if (!sending) {
            sendPacket();
        }
    }

    private void sendPacket() {
        Flow flow = turns.poll();
        sending = flow != null;
        if (flow == null) {
            return;
        }
        Transfer transfer = flow.transfers.peek();
        long bytes = Math.min(transfer.left, rank.costs().packet());
        long time = Math.round(bytes * rank.costs().wireByte());
        busy += time;
        world.at(
                world.now() + time,
                () -> {
                    transfer.left -= bytes;
                    if (transfer.left == 0) {
                        flow.transfers.remove();
                        transfer.sent.run();
                    }
                    if (!flow.transfers.isEmpty()) {
                        turns.add(flow);
                    }
                    sendPacket();
                });
    }
}
