package org.strata.btl.openib.queue;

import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.btl.openib.connect.QueueOffer;
import org.strata.verbs.QpInit;
import org.strata.verbs.VerbsException;

import java.util.ArrayList;
import java.util.List;

/**
 * The receiver's end of a peer's lane: an XRC target. It counts nothing itself: when the lane is
 * repaired, everything that came over the former queue pair has been polled, and the queues know
 * how many messages have landed.
 */
final class LaneTarget extends LaneEnd {
    private List<QueueOffer> answers = List.of();

    /** Whether there is no receive queue instead of one that broke, and since when. */
    private boolean lacking;

    private long lackingSince;

    LaneTarget(LaneParts parts, LanePeer peer, int index) {
        super(parts, peer, -(index + 1));
    }

    /** Breaks the lane: nothing of it lands after this. */
    void halt() {
        abort();
        onBreak("the receiver has halted its peer", false);
    }

    // ---- the connection's host

    @Override
    public Grant takeQueuePairs(boolean asked) {
        return peer.isHalted() ? Grant.LATER : link.take(this, asked);
    }

    @Override
    public void openPairs() {
        pair = link.createPair(QpInit.xrcRecv(parts.domain));
        forgetBreak();
    }

    @Override
    public boolean establish(ConnectionMessage theirs) {
        parts.completions.pollDry();
        List<QueueOffer> all = new ArrayList<>();
        try {
            for (QueueOffer question : theirs.queues().stream().skip(1).toList()) {
                all.add(parts.arrivals.answer(peer.endpoint(), question.receiveQueue()).offer());
            }
        } catch (VerbsException e) {
            trouble("no receive queue instead of one that broke: " + e.getMessage());
            lack();
            return false;
        }
        lacking = false;
        answers = all;
        return connect(theirs);
    }

    /**
     * The adapter has no receive queue, or no room for its receives. A broken pair has the peer ask
     * again later; one that is in order, once that has gone on for too long, fails the link.
     */
    private void lack() {
        long now = link.clock().nanoTime();
        if (!lacking) {
            lacking = true;
            lackingSince = now;
        }
        if (now - lackingSince <= link.timing().timeoutNanos()) {
            abort();
        }
    }

    @Override
    public List<QueueOffer> offer() {
        List<QueueOffer> all = new ArrayList<>(answers);
        all.addFirst(pairOffer());
        return all;
    }

    @Override
    public void connected() {
        use();
    }

    @Override
    public boolean drained() {
        parts.completions.pollDry();
        return true;
    }

    @Override
    public void release() {
        // Also where it did not break: a message may be landing.
        abort();
        parts.completions.pollDry();
        closePair();
    }

    @Override
    public boolean hasWork() {
        return false;
    }

    @Override
    public boolean isSpare() {
        return false;
    }

    @Override
    int report() {
        return 0;
    }
}
