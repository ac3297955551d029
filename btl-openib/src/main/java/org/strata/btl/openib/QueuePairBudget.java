package org.strata.btl.openib;

import org.strata.btl.openib.connect.ConnectionHost.Grant;
import org.strata.btl.openib.connect.ConnectionState;
import org.strata.opal.time.Clock;
import org.strata.verbs.VerbsException;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Who may have queue pairs, where their number is bounded. When all are taken, the connection least
 * recently used is closed. Requests of peers go before wishes of our own, since the peer already
 * holds its queue pairs and will take ours; a request is turned down only while all that there are
 * wait for peers themselves, so that no circle of ranks waits for ever. Where the adapter or the
 * memory that may be registered is used up, those that exist are the bound for a while. Tier 3.
 */
final class QueuePairBudget {
    /** How long a refusal counts: memory may have been given back since. */
    private static final long REFUSAL_NANOS = 20_000_000L;

    private final Clock clock;
    private final int perConnection;
    private final int most;
    private final List<OpenibEndpoint> holders = new ArrayList<>();
    private final Set<OpenibEndpoint> asked = new LinkedHashSet<>();
    private final Set<OpenibEndpoint> wanting = new LinkedHashSet<>();

    /** Queue pairs that existed when the adapter had no more, and when that was. */
    private int refusedAbove = Integer.MAX_VALUE;

    private long refusedAt;

    /** Queue pairs of ended connections that have not been destroyed. */
    private int retired;

    /** Whose turn it is while {@link #pump} runs. */
    private OpenibEndpoint favoured;

    /** Connections made, and connections closed to make room for others. */
    int opened;

    int evictions;

    /** Connections that the adapter had no queue pairs or memory for. */
    int refusals;

    /**
     * @param most queue pairs at once; 0 for any number
     */
    QueuePairBudget(Clock clock, int perConnection, int most) {
        this.clock = clock;
        this.perConnection = perConnection;
        this.most = most <= 0 ? Integer.MAX_VALUE : Math.max(most, perConnection);
    }

    /** Returns the queue pairs that exist. */
    int live() {
        return holders.size() * perConnection + retired;
    }

    /** More queue pairs, or less, wait for their destruction. */
    void retire(int pairs) {
        retired += pairs;
    }

    private boolean hasRoom() {
        if (clock.nanoTime() - refusedAt > REFUSAL_NANOS) {
            refusedAbove = Integer.MAX_VALUE;
        }
        return live() + perConnection <= Math.min(most, refusedAbove);
    }

    /** Makes the queue pairs of an endpoint if there is room, else takes note of it. */
    Grant take(OpenibEndpoint endpoint, boolean forPeer) {
        if (!hasRoom() || !isNext(endpoint, forPeer)) {
            return queue(endpoint, forPeer);
        }
        forget(endpoint);
        try {
            endpoint.host().openChannels();
        } catch (VerbsException e) {
            return onRefused(endpoint, forPeer, e);
        }
        endpoint.host().onGranted();
        holders.add(endpoint);
        opened++;
        return Grant.NOW;
    }

    private boolean isNext(OpenibEndpoint endpoint, boolean forPeer) {
        if (endpoint == favoured) {
            return true;
        }
        if (!asked.isEmpty()) {
            return asked.iterator().next() == endpoint;
        }
        return forPeer || wanting.isEmpty() || wanting.iterator().next() == endpoint;
    }

    private Grant queue(OpenibEndpoint endpoint, boolean forPeer) {
        if (forPeer && allConnecting() && !hasRoom()) {
            forget(endpoint);
            return Grant.BUSY;
        }
        (forPeer ? asked : wanting).add(endpoint);
        evict();
        return Grant.LATER;
    }

    /**
     * The adapter, or the memory that may be registered, is used up: other connections give theirs
     * back. Where there is none, registrations of the upper layers may go; else it is hopeless.
     */
    private Grant onRefused(OpenibEndpoint endpoint, boolean forPeer, VerbsException e) {
        refusals++;
        if (!holders.isEmpty()) {
            refusedAbove = live();
            refusedAt = clock.nanoTime();
            return queue(endpoint, forPeer);
        }
        if (endpoint.host().onRefused(e.getMessage())) {
            return Grant.IMPOSSIBLE;
        }
        (forPeer ? asked : wanting).add(endpoint);
        return Grant.LATER;
    }

    private void forget(OpenibEndpoint endpoint) {
        asked.remove(endpoint);
        wanting.remove(endpoint);
    }

    private boolean allConnecting() {
        if (retired > 0) {
            return false;
        }
        for (OpenibEndpoint holder : holders) {
            if (holder.state() != ConnectionState.CONNECTING) {
                return false;
            }
        }
        return true;
    }

    /** Closes as many connections as others wait for. */
    private void evict() {
        int closing = (retired + perConnection - 1) / perConnection;
        for (OpenibEndpoint holder : holders) {
            closing += holder.state() == ConnectionState.CLOSING ? 1 : 0;
        }
        for (int missing = asked.size() + wanting.size() - closing; missing > 0; missing--) {
            OpenibEndpoint oldest = leastRecentlyUsed();
            if (oldest == null) {
                return;
            }
            evictions++;
            oldest.evict();
        }
    }

    private OpenibEndpoint leastRecentlyUsed() {
        OpenibEndpoint oldest = null;
        for (OpenibEndpoint holder : holders) {
            boolean open = holder.state() == ConnectionState.CONNECTED;
            if (open && (oldest == null || holder.lastUsed() < oldest.lastUsed())) {
                oldest = holder;
            }
        }
        return oldest;
    }

    /** An endpoint has destroyed its queue pairs. */
    void give(OpenibEndpoint endpoint) {
        holders.remove(endpoint);
    }

    /** An endpoint needs none any more. */
    void withdraw(OpenibEndpoint endpoint) {
        forget(endpoint);
    }

    /** Gives what is free to those who wait, and closes for the others; returns events. */
    int pump() {
        if (asked.isEmpty() && wanting.isEmpty()) {
            return 0;
        }
        if (hasRoom()) {
            Set<OpenibEndpoint> line = asked.isEmpty() ? wanting : asked;
            favoured = line.iterator().next();
            line.remove(favoured);
            favoured.resume();
            favoured = null;
            return 1;
        }
        if (allConnecting() && !asked.isEmpty()) {
            List<OpenibEndpoint> refused = List.copyOf(asked);
            asked.clear();
            refused.forEach(OpenibEndpoint::resume);
            return refused.size();
        }
        evict();
        return 0;
    }
}
