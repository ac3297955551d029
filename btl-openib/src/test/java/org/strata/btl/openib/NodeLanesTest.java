package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.verbs.Context;
import org.strata.verbs.DeviceAttributes;
import org.strata.verbs.Provider;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpType;
import org.strata.verbs.QueuePair;
import org.strata.verbs.VerbsException;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftContext;
import org.strata.verbs.soft.SoftFabric;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** Everybody sends to everybody over queue pairs that lead to nodes, in one thread. */
final class NodeLanesTest {
    private static final int TAG = 0x41;
    private static final int HEADER = 8;
    private static final int PAYLOAD = 100;
    private static final int RANKS = 6;
    private static final int QUEUES = 2;

    private final FakeJob job = FakeJob.of(RANKS);
    private final SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
    private final Arena arena = Arena.ofShared();
    private final List<Station> stations = new ArrayList<>();
    private UnaryOperator<Provider> wrapper = provider -> provider;
    private SoftJob soft;

    /** One rank: how many messages it has sent to each other one, and received from it. */
    private final class Station {
        final Counters counters = new Counters();
        final List<String> errors = new ArrayList<>();
        final long header = Memory.allocate(arena, HEADER + PAYLOAD, 8);
        final long[] received = new long[RANKS];
        final long[] sent = new long[RANKS];
        final OpenibEndpoint[] peers = new OpenibEndpoint[RANKS];
        final OpenibBtl btl;
        final int rank;
        boolean closed;

        Station(FakeRank rank) {
            this.rank = rank.rank();
            rank.activeMessages().register(TAG, this::onMessage);
            List<Btl> links =
                    soft.component(rank, fabric, Clock.SYSTEM, null, counters)
                            .open((btl, to, rc, why) -> errors.add(why), new StringBuilder());
            btl = (OpenibBtl) links.getFirst();
        }

        /** The content says who has sent it: the receiver must come to the same. */
        private void onMessage(Btl from, BtlEndpoint sender, int tag, long address, int length) {
            int source = sender.peer().rank();
            long number = received[source]++;
            assertThat(Memory.getLong(address))
                    .as("from %d to %d, in order, once", source, rank)
                    .isEqualTo(number * RANKS + source);
        }

        OpenibEndpoint to(int peer) {
            if (peers[peer] == null) {
                peers[peer] =
                        (OpenibEndpoint)
                                btl.addPeer(job.rank(rank).proc(peer), new StringBuilder());
            }
            return peers[peer];
        }

        /** Sends the next message to a peer, if there is room. */
        void send(int peer) {
            Memory.putLong(header, sent[peer] * RANKS + rank);
            long payload = header + HEADER;
            int rc = btl.sendImmediate(to(peer), TAG, header, HEADER, null, payload, PAYLOAD);
            assertThat(rc).as("%s", errors).isIn(Rc.OK, Rc.NO_RESOURCE);
            sent[peer] += rc == Rc.OK ? 1 : 0;
        }

        SoftContext adapter() {
            return (SoftContext) btl.port().adapter().context;
        }

        long count(String name) {
            return counters.read().get("btl_openib_" + name);
        }

        void close() {
            if (!closed) {
                closed = true;
                btl.close();
            }
        }
    }

    private void open(String queues, String... changes) {
        String[] all = Settings.and(changes, "receive-queues", queues, "xrc-per-node", "true");
        soft = new SoftJob(SoftConfig.defaults(), Settings.with(all), wrapper);
        job.ranks().forEach(rank -> stations.add(new Station(rank)));
    }

    @AfterEach
    void close() {
        stations.forEach(Station::close);
        job.close();
        arena.close();
    }

    /** Every open rank sends until all others have so many messages of it. */
    private void exchange(int messages) {
        job.progressUntil(
                "messages of all to all",
                () -> {
                    sendAll(messages);
                    return arrived(messages);
                });
    }

    private void sendAll(int messages) {
        for (Station one : stations) {
            for (Station other : stations) {
                if (one != other
                        && !one.closed
                        && !other.closed
                        && one.sent[other.rank] < messages) {
                    one.send(other.rank);
                }
            }
        }
    }

    private boolean arrived(int messages) {
        for (Station one : stations) {
            for (Station other : stations) {
                boolean talk = one != other && !one.closed && !other.closed;
                if (talk && one.received[other.rank] < messages) {
                    return false;
                }
            }
        }
        return true;
    }

    private long sum(String counter) {
        return stations.stream().mapToLong(each -> each.count(counter)).sum();
    }

