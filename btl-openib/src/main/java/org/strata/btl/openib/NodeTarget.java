package org.strata.btl.openib;

import org.strata.btl.openib.connect.ConnectionState;
import org.strata.mca.proc.Proc;
import org.strata.verbs.QueuePair;

import java.util.ArrayList;
import java.util.List;

/**
 * The end of a lane at its carrier: one XRC target per receive queue, through which the process at
 * the other end reaches every shared receive queue of the domain. What arrives here never passes
 * through this process but to its own queues. Targets are aborted before the peer may connect
 * again, so that nothing of the former ones arrives then, and destroyed when the adapter has
 * reported that they consume no more receives, as pairs are in {@link RetiredPairs}.
 */
final class NodeTarget extends NodeLaneEnd {
    /** How long targets wait for the adapter's report. */
    private static final long PATIENCE_NANOS = 100_000_000L;

    private final RetiredPairs.Polls polls;
    private final List<Retired> retired = new ArrayList<>();
    private boolean used;

    private record Retired(QueuePair[] pairs, boolean[] reported, long since) {}

    NodeTarget(
            Link link,
            LinkParts parts,
            RetiredPairs.Polls polls,
            Proc sender,
            int remoteLink,
            int index) {
        super(link, parts, sender, remoteLink, index, true);
        this.polls = polls;
    }

    /** Returns how many queue pairs it has. */
    int targets() {
        int sum = pairs().length;
        for (Retired each : retired) {
            sum += each.pairs.length;
        }
        return sum;
    }

    // ---- queue pairs

    @Override
    QueuePair make(int queue) {
        return parts.queues().makeTarget();
    }

    @Override
    void made(QueuePair[] all) {
        used = false;
    }

    @Override
    public void release() {
        QueuePair[] gone = takePairs();
        if (used) {
            for (QueuePair each : gone) {
                QueuePairs.abort(each);
            }
            retired.add(new Retired(gone, new boolean[gone.length], parts.clock().nanoTime()));
            schedule();
        } else {
            destroy(gone);
        }
    }

    /** The adapter reports that a target consumes no more receives. */
    void onLastReceive(int number) {
        for (Retired each : retired) {
            for (int i = 0; i < each.pairs.length; i++) {
                each.reported[i] |= each.pairs[i].number() == number;
            }
        }
    }

    private int destroyDue() {
        polls.pollEvents();
        List<Retired> due = new ArrayList<>();
        for (Retired each : retired) {
            if (isDue(each)) {
                due.add(each);
            }
        }
        if (due.isEmpty()) {
            return 0;
        }
        int events = due.size() + polls.pollEmpty();
        retired.removeAll(due);
        due.forEach(each -> destroy(each.pairs));
        return events;
    }

    private boolean isDue(Retired one) {
        boolean all = true;
        for (boolean each : one.reported) {
            all &= each;
        }
        return all || parts.clock().nanoTime() - one.since >= PATIENCE_NANOS;
    }

    // ---- the connection's host

    @Override
    public boolean hasWork() {
        return false;
    }

    @Override
    public void connected() {
        // The peer sends; here nobody waits for it.
    }

    @Override
    public boolean drained() {
        return true;
    }

    @Override
    public void failed(String reason) {
        parts.trace(this + " is lost: " + reason);
    }

    @Override
    public void trace(ConnectionState from, ConnectionState to, String why) {
        super.trace(from, to, why);
        used |= to == ConnectionState.CONNECT_ACK;
    }

    // ---- progress

    @Override
    public int service() {
        int events = super.service();
        return retired.isEmpty() ? events : events + destroyDue();
    }

    @Override
    public boolean needsService() {
        return !retired.isEmpty() || super.needsService();
    }

    @Override
    public long nanosToRetry() {
        long least = super.nanosToRetry();
        for (Retired each : retired) {
            long left = each.since + PATIENCE_NANOS - parts.clock().nanoTime();
            least = Math.min(least, Math.max(0, left));
        }
        return least;
    }

    @Override
    void shutDown() {
        super.shutDown();
        retired.forEach(each -> destroy(each.pairs));
        retired.clear();
    }

    @Override
    public String toString() {
        return parts.name() + " from " + peer() + " to this node";
    }
}
