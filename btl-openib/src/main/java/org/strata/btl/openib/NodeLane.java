package org.strata.btl.openib;

import org.strata.btl.openib.connect.ConnectionState;
import org.strata.mca.proc.Proc;
import org.strata.verbs.QueuePair;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The lane from this process to a node: one XRC initiator per receive queue, which all peers on the
 * node share. A peer connects over a lane that is connected, and its connection ends before the
 * lane does: whatever ends the lane has all its peers connect again over the next one, so that
 * nothing is lost, as when queue pairs of their own break. Without peers the lane is closed. Peers
 * that wait for longer than an answer may take look for another lane: the carrier may be dead, and
 * whether it only computes is not theirs to wait for.
 */
final class NodeLane extends NodeLaneEnd {
    /** Peers whose channels send over it. */
    private final Set<NodeUser> users = new LinkedHashSet<>();

    /** Peers that connect as soon as it is connected. */
    private final Set<NodeUser> waiting = new LinkedHashSet<>();

    private SharedSends[] sends = {};

    /** Why it ends, until its peers have been told; else null. */
    private String news;

    /** Why it is lost for good; empty while it is not. */
    private String loss = "";

    /** When the first of those that wait came. */
    private long awaitedSince;

    /** Peers have waited in vain since it was connected last. */
    private boolean late;

    /** Its connection is over, but not all peers have given their channels up. */
    private boolean released;

    NodeLane(Link link, LinkParts parts, Proc carrier, int remoteLink, int index) {
        super(link, parts, carrier, remoteLink, index, false);
    }

    // ---- peers

    /**
     * Returns whether a further peer would have send requests of its own, beside those that wait
     * for the lane: at the start of a job that may be all.
     */
    boolean hasRoom() {
        int peers = users.size() + waiting.size() + 1;
        for (int i = 0; i < parts.queues().specs().size(); i++) {
            if (!SharedSends.suffice(parts.queues().initiatorDepth(i), peers)) {
                return false;
            }
        }
        return true;
    }

    boolean isLost() {
        return state() == ConnectionState.FAILED;
    }

    /** Returns why it is lost; empty while it is not. */
    String loss() {
        return loss;
    }

    boolean isOpen() {
        return state() == ConnectionState.CONNECTED && !isBreaking() && news == null;
    }

    /** Returns whether a peer should rather look for another one. */
    boolean isLate() {
        return late;
    }

    /** Returns whether a peer may connect over it now; if not, it is told when it may. */
    boolean admit(NodeUser user) {
        if (isOpen()) {
            waiting.remove(user);
            return true;
        }
        if (waiting.isEmpty()) {
            awaitedSince = parts.clock().nanoTime();
        }
        waiting.add(user);
        connection.want();
        schedule();
        return false;
    }

    /** Returns a channel's part in the initiator of a receive queue. */
    ChannelPairs borrow(int queue) {
        return new BorrowedPair(pairs()[queue], sends[queue], parts.queues().sendDepth(queue));
    }

    /** A peer has its channels. */
    void enter(NodeUser user) {
        users.add(user);
    }

    /** A peer needs it no more, and has given its channels up. */
    void leave(NodeUser user) {
        waiting.remove(user);
        if (!users.remove(user) || !users.isEmpty()) {
            return;
        }
        if (released) {
            destroyPairs();
        } else {
            closeUnused();
        }
    }

    private void closeUnused() {
        if (users.isEmpty() && waiting.isEmpty()) {
            connection.close("no peer of the node uses it");
            schedule();
        }
    }

    /** A peer does not wait for it any more. */
    void withdraw(NodeUser user) {
        waiting.remove(user);
    }

    /**
     * Has those that wait look for another lane; the carrier last, which may find one of theirs.
     */
    void moveOn() {
        List<NodeUser> all = new ArrayList<>(waiting);
        waiting.clear();
        all.sort(Comparator.comparing(each -> each.peer() == peer()));
        all.forEach(NodeUser::onLane);
    }

    /** A send of a peer has failed: all are told if that has broken a queue pair. */
    void checkBroken(String why) {
        if (isOpen() && isBroken()) {
            onBreak(why);
        }
    }

    /** Aborts it: requests of a peer that is gone must not go on. */
    void abandon(String why) {
        if (isOpen()) {
            abort();
            onBreak(why);
        } else {
            abort();
        }
    }

    /** Returns how many queue pairs it has. */
    int initiators() {
        return pairs().length;
    }

    int users() {
        return users.size();
    }

    /** Returns the send requests under way. */
    int requests() {
        int sum = 0;
        for (SharedSends each : sends) {
            sum += each.used();
        }
        return sum;
    }

    // ---- queue pairs

    @Override
    QueuePair make(int queue) {
        return parts.queues().makeInitiator(queue);
    }

    @Override
    void made(QueuePair[] all) {
        released = false;
        sends = new SharedSends[all.length];
        for (int i = 0; i < all.length; i++) {
            sends[i] = new SharedSends(parts.queues().initiatorDepth(i));
            parts.queues().reserveCompletions(i, parts.queues().initiatorDepth(i), 1);
        }
    }

    private void destroyPairs() {
        QueuePair[] gone = takePairs();
        for (int i = 0; i < gone.length; i++) {
            parts.queues().reserveCompletions(i, parts.queues().initiatorDepth(i), -1);
        }
        destroy(gone);
        sends = new SharedSends[0];
    }

    @Override
    public void release() {
        released = true;
        if (users.isEmpty()) {
            destroyPairs();
        }
    }

    // ---- the connection's host

    @Override
    public boolean hasWork() {
        return !waiting.isEmpty();
    }

    @Override
    public void connected() {
        late = false;
        List<NodeUser> all = List.copyOf(waiting);
        waiting.clear();
        all.forEach(NodeUser::onLane);
        closeUnused();
    }

    @Override
    public boolean drained() {
        return users.isEmpty();
    }

    @Override
    public void failed(String reason) {
        loss = reason;
        news = reason;
        schedule();
    }

    @Override
    public void trace(ConnectionState from, ConnectionState to, String why) {
        super.trace(from, to, why);
        if (to == ConnectionState.CLOSING || to == ConnectionState.FAILED) {
            news = why;
        }
    }

    // ---- progress

    @Override
    public int service() {
        int events = super.service();
        if (news != null) {
            events++;
            tell();
        }
        if (!late && !waiting.isEmpty() && isOverdue()) {
            events++;
            late = true;
            moveOn();
        }
        return events;
    }

    private boolean isOverdue() {
        return parts.clock().nanoTime() - awaitedSince > parts.timing().timeoutNanos();
    }

    private void tell() {
        String why = news;
        news = null;
        for (NodeUser each : List.copyOf(users)) {
            each.onLaneEnd(why);
        }
        if (isLost()) {
            List<NodeUser> left = List.copyOf(waiting);
            waiting.clear();
            left.forEach(each -> each.onLaneLost(peer(), why));
        }
    }

    @Override
    public boolean needsService() {
        return news != null || super.needsService();
    }

    @Override
    void shutDown() {
        waiting.clear();
        super.shutDown();
        news = null;
    }

    String describe() {
        return "%d: %s%s %d peers, %d wait, %d sent"
                .formatted(
                        peer().rank(),
                        state(),
                        late ? " late" : "",
                        users.size(),
                        waiting.size(),
                        requests());
    }

    @Override
    public String toString() {
        return parts.name() + " to the node of " + peer();
    }
}
