package org.strata.testkit.timed;

import org.strata.mca.oob.Oob;
import org.strata.testkit.sim.SimWorld;
import org.strata.verbs.Gid;
import org.strata.verbs.Provider;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/** The time of a job, its ranks, and the wires between their adapters. Single-threaded. */
public final class TimedNetwork {
    /** When everybody waits, timers may be what they wait for. */
    private static final long NUDGE_NANOS = 100_000;

    private static final int MOST_NUDGES = 100_000;

    private final SimWorld world = new SimWorld(0);
    private final Costs costs;
    private final List<TimedRank> ranks = new ArrayList<>();
    private final int ranksPerAdapter;

    /** The wires of each node's ports, in the order in which a rank opens them. */
    private final List<List<Wire>> nodes = new ArrayList<>();

    private final Map<TimedRank, Integer> portsOpened = new HashMap<>();

    /** Queue pairs by port and number. */
    private final Map<Gid, Map<Integer, TimedQp>> pairs = new HashMap<>();

    private final Map<String, Map<Integer, TimedSrq>> domains = new HashMap<>();
    private final Arena arena = Arena.ofAuto();
    private long refusals;

    /**
     * @param costs what things cost, everywhere
     */
    public TimedNetwork(Costs costs) {
        this(costs, 1);
    }

    /**
     * @param costs what things cost, everywhere
     * @param ranksPerAdapter ranks of a node, which follow each other and share its adapters: what
     *     they send takes turns on the wire
     */
    public TimedNetwork(Costs costs, int ranksPerAdapter) {
        this.costs = costs;
        this.ranksPerAdapter = ranksPerAdapter;
    }

    /** Adds a rank. */
    public TimedRank addRank() {
        TimedRank rank = new TimedRank(costs);
        ranks.add(rank);
        return rank;
    }

    /** Gives a rank adapters whose work takes time. */
    public Provider adapters(TimedRank rank, Provider inner) {
        return new TimedProvider(this, rank, inner);
    }

    /**
     * Gives a rank an out-of-band channel whose messages take their time.
     *
     * @param ranks the rank of each number
     */
    public Oob oob(TimedRank rank, IntFunction<TimedRank> ranks, Oob inner) {
        return new TimedOob(this, rank, ranks, inner);
    }

    /** Returns the time that events have reached; the clock for the adapters' own timers. */
    public long now() {
        return world.now();
    }

    /** Returns the nanoseconds in which the ports of a rank's node moved bytes out, summed. */
    public long busy(TimedRank rank) {
        return node(rank).stream().mapToLong(Wire::busy).sum();
    }

    private List<Wire> node(TimedRank rank) {
        int node = ranks.indexOf(rank) / ranksPerAdapter;
        while (nodes.size() <= node) {
            nodes.add(new ArrayList<>());
        }
        return nodes.get(node);
    }

    /**
     * Lets time pass until something holds.
     *
     * @throws IllegalStateException when nothing happens any more
     */
    public void runUntil(String what, BooleanSupplier done) {
        ranks.forEach(rank -> rank.wakeAt(rank.nanoTime()));
        int nudges = 0;
        while (!done.getAsBoolean()) {
            if (isQuiet()) {
                if (++nudges > MOST_NUDGES) {
                    throw new IllegalStateException("hang: waited for " + what);
                }
                nudge();
            }
            nudges = advance() ? 0 : nudges;
        }
    }

    /** Lets everything that is under way arrive. */
    public void settle() {
        while (!isQuiet()) {
            advance();
        }
    }

    /** Everybody waits, and nothing will come. */
    private boolean isQuiet() {
        return world.next() == Long.MAX_VALUE && furthestBehind().wake() == Long.MAX_VALUE;
    }

    private TimedRank furthestBehind() {
        TimedRank least = ranks.getFirst();
        for (TimedRank rank : ranks) {
            least = rank.wake() < least.wake() ? rank : least;
        }
        return least;
    }

    /** One event or one poll, whichever is next; returns whether a rank found something to do. */
    private boolean advance() {
        TimedRank next = furthestBehind();
        if (world.next() <= next.wake()) {
            world.step();
            return false;
        }
        return next.poll();
    }

    private void nudge() {
        long latest = world.now();
        for (TimedRank rank : ranks) {
            latest = Math.max(latest, rank.nanoTime());
        }
        long time = latest + NUDGE_NANOS;
        world.at(time, () -> ranks.forEach(rank -> rank.wakeAt(time)));
    }

    /** Returns how often a message came to a receiver that was not ready. */
    public long refusals() {
        return refusals;
    }

    // For the adapters.

    void countRefusal() {
        refusals++;
    }

    /** Returns what owns the copies of requests. */
    Arena arena() {
        return arena;
    }

    /** Returns the shared queues of an XRC domain, by number. */
    Map<Integer, TimedSrq> queues(String domain) {
        return domains.computeIfAbsent(domain, name -> new HashMap<>());
    }

    SimWorld world() {
        return world;
    }

    /** Returns the wire of the next port that a rank opens. */
    Wire openWire(TimedRank rank) {
        int port = portsOpened.merge(rank, 1, Integer::sum) - 1;
        List<Wire> wires = node(rank);
        if (port == wires.size()) {
            wires.add(new Wire(world, costs));
        }
        return wires.get(port);
    }

    void add(Gid port, TimedQp pair) {
        pairs.computeIfAbsent(port, key -> new HashMap<>()).put(pair.number(), pair);
    }

    void remove(Gid port, TimedQp pair) {
        pairs.get(port).remove(pair.number(), pair);
    }

    /** Returns a queue pair, or null when it is gone. */
    TimedQp find(Gid port, int number) {
        return pairs.getOrDefault(port, Map.of()).get(number);
    }
}
