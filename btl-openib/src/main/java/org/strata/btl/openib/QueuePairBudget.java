package org.strata.btl.openib;

import org.strata.btl.openib.connect.ConnectionHost.Grant;
import org.strata.btl.openib.connect.ConnectionState;
import org.strata.btl.openib.connect.PairHolder;
import org.strata.opal.time.Clock;
import org.strata.verbs.VerbsException;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Who may have queue pairs, where their number is bounded. When all are taken, an idle lane or else
 * the connection least recently used is closed. Requests of peers go before wishes of our own,
 * since the peer already holds its queue pairs and will take ours; a request is turned down only
 * while all that there are wait for peers themselves, so that no circle of ranks waits for ever.
 * Where the adapter or the memory that may be registered is used up, those that exist are the bound
 * for a while. Tier 3.
 */
final class QueuePairBudget {
    /** How long a refusal counts: memory may have been given back since. */
    private static final long REFUSAL_NANOS = 20_000_000L;

    private final Clock clock;
    private final int perConnection;
    private final int most;
    private final List<PairHolder> holders = new ArrayList<>();
    private final Set<PairHolder> asked = new LinkedHashSet<>();
    private final Set<PairHolder> wanting = new LinkedHashSet<>();

    /** Queue pairs that existed when the adapter had no more, and when that was. */
    private int refusedAbove = Integer.MAX_VALUE;

    private long refusedAt;

    /** Queue pairs of ended connections that have not been destroyed. */
    private int retired;

    /** Whose turn it is while {@link #pump} runs. */
    private PairHolder favoured;

    /** Queue pairs of all holders. */
    private int live;

    /** Queue pairs that no holder has for itself: those of lanes to nodes. */
    private int common;

    /** Connections made, and connections closed to make room for others. */
    long opened;

    long evictions;

    /** Connections that the adapter had no queue pairs or memory for. */
    long refusals;

    /**
     * @param perConnection queue pairs of the largest holder: so many are allowed in any case
     * @param most queue pairs at once; 0 for any number
     */
    QueuePairBudget(Clock clock, int perConnection, int most) {
        this.clock = clock;
        this.perConnection = perConnection;
        this.most = most <= 0 ? Integer.MAX_VALUE : Math.max(most, perConnection);
    }

    /** Returns the queue pairs that exist. */
    int live() {
        return live + common + retired;
    }

    /** More queue pairs, or less, wait for their destruction. */
    void retire(int pairs) {
        retired += pairs;
    }

    /** More queue pairs, or less, serve several peers each; they are never closed for others. */
    void share(int pairs) {
        common += pairs;
    }

    private boolean hasRoom(PairHolder holder) {
        if (clock.nanoTime() - refusedAt > REFUSAL_NANOS) {
            refusedAbove = Integer.MAX_VALUE;
        }
        return live() + holder.pairs() <= Math.min(most, refusedAbove);
    }

    /** Makes the queue pairs of a holder if there is room, else takes note of it. */
    Grant take(PairHolder holder, boolean forPeer) {
        if (!hasRoom(holder) || !isNext(holder, forPeer)) {
            return queue(holder, forPeer);
        }
        forget(holder);
        try {
            holder.openPairs();
        } catch (VerbsException e) {
            return onRefused(holder, forPeer, e);
        }
        holder.onGranted();
        holders.add(holder);
        live += holder.pairs();
        opened++;
        return Grant.NOW;
    }

    private boolean isNext(PairHolder holder, boolean forPeer) {
        if (holder == favoured) {
            return true;
        }
        if (!asked.isEmpty()) {
            return asked.iterator().next() == holder;
        }
        return forPeer || wanting.isEmpty() || wanting.iterator().next() == holder;
    }

    private Grant queue(PairHolder holder, boolean forPeer) {
        if (forPeer && allConnecting() && !hasRoom(holder)) {
            forget(holder);
            return Grant.BUSY;
        }
        (forPeer ? asked : wanting).add(holder);
        evict();
        return Grant.LATER;
    }

    /**
     * The adapter, or the memory that may be registered, is used up: other connections give theirs
     * back. Where there is none, registrations of the upper layers may go; else it is hopeless.
     */
    private Grant onRefused(PairHolder holder, boolean forPeer, VerbsException e) {
        refusals++;
        if (!holders.isEmpty()) {
            refusedAbove = live();
            refusedAt = clock.nanoTime();
            return queue(holder, forPeer);
        }
        if (holder.onRefused(e.getMessage())) {
            return Grant.IMPOSSIBLE;
        }
        (forPeer ? asked : wanting).add(holder);
        return Grant.LATER;
    }

    private void forget(PairHolder holder) {
        asked.remove(holder);
        wanting.remove(holder);
    }

    private boolean allConnecting() {
        if (retired > 0) {
            return false;
        }
        for (PairHolder holder : holders) {
            if (holder.state() != ConnectionState.CONNECTING) {
                return false;
            }
        }
        return true;
    }

    /** Closes as many connections as others wait for. */
    private void evict() {
        int closing = (retired + perConnection - 1) / perConnection;
        for (PairHolder holder : holders) {
            closing += holder.state() == ConnectionState.CLOSING ? 1 : 0;
        }
        for (int missing = asked.size() + wanting.size() - closing; missing > 0; missing--) {
            PairHolder oldest = leastRecentlyUsed();
            if (oldest == null) {
                return;
            }
            evictions++;
            oldest.evict();
        }
    }

    private PairHolder leastRecentlyUsed() {
        PairHolder oldest = null;
        for (PairHolder holder : holders) {
            boolean open = holder.state() == ConnectionState.CONNECTED;
            if (open && (oldest == null || goesBefore(holder, oldest))) {
                oldest = holder;
            }
        }
        return oldest;
    }

    private static boolean goesBefore(PairHolder one, PairHolder other) {
        return one.isSpare() == other.isSpare() ? one.lastUsed() < other.lastUsed() : one.isSpare();
    }

    /** A holder has destroyed its queue pairs. */
    void give(PairHolder holder) {
        if (holders.remove(holder)) {
            live -= holder.pairs();
        }
    }

    /** A holder needs none any more. */
    void withdraw(PairHolder holder) {
        forget(holder);
    }

    /** Gives what is free to those who wait, and closes for the others; returns events. */
    int pump() {
        if (asked.isEmpty() && wanting.isEmpty()) {
            return 0;
        }
        Set<PairHolder> line = asked.isEmpty() ? wanting : asked;
        PairHolder first = line.iterator().next();
        if (hasRoom(first)) {
            favoured = first;
            line.remove(first);
            favoured.resume();
            favoured = null;
            return 1;
        }
        if (allConnecting() && !asked.isEmpty()) {
            List<PairHolder> refused = List.copyOf(asked);
            asked.clear();
            refused.forEach(PairHolder::resume);
            return refused.size();
        }
        evict();
        return 0;
    }
}
