package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.btl.openib.NodeCrew.Station;
import org.strata.btl.openib.connect.QueueOffer;
import org.strata.verbs.Context;
import org.strata.verbs.DeviceAttributes;
import org.strata.verbs.Provider;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpType;
import org.strata.verbs.QueuePair;
import org.strata.verbs.VerbsException;

import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** Everybody sends to everybody over queue pairs that lead to nodes, in one thread. */
final class NodeLanesTest {
    private static final int RANKS = 6;
    private static final int QUEUES = 2;

    private UnaryOperator<Provider> wrapper = provider -> provider;
    private NodeCrew crew;
    private List<Station> stations;

    private void open(String queues, String... changes) {
        crew = new NodeCrew(RANKS, 0, wrapper, queues, changes);
        stations = crew.stations;
    }

    @AfterEach
    void close() {
        crew.close();
    }

    private void exchange(int messages) {
        crew.exchange(messages, NodeCrew.SHORT);
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
            assertThat(each.lost).isEmpty();
        }
        assertThat(crew.sum("node_targets")).isEqualTo(crew.sum("node_initiators"));
    }

    /** Eight requests to a channel, 32 to an initiator, and five peers that want them all. */
    @Test
    void aFullSendQueueHoldsNobodyUp() {
        open("X,2048,8,6,2,8:X,65536,8,6,2,8");
        exchange(2000);
        assertThat(stations).allSatisfy(each -> assertThat(each.lost).isEmpty());
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
                crew.sendAll(50 * round + 10, NodeCrew.SHORT);
                Channel one = channels[random.nextInt(channels.length)];
                victim.adapter().failQp(one.pairs().sending());
            }
        }
        exchange(1100);
        assertThat(crew.sum("breaks")).isGreaterThan(5);
        assertThat(stations).allSatisfy(each -> assertThat(each.lost).isEmpty());
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
        assertThat(stations).allSatisfy(each -> assertThat(each.lost).isEmpty());
    }

    /** A peer that is removed leaves the others' messages alone; the last one ends the lane. */
    @Test
    void theLastPeerOfANodeEndsItsQueuePairs() {
        open("X,2048,64,48,16,32:X,65536,64,48,16,16");
        Station one = stations.getFirst();
        for (int peer = 1; peer < RANKS; peer++) {
            int to = peer;
            crew.until("room", () -> one.send(to, NodeCrew.SHORT));
            crew.until("its message", () -> stations.get(to).received[0] == 1);
        }
        assertThat(one.count("node_initiators")).isEqualTo(QUEUES);
        SharedSends requests = one.to(1).channels()[0].pairs().common();
        for (int peer = 1; peer < RANKS; peer++) {
            long left = RANKS - 1L - peer;
            one.btl.removePeer(one.to(peer));
            crew.until("its end", () -> one.count("node_peers") == left);
            assertThat(requests.users()).isEqualTo((int) left);
        }
        crew.until("the end of the lane", () -> one.count("node_initiators") == 0);
        assertThat(one.lost).isEmpty();
    }

    /** At the start all peers want the first lane: those that it has no requests for do not. */
    @Test
    void aFullLaneIsFollowedByAnother() {
        wrapper = FewRequests::new;
        open("X,2048,8,6,2,8:X,65536,8,6,2,8");
        crew.exchange(100, NodeCrew.SHORT);
        for (Station each : stations) {
            assertThat(each.count("node_initiators")).isEqualTo(2L * QUEUES);
            assertThat(each.count("node_peers")).isEqualTo(RANKS - 1);
            assertThat(each.lost).isEmpty();
        }
    }

    /** A lane of which the adapter has made a part only is made again, whole. */
    @Test
    void anAdapterThatRefusesAQueuePairIsAskedAgain() {
        wrapper = SecondRefused::new;
        open("X,2048,64,48,16,32:X,65536,64,48,16,16");
        crew.exchange(10, NodeCrew.SHORT);
        for (Station each : stations) {
            assertThat(each.count("node_initiators")).isEqualTo(QUEUES);
            assertThat(each.lost).isEmpty();
        }
    }

    /** A lane that is connected when nobody wants it any more goes. */
    @Test
    void aPeerThatIsRemovedBeforeItsLaneIsConnectedLeavesNone() {
        open("X,2048,64,48,16,32:X,65536,64,48,16,16");
        Station one = stations.getFirst();
        Station other = stations.get(1);
        one.send(1, NodeCrew.SHORT);
        crew.until("a lane", () -> one.count("node_initiators") > 0);
        one.btl.removePeer(one.to(1));
        crew.until("its end at the other", () -> other.count("node_targets") == 0);
        crew.until("the end of the lane", () -> one.count("node_initiators") == 0);
        assertThat(one.lost).isEmpty();
        assertThat(other.received[0]).isZero();
    }

    /** With the lane to a node goes the link to its carrier, and no other. */
    @Test
    void whoWaitsForALaneThatIsLostCarriesTheNext() {
        open("X,2048,64,48,16,32:X,65536,64,48,16,16");
        Station one = stations.getFirst();
        for (int peer = 1; peer < RANKS; peer++) {
            one.send(peer, NodeCrew.SHORT);
        }
        crew.until("a lane", () -> one.count("node_initiators") > 0);
        assertThat(one.count("node_peers")).as("all wait for it").isZero();
        one.to(1).connection().fail("rank 1 has ended");
        crew.until("the messages of the others", () -> haveOne(2));
        assertThat(one.count("node_peers")).isEqualTo(RANKS - 2L);
        assertThat(stations.get(1).received[0]).isZero();
    }

    /** A carrier keeps nothing for a process that is gone. */
    @Test
    void theTargetsOfALostProcessGo() {
        open("X,2048,64,48,16,32:X,65536,64,48,16,16");
        crew.exchange(1, NodeCrew.SHORT);
        Station carrier =
                stations.stream().filter(each -> each.count("node_targets") > 0).findFirst().get();
        long targets = carrier.count("node_targets");
        for (int peer = 0; peer < RANKS; peer++) {
            if (peer != carrier.rank) {
                carrier.to(peer).connection().fail("it has ended");
            }
        }
        assertThat(targets).isPositive();
        crew.until("its targets' end", () -> carrier.count("node_targets") == 0);
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
                    int requests = 4 * SharedSends.OWN;
                    return OtherAttributes.of(a, a.ports(), requests, a.transport());
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

    /**
     * A packet that comes by one receive queue and names the receiver's channel of the other is
     * dropped without being read, and its buffer goes back to the queue that it is of.
     */
    @Test
    void aChannelTakesPacketsOfItsOwnQueueOnly() {
        open("X,2048,64,48,16,32:X,65536,64,48,16,16");
        exchange(1);
        Station one = stations.getFirst();
        Station other = stations.get(1);
        LinkQueues queues = other.btl.parts().queues();
        SharedQueue low = queues.sharedQueue(1);
        crew.until("idle", () -> one.btl.flushed());
        Channel[] ways = one.to(1).channels();
        int number = low.queue().number();
        ways[1].connect(new QueueOffer(0, 0, 0, 1, 0, number, ways[0].remoteNumber()));
        int ofHigh = queues.sharedQueue(0).posted();
        int ofLow = low.posted();
        assertThat(one.send(1, NodeCrew.LONG)).isTrue();
        crew.until("its arrival", () -> one.btl.flushed());
        crew.until("its completion", () -> other.received[0] > 1 || low.posted() < ofLow);
        assertThat(other.received[0]).isEqualTo(1);
        assertThat(queues.sharedQueue(0).posted()).isEqualTo(ofHigh);
    }
}
