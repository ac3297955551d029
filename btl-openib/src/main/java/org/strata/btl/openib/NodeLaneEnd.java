package org.strata.btl.openib;

import org.strata.btl.openib.connect.Agenda;
import org.strata.btl.openib.connect.Connection;
import org.strata.btl.openib.connect.ConnectionHost;
import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.btl.openib.connect.ConnectionState;
import org.strata.btl.openib.connect.LaneUpkeep;
import org.strata.btl.openib.connect.PortAddress;
import org.strata.btl.openib.connect.QueueOffer;
import org.strata.mca.proc.Proc;
import org.strata.verbs.QpState;
import org.strata.verbs.QueuePair;
import org.strata.verbs.VerbsException;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * One end of a lane from a process to a node: per receive queue an XRC initiator at the sender, and
 * a target at one process of the node, which is called the carrier. It has a connection of its own
 * with the same states and messages as that of two peers. Tier 3.
 */
abstract class NodeLaneEnd implements ConnectionHost, Agenda.Entry {
    /** Lanes between a process and a carrier, at most; the next is made when one is late. */
    static final int MOST = 4;

    /**
     * The first such lane in messages, the next are below; all are above the numbers of lanes to
     * queues.
     */
    private static final int NUMBER = Short.MAX_VALUE;

    private static final QueuePair[] NONE = {};

    final Link link;
    final LinkParts parts;
    final Connection connection;
    private final Proc peer;
    private final int code;
    private final LaneUpkeep upkeep;
    private QueuePair[] pairs = NONE;
    private boolean scheduled;

    /**
     * @param index of the lane, less than {@link #MOST}
     * @param carries whether it is the carrier's end
     */
    NodeLaneEnd(Link link, LinkParts parts, Proc peer, int remoteLink, int index, boolean carries) {
        this.link = link;
        this.parts = parts;
        this.peer = peer;
        this.code = carries ? index - NUMBER : NUMBER - index;
        connection = new Connection(this, parts.clock(), parts.timing(), parts.index(), remoteLink);
        LongPredicate breaks = breakCounter(parts);
        upkeep = new LaneUpkeep(connection, parts.clock(), parts.timing(), breaks);
    }

    private static LongPredicate breakCounter(LinkParts parts) {
        BreakRate rate = new BreakRate(parts.config().connections());
        return now -> {
            parts.counters.breaks++;
            return rate.exceeds(now);
        };
    }

    /** Returns the index of the lane that a message is of, from either end; negative for none. */
    static int index(ConnectionMessage message) {
        int index = NUMBER - Math.abs(message.lane());
        return index < MOST ? index : -1;
    }

    /** Returns the process at the other end. */
    final Proc peer() {
        return peer;
    }

    final ConnectionState state() {
        return connection.state();
    }

    // ---- queue pairs

    /** Makes the queue pair for one receive queue, in INIT. */
    abstract QueuePair make(int queue);

    /** All queue pairs of a new connection have been made. */
    abstract void made(QueuePair[] all);

    final QueuePair[] pairs() {
        return pairs;
    }

    /** Returns whether one of the queue pairs has this number. */
    final boolean has(int number) {
        for (QueuePair pair : pairs) {
            if (pair.number() == number) {
                return true;
            }
        }
        return false;
    }

    /** Takes the queue pairs out of use; the caller destroys them. */
    final QueuePair[] takePairs() {
        QueuePair[] taken = pairs;
        pairs = NONE;
        return taken;
    }

    /** Destroys queue pairs. */
    final void destroy(QueuePair[] gone) {
        for (QueuePair each : gone) {
            each.close();
        }
        parts.budget().share(-gone.length);
    }

    @Override
    public final Grant takeQueuePairs(boolean asked) {
        try {
            open();
            upkeep.refusal().onGranted();
            return Grant.NOW;
        } catch (VerbsException e) {
            boolean tooLong = upkeep.refusal().onRefused(connection, e.getMessage());
            schedule();
            return tooLong ? Grant.IMPOSSIBLE : Grant.LATER;
        }
    }

    private void open() {
        QueuePair[] all = new QueuePair[parts.queues().specs().size()];
        int done = 0;
        try {
            for (; done < all.length; done++) {
                all[done] = make(done);
            }
        } catch (VerbsException e) {
            for (int i = 0; i < done; i++) {
                all[i].close();
            }
            throw e;
        }
        upkeep.forgetBreak();
        pairs = all;
        parts.budget().share(all.length);
        made(all);
    }

    @Override
    public final boolean establish(ConnectionMessage theirs) {
        List<QueueOffer> offers = theirs.queues();
        if (offers.size() != pairs.length) {
            upkeep.refusal().trouble(OpenibTexts.queuesDiffer(offers.size(), pairs.length));
            return false;
        }
        try {
            for (int i = 0; i < pairs.length; i++) {
                QueueOffer offer = offers.get(i);
                parts.queues().connect(i, pairs[i], theirs.address(), offer);
            }
            return true;
        } catch (VerbsException e) {
            upkeep.refusal().trouble(e.getMessage());
            return false;
        }
    }

    @Override
    public final List<QueueOffer> offer() {
        List<QueueOffer> all = new ArrayList<>();
        for (QueuePair pair : pairs) {
            all.add(new QueueOffer(pair.number(), 0, parts.port().path().psn(), 0, 0, 0, 0));
        }
        return all;
    }

    @Override
    public final List<QueueOffer> arrived() {
        return offer();
    }

    @Override
    public final boolean isBroken() {
        for (QueuePair pair : pairs) {
            if (pair.state() == QpState.ERR) {
                return true;
            }
        }
        return false;
    }

    @Override
    public final void abort() {
        for (QueuePair pair : pairs) {
            QueuePairs.abort(pair);
        }
    }

    // ---- the connection's other questions

    @Override
    public final String trouble() {
        return upkeep.refusal().trouble();
    }

    @Override
    public final PortAddress address() {
        return parts.port().address();
    }

    @Override
    public final void say(ConnectionMessage message) {
        link.say(peer, message.ofLane(code));
    }

    @Override
    public void trace(ConnectionState from, ConnectionState to, String why) {
        if (parts.isTraced()) {
            parts.trace(this + ": " + from + " -> " + to + ": " + why);
        }
    }

    // ---- events

    final void onMessage(ConnectionMessage message) {
        connection.onMessage(message);
        schedule();
    }

    /** A queue pair is in error; the connection handles it in the next progress. */
    final void onBreak(String why) {
        if (upkeep.onBreak(why, true)) {
            schedule();
        }
    }

    final boolean isBreaking() {
        return upkeep.isBreaking();
    }

    final void schedule() {
        link.schedule(this);
    }

    @Override
    public final boolean isScheduled() {
        return scheduled;
    }

    @Override
    public final void setScheduled(boolean now) {
        scheduled = now;
    }

    @Override
    public long nanosToRetry() {
        return connection.nanosToRetry();
    }

    @Override
    public int service() {
        return upkeep.service();
    }

    @Override
    public boolean needsService() {
        return upkeep.needsService(hasWork());
    }

    /** Ends it at once, with the link. */
    void shutDown() {
        connection.shutDown(connection.state() == ConnectionState.CLOSED);
    }
}
