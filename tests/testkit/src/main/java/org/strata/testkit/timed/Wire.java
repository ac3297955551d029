package org.strata.testkit.timed;

import org.strata.testkit.sim.SimWorld;

import java.util.ArrayDeque;

/**
 * What leaves one port: the port's DMA engine and the wire behind it. Several ranks may share it.
 * Queue pairs that have something to send take turns, packet by packet; each sends its requests in
 * order.
 */
final class Wire {
    private final SimWorld world;
    private final Costs costs;
    private final ArrayDeque<Flow> turns = new ArrayDeque<>();
    private boolean sending;
    private long busy;

    /** One sender's requests, oldest first. */
    static final class Flow {
        private final ArrayDeque<Transfer> transfers = new ArrayDeque<>();

        /** It waits for its turn, or a packet of it is under way. */
        private boolean active;

        /** Sends no more of what is queued; the packet under way leaves. */
        void drop() {
            transfers.clear();
        }
    }

    /** Bytes to send, and what comes when the first packet and the last one have left. */
    private static final class Transfer {
        private Runnable begun;
        private final Runnable sent;
        private long left;

        Transfer(long bytes, Runnable begun, Runnable sent) {
            this.left = bytes;
            this.begun = begun;
            this.sent = sent;
        }
    }

    Wire(SimWorld world, Costs costs) {
        this.world = world;
        this.costs = costs;
    }

    /** Returns the nanoseconds in which bytes have left. */
    long busy() {
        return busy;
    }

    /**
     * Queues bytes, now.
     *
     * @param begun comes when the first packet has left; null for nothing
     * @param sent comes when the last one has
     */
    void send(Flow flow, long bytes, Runnable begun, Runnable sent) {
        flow.transfers.add(new Transfer(bytes, begun, sent));
        if (!flow.active) {
            flow.active = true;
            turns.add(flow);
        }
        if (!sending) {
            sendPacket();
        }
    }

    private Flow next() {
        Flow flow = turns.poll();
        while (flow != null && flow.transfers.isEmpty()) {
            flow.active = false;
            flow = turns.poll();
        }
        return flow;
    }

    private void sendPacket() {
        Flow flow = next();
        sending = flow != null;
        if (flow == null) {
            return;
        }
        Transfer transfer = flow.transfers.peek();
        long bytes = Math.min(transfer.left, costs.packet());
        long time = Math.round(bytes * costs.wireByte());
        busy += time;
        world.at(
                world.now() + time,
                () -> {
                    leave(flow, transfer, bytes);
                    sendPacket();
                });
    }

    private void leave(Flow flow, Transfer transfer, long bytes) {
        boolean dropped = flow.transfers.peek() != transfer;
        transfer.left -= bytes;
        if (!dropped && transfer.begun != null) {
            transfer.begun.run();
            transfer.begun = null;
        }
        if (!dropped && transfer.left == 0) {
            flow.transfers.remove();
            transfer.sent.run();
        }
        turns.add(flow);
    }
}
