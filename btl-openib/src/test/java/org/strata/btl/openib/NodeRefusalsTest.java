package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.btl.openib.NodeCrew.Station;
import org.strata.opal.Rc;
import org.strata.verbs.Context;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpType;
import org.strata.verbs.QueuePair;
import org.strata.verbs.VerbsException;
import org.strata.verbs.soft.SoftContext;

/** Lanes to nodes that cannot be had for too long, or break too often: their peers learn why. */
final class NodeRefusalsTest {
    private static final int RANKS = 3;
    private static final int QUEUES = 2;

    private QpType refused;

    private final NodeCrew crew =
            new NodeCrew(
                    RANKS,
                    0,
                    OtherPairs.by(this::make),
                    "X,2048,64,48,16,32:X,65536,64,48,16,16",
                    "connect-timeout",
                    "0.5",
                    "max-reconnects",
                    "2",
                    "connect-retry-delay",
                    "0.1");

    private final Station one = crew.stations.getFirst();

    @AfterEach
    void close() {
        crew.close();
    }

    /** Adapters have none of the queue pairs of one kind left. */
    private QueuePair make(Context adapter, QpInit init) {
        if (init.type() == refused) {
            throw new VerbsException(VerbsException.ENOMEM, "none left");
        }
        return adapter.createQp(init);
    }

    private void sendToAll() {
        for (int peer = 1; peer < RANKS; peer++) {
            if (!one.lost.containsKey(peer)) {
                assertThat(one.send(peer, NodeCrew.SHORT)).isTrue();
            }
        }
    }

    /** Either end's adapter has none left: no message waits forever. */
    @ParameterizedTest
    @EnumSource(
            value = QpType.class,
            names = {"XRC_SEND", "XRC_RECV"})
    void whereNoQueuePairsAreLeftThePeersAreLostWithTheReason(QpType kind) {
        refused = kind;
        sendToAll();
        crew.until("the loss of all", () -> one.lost.size() == RANKS - 1);
        assertThat(one.lost.values()).allSatisfy(why -> assertThat(why).contains("none left"));
        for (int peer = 1; peer < RANKS; peer++) {
            assertThat(one.offer(peer, NodeCrew.SHORT)).isEqualTo(Rc.LINK_FAILED);
        }
        assertThat(one.count("queue_pairs")).isZero();
    }

    /** They come back in time: nothing is lost. */
    @ParameterizedTest
    @EnumSource(
            value = QpType.class,
            names = {"XRC_SEND", "XRC_RECV"})
    void queuePairsThatComeInTimeServe(QpType kind) {
        refused = kind;
        sendToAll();
        for (int i = 0; i < 200; i++) {
            crew.step();
        }
        refused = null;
        crew.until("the messages", this::arrived);
        assertThat(one.lost).isEmpty();
    }

    /** A lane survives two breaks; with the third its carrier is lost, and the other carries on. */
    @Test
    void aLaneThatBreaksTooOftenIsLostWithItsCarrier() {
        sendToAll();
        for (int carrier = 1; carrier < RANKS; carrier++) {
            for (int i = 1; i <= 2; i++) {
                crew.until("the messages", this::arrived);
                breakLane();
                sendToAll();
                assertThat(one.lost).hasSize(carrier - 1);
            }
            crew.until("the messages", this::arrived);
            assertThat(one.count("node_initiators")).isEqualTo(QUEUES);
            assertThat(one.count("queue_pairs")).isEqualTo(QUEUES + one.count("node_targets"));
            breakLane();
            sendToAll();
            int gone = carrier;
            crew.until("its loss", () -> one.lost.containsKey(gone));
            assertThat(one.lost).hasSize(carrier);
            assertThat(one.lost.get(carrier)).contains("a queue pair to a node failed");
            assertThat(crew.sum("breaks")).isEqualTo(3L * carrier);
        }
        assertThat(one.count("queue_pairs")).isEqualTo(one.count("node_targets"));
    }

    private void breakLane() {
        WrappedContext adapter = (WrappedContext) one.btl.port().adapter().context;
        Channel last = one.to(RANKS - 1).channels()[0];
        ((SoftContext) adapter.context).failQp(last.pairs().sending());
        crew.until("a break", () -> one.count("node_peers") == 0);
    }

    private boolean arrived() {
        return crew.stations.stream()
                .skip(1)
                .allMatch(each ->
                        one.lost.containsKey(each.rank) || each.received[0] == one.sent[each.rank]);
    }
}
