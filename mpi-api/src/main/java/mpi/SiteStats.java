package mpi;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What one line of the program has waited in one MPI function. */
final class SiteStats {
    /** Peers that are kept apart, beside which the others do not count. */
    private static final int PEERS = 32;

    final String call;
    final String place;
    long waits;
    long waiting;
    long sampled;
    private final Map<Integer, Long> byPeer = new ConcurrentHashMap<>();

    SiteStats(String call, String place) {
        this.call = call;
        this.place = place;
    }

    void add(int peer, long nanos) {
        waiting += nanos;
        if (byPeer.size() < PEERS || byPeer.containsKey(peer)) {
            byPeer.merge(peer, nanos, Long::sum);
        }
    }

    /** Adds what another thread has waited at the same line. */
    SiteStats plus(SiteStats other) {
        SiteStats sum = new SiteStats(call, place);
        sum.waits = waits + other.waits;
        sum.waiting = waiting + other.waiting;
        sum.sampled = sampled + other.sampled;
        sum.byPeer.putAll(byPeer);
        other.byPeer.forEach((peer, nanos) -> sum.byPeer.merge(peer, nanos, Long::sum));
        return sum;
    }

    /** Returns the peer that the line has waited for longest; {@code none} if it has not. */
    int longest(int none) {
        return byPeer.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(none);
    }
}
