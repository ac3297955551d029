package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.memory.Memory;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.verbs.Provider;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftContext;
import org.strata.verbs.soft.SoftFabric;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * Ranks that share queue pairs by node, in one thread and in virtual time, so that a seed repeats a
 * run; every message says who has sent it and which one it is. A rank may die: from then on it does
 * nothing, its adapter answers nobody, and it reads no message out of band.
 */
final class NodeCrew implements AutoCloseable {
    /** Payload of a message of the first receive queue, and of one of the second. */
    static final int SHORT = 100;

    static final int LONG = 5_000;

    private static final int TAG = 0x41;
    private static final int HEADER = 8;

    /** A step in which something happens, and one in which all wait for the time to pass. */
    private static final long BUSY_NANOS = 20_000;

    private static final long IDLE_NANOS = 1_000_000;

    private static final int MOST_STEPS = 400_000;

    final FakeJob job;
    final List<Station> stations = new ArrayList<>();
    private final SoftFabric fabric = SoftFabric.inProcess(() -> now(), FaultPlan.NONE);
    private final Arena arena = Arena.ofShared();
    private final SoftJob soft;
    private final Random turns;
    private long now;

    /** One rank: how many messages it has sent to each other one, and received from it. */
    final class Station {
        final Counters counters = new Counters();

        /** Why links are lost, by the peer. */
        final Map<Integer, String> lost = new TreeMap<>();

        final int rank;
        final long[] received;
        final long[] sent;
        final OpenibBtl btl;
        boolean closed;
        boolean dead;
        private final FakeRank host;
        private final OpenibEndpoint[] peers;
        private final long header = Memory.allocate(arena, HEADER + LONG, 8);

        Station(FakeRank host) {
            this.host = host;
            rank = host.rank();
            int size = host.job().size();
            received = new long[size];
            sent = new long[size];
            peers = new OpenibEndpoint[size];
            host.activeMessages().register(TAG, this::onMessage);
            List<Btl> links =
                    soft.component(host, fabric, () -> now, null, counters)
                            .open(this::onError, new StringBuilder());
            btl = (OpenibBtl) links.getFirst();
        }

        private void onError(Btl from, BtlEndpoint peer, int rc, String why) {
            assertThat(lost.put(peer.peer().rank(), why)).as("reported once").isNull();
        }

        private void onMessage(Btl from, BtlEndpoint sender, int tag, long address, int length) {
            int source = sender.peer().rank();
            long number = received[source]++;
            assertThat(Memory.getLong(address))
                    .as("from %d to %d, in order, once", source, rank)
                    .isEqualTo(number * sent.length + source);
        }

        OpenibEndpoint to(int peer) {
            if (peers[peer] == null) {
                peers[peer] = (OpenibEndpoint) btl.addPeer(host.proc(peer), new StringBuilder());
            }
            return peers[peer];
        }

        /** Sends the next message to a peer, if there is room; returns whether it has. */
        boolean send(int peer, int bytes) {
            int rc = offer(peer, bytes);
            assertThat(rc).as("%s", lost).isIn(Rc.OK, Rc.NO_RESOURCE);
            return rc == Rc.OK;
        }

        /** As {@link #send}, to a peer that may be lost; returns the result. */
        int offer(int peer, int bytes) {
            Memory.putLong(header, sent[peer] * sent.length + rank);
            long payload = header + HEADER;
            int rc = btl.sendImmediate(to(peer), TAG, header, HEADER, null, payload, bytes);
            sent[peer] += rc == Rc.OK ? 1 : 0;
            return rc;
        }

        SoftContext adapter() {
            return (SoftContext) btl.port().adapter().context;
        }

        long count(String name) {
            return counters.read().get("btl_openib_" + name);
        }

        boolean alive() {
            return !closed && !dead;
        }

        /** Ends as at SIGKILL. */
        void die() {
            dead = true;
            adapter().fail();
            host.oob().listen(OpenibComponent.CONNECT, (source, bytes) -> {});
        }

        void close() {
            if (!closed) {
                closed = true;
                btl.close();
            }
        }
    }

    /**
     * @param seed in which order ranks have their turns; 0 for that of their numbers
     */
    NodeCrew(int ranks, long seed, String queues, String... changes) {
        this(ranks, seed, provider -> provider, queues, changes);
    }

    /**
     * @param wrapper what ranks see of their adapters
     */
    NodeCrew(
            int ranks,
            long seed,
            UnaryOperator<Provider> wrapper,
            String queues,
            String... changes) {
        String[] all = Settings.and(changes, "receive-queues", queues, "xrc-per-node", "true");
        turns = seed == 0 ? null : new Random(seed);
        SoftConfig adapters = SoftConfig.defaults().withRegistration(0, SoftConfig.Pin.OFF);
        soft = new SoftJob(adapters, Settings.with(all), wrapper);
        job = FakeJob.of(ranks);
        job.ranks().forEach(rank -> stations.add(new Station(rank)));
    }

    private long now() {
        return now;
    }

    /** Everybody who lives polls once, or in random order now and then. */
    void step() {
        int events = 0;
        for (int i = 0; i < stations.size(); i++) {
            Station one = stations.get(turns == null ? i : turns.nextInt(stations.size()));
            events += one.dead ? 0 : one.host.progress();
        }
        now += events == 0 ? IDLE_NANOS : BUSY_NANOS;
    }

    void until(String what, BooleanSupplier done) {
        for (int steps = 0; !done.getAsBoolean(); steps++) {
            step();
            if (steps == MOST_STEPS) {
                List<Integer> alive = living().stream().map(one -> one.rank).toList();
                throw new AssertionError("hang: " + alive + " waited for " + what + job.describe());
            }
        }
    }

    /** Every living rank sends until all others that live have so many messages of it. */
    void exchange(int messages, int bytes) {
        until(
                "messages of all to all",
                () -> {
                    sendAll(messages, bytes);
                    return arrived(messages);
                });
    }

    void sendAll(int messages, int bytes) {
        for (Station one : stations) {
            for (Station other : stations) {
                if (talk(one, other) && one.sent[other.rank] < messages) {
                    one.send(other.rank, bytes);
                }
            }
        }
    }

    boolean arrived(int messages) {
        for (Station one : stations) {
            for (Station other : stations) {
                if (talk(one, other) && one.received[other.rank] < messages) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean talk(Station one, Station other) {
        return one != other && one.alive() && other.alive();
    }

    List<Station> living() {
        return stations.stream().filter(Station::alive).toList();
    }

    long sum(String counter) {
        return stations.stream().mapToLong(each -> each.count(counter)).sum();
    }

    @Override
    public void close() {
        stations.forEach(Station::close);
        job.close();
        arena.close();
    }
}
