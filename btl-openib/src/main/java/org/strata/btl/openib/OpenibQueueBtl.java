package org.strata.btl.openib;

import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.btl.openib.connect.ConnectionState;
import org.strata.btl.openib.queue.QueueHost;
import org.strata.btl.openib.queue.TupleQueues;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.QueueBtl;
import org.strata.mca.btl.ReceiveQueue;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.verbs.QueuePair;

/**
 * The part of a link that sends to receive queues by number. Nothing of it exists before an upper
 * layer or a peer uses queues. Only the first links of two processes have queues for each other, so
 * that both ends choose the same.
 */
abstract class OpenibQueueBtl implements QueueBtl {
    private final OpenibContext processes;
    private TupleQueues queues;

    OpenibQueueBtl(OpenibContext processes) {
        this.processes = processes;
    }

    /** Returns the link as its queues see it. */
    abstract QueueHost queueHost();

    /** Returns the link's number. */
    abstract int index();

    final TupleQueues queues() {
        if (queues == null) {
            queues = new TupleQueues(queueHost(), processes.size());
        }
        return queues;
    }

    /** Returns whether this link may have queues for any peer. */
    private boolean hasQueues() {
        return index() == 0 && queueHost().device().attributes().xrc();
    }

    /** Returns whether this link and the peer's that it reaches have queues. */
    private boolean hasQueues(OpenibEndpoint endpoint) {
        return hasQueues()
                && endpoint.remoteLink() == 0
                && endpoint.isUsable()
                && processes.links().xrc(endpoint.peer());
    }

    // ---- for the link

    /** Handles what a peer said about one of the lanes. */
    final void onLaneMessage(OpenibEndpoint endpoint, ConnectionMessage message) {
        if (hasQueues()) {
            boolean lost = endpoint.state() == ConnectionState.FAILED;
            queues().onMessage(endpoint, message, lost);
        }
    }

    /** Makes progress; returns the number of events. Tier 1. */
    final int progressQueues() {
        return queues == null ? 0 : queues.progress();
    }

    final boolean queuesNeedService() {
        return queues != null && queues.hasScheduled();
    }

    /** Returns how long until a lane tries again to connect; MAX_VALUE for never. */
    final long nanosToLaneRetry() {
        return queues == null ? Long.MAX_VALUE : queues.nanosToRetry();
    }

    /** Has the next completion make an event; returns completions found meanwhile. */
    final int armQueues() {
        return queues == null ? 0 : queues.arm();
    }

    final void onQueuePairEvent(QueuePair pair, String what, boolean involuntary) {
        if (queues != null) {
            queues.onPairEvent(pair, what, involuntary);
        }
    }

    final void onQueuePeerLost(OpenibEndpoint endpoint, String reason) {
        if (queues != null) {
            queues.onLost(endpoint, reason);
        }
    }

    final void removeQueuePeer(OpenibEndpoint endpoint) {
        if (queues != null) {
            queues.remove(endpoint);
        }
    }

    /** Runs the callbacks that wait. */
    final void reportQueues() {
        while (queues != null && queues.report() > 0) {
            continue;
        }
    }

    final boolean queuesFlushed() {
        return queues == null || queues.isFlushed();
    }

    final void shutDownQueues() {
        if (queues != null) {
            queues.shutDown();
        }
    }

    final void closeQueues() {
        if (queues != null) {
            queues.close();
        }
    }

    /** Returns the queue pair of a lane to or from a peer, or null. For tests. */
    final QueuePair laneQueuePair(BtlEndpoint endpoint, int lane, boolean incoming) {
        return queues == null ? null : queues.pair(endpoint, lane, incoming);
    }

    // ---- for the upper layer

    @Override
    public void useQueues(int lanes, int rnrTimer) {
        if (hasQueues()) {
            queues().use(lanes, rnrTimer);
        }
    }

    @Override
    public long maxMessage() {
        return hasQueues() ? maxRdmaSize() : 0;
    }

    @Override
    public int maxInline() {
        return hasQueues() ? queues().maxInline() : 0;
    }

    @Override
    public int lanes(BtlEndpoint endpoint) {
        return hasQueues((OpenibEndpoint) endpoint) ? queues().lanes() : 0;
    }

    @Override
    public ReceiveQueue open(BtlEndpoint endpoint, int depth, int before, ArrivalCallback arrival) {
        OpenibEndpoint from = (OpenibEndpoint) endpoint;
        return from.isUsable()
                ? queues().open(from, from.remoteLink(), depth, before, arrival)
                : null;
    }

    @Override
    public int sendTo(
            BtlEndpoint endpoint,
            int lane,
            int queue,
            int immediate,
            long address,
            long length,
            Registration registration,
            SentCallback callback,
            Object context) {
        OpenibEndpoint to = (OpenibEndpoint) endpoint;
        if (!to.isUsable()) {
            return Rc.LINK_FAILED;
        }
        int key = registration == null ? 0 : ((OpenibRegistration) registration).region.lkey();
        return queues.send(
                to,
                to.remoteLink(),
                lane,
                queue,
                immediate,
                address,
                length,
                key,
                callback,
                context);
    }

    @Override
    public boolean departed(BtlEndpoint endpoint, int lane) {
        return queues.departed(endpoint, lane);
    }

    @Override
    public void recall(BtlEndpoint endpoint, int lane) {
        queues.recall(endpoint, lane);
    }

    @Override
    public void forget(BtlEndpoint endpoint, int queue) {
        queues.forget(endpoint, queue);
    }

    @Override
    public void halt(BtlEndpoint endpoint, QuietCallback quiet) {
        queues().halt(endpoint, ((OpenibEndpoint) endpoint).remoteLink(), quiet);
    }

    @Override
    public void resume(BtlEndpoint endpoint) {
        queues.resume(endpoint);
    }
}