    /** Ranks of a domain, and the nodes that each rank has peers on; 0 puts all on one node. */
    @ParameterizedTest
    @CsvSource({"0,1", "3,2", "2,3", "1,5"})
    void aRankHasOneInitiatorForEachNodeAndQueue(int ranks, int nodes) {
        open("X,2048,64,48,16,32:X,65536,64,48,16,16", "xrc-domain-ranks", "" + ranks);
        exchange(20);
        for (Station each : stations) {
            assertThat(each.count("node_initiators")).isEqualTo(nodes * (long) QUEUES);
            assertThat(each.count("node_peers")).isEqualTo(RANKS - 1);
            assertThat(each.count("queue_pairs"))
                    .isEqualTo(each.count("node_initiators") + each.count("node_targets"));
            assertThat(each.count("fast_opens")).as("rings").isZero();
            assertThat(each.errors).isEmpty();
        }
        assertThat(sum("node_targets")).isEqualTo(sum("node_initiators"));
    }

    /** Eight requests to a channel, 32 to an initiator, and five peers that want them all. */
    @Test
    void aFullSendQueueHoldsNobodyUp() {
        open("X,2048,8,6,2,8:X,65536,8,6,2,8");
        exchange(2000);
        assertThat(stations).allSatisfy(each -> assertThat(each.errors).isEmpty());
    }

    @Test
    void aSharedQueuePairThatFailsLosesNothing() {
        open(
                "X,2048,64,48,16,32:X,65536,64,48,16,16",
                "max-reconnects",
                "1000",
                "connect-retry-delay",
                "0.1",
                "xrc-domain-ranks",
                "3");
        Random random = new Random(5);
        for (int round = 1; round <= 20; round++) {
            exchange(50 * round);
            Station victim = stations.get(random.nextInt(RANKS));
            int peer = (victim.rank + 1 + random.nextInt(RANKS - 1)) % RANKS;
            Channel[] channels = victim.to(peer).channels();
            if (channels.length > 0) {
                sendAll(50 * round + 10);
                Channel one = channels[random.nextInt(channels.length)];
                victim.adapter().failQp(one.pairs().sending());
            }
        }
        exchange(1100);
        assertThat(sum("breaks")).isGreaterThan(5);
        assertThat(stations).allSatisfy(each -> assertThat(each.errors).isEmpty());
    }

    /** Rank 0 first talks with rank 1, whose targets all its messages go through. */
    @ParameterizedTest
    @CsvSource({"1,2,3", "5,1,4", "0,1,2"})
    void ranksCloseInAnyOrder(int first, int second, int third) {
        open("X,2048,64,48,16,32:X,65536,64,48,16,16");
        exchange(10);
        stations.get(first).close();
        exchange(30);
        stations.get(second).close();
        stations.get(third).close();
        exchange(50);
        assertThat(stations).allSatisfy(each -> assertThat(each.errors).isEmpty());
    }

    /** A peer that is removed leaves the others' messages alone; the last one ends the lane. */
    @Test
    void theLastPeerOfANodeEndsItsQueuePairs() {
        open("X,2048,64,48,16,32:X,65536,64,48,16,16");
        Station one = stations.getFirst();
        for (int peer = 1; peer < RANKS; peer++) {
            int to = peer;
            job.progressUntil("room", () -> sentOne(one, to));
            job.progressUntil("its message", () -> stations.get(to).received[0] == 1);
        }
        assertThat(one.count("node_initiators")).isEqualTo(QUEUES);
        SharedSends requests = one.to(1).channels()[0].pairs().common();
        for (int peer = 1; peer < RANKS; peer++) {
            long left = RANKS - 1L - peer;
            one.btl.removePeer(one.to(peer));
            job.progressUntil("its end", () -> one.count("node_peers") == left);
            assertThat(requests.users()).isEqualTo((int) left);
        }
        job.progressUntil("the end of the lane", () -> one.count("node_initiators") == 0);
        assertThat(one.count("queue_pairs")).isEqualTo(one.count("node_targets"));
        assertThat(one.errors).isEmpty();
    }

    /** At the start all peers want the first lane: those that it has no requests for do not. */
    @Test
    void aFullLaneIsFollowedByAnother() {
        wrapper = FewRequests::new;
        open("X,2048,8,6,2,8:X,65536,8,6,2,8");
        exchange(100);
        for (Station each : stations) {
            assertThat(each.count("node_initiators")).isEqualTo(2L * QUEUES);
            assertThat(each.count("node_peers")).isEqualTo(RANKS - 1);
            assertThat(each.errors).isEmpty();
        }
    }

    /** A lane of which the adapter has made a part only is made again, whole. */
    @Test
    void anAdapterThatRefusesAQueuePairIsAskedAgain() {
        wrapper = SecondRefused::new;
        open("X,2048,64,48,16,32:X,65536,64,48,16,16");
        exchange(10);
        for (Station each : stations) {
            assertThat(each.count("node_initiators")).isEqualTo(QUEUES);
            assertThat(each.errors).isEmpty();
        }
    }

