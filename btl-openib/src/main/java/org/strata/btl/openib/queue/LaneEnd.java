package org.strata.btl.openib.queue;

import org.strata.btl.openib.connect.Agenda;
import org.strata.btl.openib.connect.Connection;
import org.strata.btl.openib.connect.ConnectionHost;
import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.btl.openib.connect.ConnectionState;
import org.strata.btl.openib.connect.LaneUpkeep;
import org.strata.btl.openib.connect.PairHolder;
import org.strata.btl.openib.connect.PortAddress;
import org.strata.btl.openib.connect.QueueOffer;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpState;
import org.strata.verbs.QueuePair;
import org.strata.verbs.VerbsException;

import java.util.List;
import java.util.function.LongPredicate;

/** One end of a lane: a queue pair and the connection that makes, repairs and closes it. */
abstract class LaneEnd extends Reporter implements ConnectionHost, PairHolder, Agenda.Entry {
    final LaneParts parts;
    final QueueHost link;
    final LanePeer peer;
    final Connection connection;

    /** The queue pair of the present connection, or null. */
    QueuePair pair;

    private final int code;
    private boolean scheduled;
    private final LaneUpkeep upkeep;
    private long lastUsed;

    /**
     * @param code of this end in messages: see {@link ConnectionMessage#lane}
     */
    LaneEnd(LaneParts parts, LanePeer peer, int code) {
        this.parts = parts;
        this.peer = peer;
        this.code = code;
        link = parts.link;
        connection =
                new Connection(this, link.clock(), link.timing(), link.number(), peer.remoteLink());
        LongPredicate breaks = link.breakCounter();
        upkeep = new LaneUpkeep(connection, link.clock(), link.timing(), breaks);
    }

    // ---- queue pairs

    @Override
    public final int pairs() {
        return 1;
    }

    @Override
    public final void onGranted() {
        upkeep.refusal().onGranted();
    }

    @Override
    public final boolean onRefused(String why) {
        boolean tooLong = upkeep.refusal().onRefused(connection, why);
        schedule();
        return tooLong;
    }

    @Override
    public final ConnectionState state() {
        return connection.state();
    }

    @Override
    public final long lastUsed() {
        return lastUsed;
    }

    final void use() {
        lastUsed = link.tick();
    }

    @Override
    public final void evict() {
        connection.close("others need its queue pair");
        schedule();
    }

    @Override
    public final void resume() {
        connection.resume();
        schedule();
    }

    /** Connects the queue pair with the peer's; false when that fails. */
    final boolean connect(ConnectionMessage theirs) {
        if (theirs.queues().isEmpty()) {
            trouble("the peer's message names no queue pair");
            return false;
        }
        QueueOffer offer = theirs.queues().getFirst();
        try {
            int psn = offer.sequence();
            link.connect(pair, theirs.address(), offer.number(), psn, parts.rnrTimer);
            use();
            return true;
        } catch (VerbsException e) {
            trouble(e.getMessage());
            return false;
        }
    }

    /** Returns the offer of the queue pair. */
    final QueueOffer pairOffer() {
        return new QueueOffer(pair.number(), 0, link.psn(), 0, 0, 0, 0);
    }

    final void trouble(String why) {
        upkeep.refusal().trouble(why);
    }

    @Override
    public final String trouble() {
        return upkeep.refusal().trouble();
    }

    @Override
    public final PortAddress address() {
        return link.address();
    }

    @Override
    public final boolean isBroken() {
        return pair != null && pair.state() == QpState.ERR;
    }

    @Override
    public final void abort() {
        try {
            if (pair != null && pair.state() != QpState.ERR) {
                pair.modify(QpAttributes.to(QpState.ERR));
            }
        } catch (VerbsException e) {
            // Its device has died: there is nothing more to break.
            return;
        }
    }

    /** Destroys the queue pair. */
    final void closePair() {
        if (pair != null) {
            pair.close();
            pair = null;
            link.give(this);
        }
    }

    @Override
    public final List<QueueOffer> arrived() {
        return pair == null ? List.of() : List.of(pairOffer());
    }

    // ---- events

    final void onMessage(ConnectionMessage message) {
        connection.onMessage(message);
        schedule();
    }

    /**
     * The queue pair is in error; the connection handles it in the next progress.
     *
     * @param involuntary whether it counts against the breaks that a link survives
     */
    final void onBreak(String why, boolean involuntary) {
        if (upkeep.onBreak(why, involuntary)) {
            schedule();
        }
    }

    final boolean isBreaking() {
        return upkeep.isBreaking();
    }

    /** A new connection has no break. */
    final void forgetBreak() {
        upkeep.forgetBreak();
    }

    final void schedule() {
        parts.schedule(this);
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
    public final long nanosToRetry() {
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

    @Override
    public final void failed(String reason) {
        link.withdraw(this);
        peer.lose(reason);
    }

    @Override
    public final void say(ConnectionMessage message) {
        link.say(peer.endpoint(), message.ofLane(code));
    }

    @Override
    public void trace(ConnectionState from, ConnectionState to, String why) {
        link.trace(this + ": " + from + " -> " + to + ": " + why);
    }

    @Override
    public String toString() {
        return peer.endpoint() + (code > 0 ? " lane " + code : " lane " + -code + " from there");
    }
}