    /** A lane that is connected when nobody wants it any more goes. */
    @Test
    void aPeerThatIsRemovedBeforeItsLaneIsConnectedLeavesNone() {
        open("X,2048,64,48,16,32:X,65536,64,48,16,16");
        Station one = stations.getFirst();
        Station other = stations.get(1);
        one.send(1);
        job.progressUntil("a lane", () -> one.count("node_initiators") > 0);
        one.btl.removePeer(one.to(1));
        job.progressUntil("its end at the other", () -> other.count("node_targets") == 0);
        job.progressUntil("the end of the lane", () -> one.count("node_initiators") == 0);
        assertThat(one.errors).isEmpty();
        assertThat(other.received[0]).isZero();
    }

    /** With the lane to a node goes the link to its carrier, and no other. */
    @Test
    void whoWaitsForALaneThatIsLostCarriesTheNext() {
        open("X,2048,64,48,16,32:X,65536,64,48,16,16");
        Station one = stations.getFirst();
        for (int peer = 1; peer < RANKS; peer++) {
            one.send(peer);
        }
        job.progressUntil("a lane", () -> one.count("node_initiators") > 0);
        assertThat(one.count("node_peers")).as("all wait for it").isZero();
        one.btl.lost(one.to(1), "rank 1 has ended");
        job.progressUntil("the messages of the others", () -> haveOne(2));
        assertThat(one.count("node_peers")).isEqualTo(RANKS - 2L);
        assertThat(stations.get(1).received[0]).isZero();
    }

    /** A carrier keeps nothing for a process that is gone. */
    @Test
    void theTargetsOfALostProcessGo() {
        open("X,2048,64,48,16,32:X,65536,64,48,16,16");
        exchange(1);
        Station carrier =
                stations.stream().filter(each -> each.count("node_targets") > 0).findFirst().get();
        long targets = carrier.count("node_targets");
        for (int peer = 0; peer < RANKS; peer++) {
            if (peer != carrier.rank) {
                carrier.btl.lost(carrier.to(peer), "it has ended");
            }
        }
        assertThat(targets).isPositive();
        job.progressUntil("its targets' end", () -> carrier.count("node_targets") == 0);
    }

    /** Adapters whose send queues have room for two requests of each of four peers. */
    private static final class FewRequests extends WrappedProvider {
        FewRequests(Provider provider) {
            super(provider);
        }

        @Override
        public Context open(String device) {
            return new WrappedContext(provider.open(device)) {
                @Override
                public DeviceAttributes attributes() {
                    DeviceAttributes a = super.attributes();
                    return new DeviceAttributes(
                            a.vendor(),
                            a.ports(),
                            a.maxQp(),
                            4 * SharedSends.OWN,
                            a.maxSge(),
                            a.maxInline(),
                            a.maxCq(),
                            a.maxCqe(),
                            a.maxMr(),
                            a.maxMrSize(),
                            a.maxSrq(),
                            a.maxSrqWr(),
                            a.maxRdAtomic(),
                            a.maxInitRdAtomic(),
                            a.xrc(),
                            a.srqResize(),
                            a.atomics(),
                            a.onDemand(),
                            a.maxMessage(),
                            a.transport());
                }
            };
        }
    }

    /** Adapters that have no more initiators when they are asked for the second one. */
    private static final class SecondRefused extends WrappedProvider {
        SecondRefused(Provider provider) {
            super(provider);
        }

        @Override
        public Context open(String device) {
            return new WrappedContext(provider.open(device)) {
                private int initiators;

                @Override
                public QueuePair createQp(QpInit init) {
                    if (init.type() == QpType.XRC_SEND && ++initiators == 2) {
                        throw new VerbsException(VerbsException.ENOMEM, "none left");
                    }
                    return super.createQp(init);
                }
            };
        }
    }

    private boolean haveOne(int from) {
        return stations.subList(from, RANKS).stream().allMatch(each -> each.received[0] == 1);
    }

    private static boolean sentOne(Station one, int to) {
        one.send(to);
        return one.sent[to] == 1;
    }

    /** A packet that names a channel of another queue is given back without being read. */
    @Test
    void aChannelTakesPacketsOfItsOwnQueueOnly() {
        open("X,2048,64,48,16,32:X,65536,64,48,16,16");
        exchange(1);
        Channel[] channels = stations.getFirst().to(1).channels();
        SharedQueue high = stations.getFirst().btl.parts().queues().sharedQueue(0);
        assertThat(channels[0].takesFrom(high)).isTrue();
        assertThat(channels[1].takesFrom(high)).isFalse();
    }
}
