package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;

import java.util.ArrayList;
import java.util.List;

/** Part of {@link PmlContract}: every operation that needs a lost peer ends with an error. */
abstract class PmlLossContract extends PmlRequestContract {
    private static final int SMALL_OF_FLOOD = 480;
    private static final int MOST_OF_FLOOD = 10_000;

    /**
     * Breaks every link between ranks 0 and 1, as at the death of one of them, if this suite's
     * links can be broken.
     *
     * @return false when they cannot: the tests of lost peers are skipped
     */
    protected boolean cut(FakeJob job) {
        return false;
    }

    private Two cutAfter(Two two) {
        Assumptions.assumeTrue(cut(two.job), "these links cannot be broken");
        two.settle();
        return two;
    }

    /** Two ranks that have exchanged a message in each direction. */
    private Two acquainted() {
        Two two = new Two();
        PmlRequest there = two.b.irecv(memory.allocate(8), 8, 0, 0);
        PmlRequest back = two.a.irecv(memory.allocate(8), 8, 1, 0);
        two.succeed("send", two.isend(8, 0, 1));
        two.succeed("send back", two.b.isend(memory.pattern(8, 1), 8, 0, 0));
        two.succeed("receive", there);
        two.succeed("receive back", back);
        return two;
    }

    private static void assertLost(Two two, String what, PmlRequest request) {
        assertThat(Rc.name(two.finish(what, request).error)).as(what).isEqualTo("PEER_FAILED");
    }

    @Test
    void operationsUnderWayEndWithTheirPeer() {
        Two two = acquainted();
        PmlRequest named = two.b.irecv(memory.allocate(8), 8, 0, 1);
        PmlRequest anyTag = two.b.irecv(memory.allocate(8), 8, 0, Pml.ANY_TAG);
        PmlRequest anySource = two.b.irecv(memory.allocate(8), 8, Pml.ANY_SOURCE, 2);
        long data = memory.pattern(LARGE, 1);
        PmlRequest unmatched = two.a.isend(data, LARGE, 1, -7, SendMode.STANDARD, two.a.world());
        PmlRequest synchronous =
                two.a.isend(data, SMALL, 1, -8, SendMode.SYNCHRONOUS, two.a.world());
        two.settle();
        cutAfter(two);
        assertLost(two, "a receive", named);
        assertLost(two, "a receive of any tag", anyTag);
        assertLost(two, "a send without a receive", unmatched);
        assertLost(two, "a synchronous send", synchronous);
        assertThat(anySource.isDone()).as("a receive from any source").isFalse();
        two.b.call(() -> {
            anySource.cancel();
            return null;
        });
        assertThat(two.finish("a receive from any source", anySource).cancelled).isTrue();
        assertThat(two.a.world().operations()).isZero();
        assertThat(two.b.world().operations()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 5, 8, 13, 40})
    void aLongMessageThatIsCutEndsOnBothSides(int polls) {
        Two two = acquainted();
        Buffer buffer = new Buffer(LARGE);
        PmlRequest receive = two.b.irecv(buffer.address, LARGE, 0, 1);
        PmlRequest send = two.isend(LARGE, 1, 1);
        two.job.progressTimes(polls);
        cutAfter(two);
        two.finish("send", send);
        if (two.finish("receive", receive).error == Rc.OK) {
            buffer.verify("a message said to be whole", LARGE, 1);
        }
        assertThat(two.a.world().operations()).isZero();
        assertThat(two.b.world().operations()).isZero();
    }

    /** The receiver had asked the sender to begin no message, and cannot take that back. */
    @Test
    void sendsToALostPeerThatHadAskedToPauseEnd() {
        Two two = acquainted();
        List<PmlRequest> flood = new ArrayList<>();
        PmlRequest last;
        do {
            last = two.isend(SMALL_OF_FLOOD, 6, 1);
            flood.add(last);
            if (flood.size() % 16 == 0) {
                two.job.progressTimes(1);
            }
        } while (last.isDone() && flood.size() < MOST_OF_FLOOD);
        cutAfter(two);
        for (PmlRequest each : flood) {
            two.finish("a send of the flood", each);
        }
        assertLost(two, "a send behind the flood", two.isend(8, 1, 1));
        assertThat(two.a.world().operations()).isZero();
    }

    @Test
    void newOperationsWithALostPeerEndAtOnce() {
        Two two = acquainted();
        two.isend(SMALL, 5, 4).release();
        two.awaitProbe(0, 5);
        cutAfter(two);
        Buffer early = new Buffer(SMALL);
        two.succeed("a message from before", two.b.irecv(early.address, SMALL, 0, 5));
        early.verify("a message from before", SMALL, 4);
        assertLost(two, "a short send", two.isend(SMALL, 1, 1));
        assertLost(two, "a long send", two.isend(LARGE, 1, 1));
        assertLost(two, "a receive", two.b.irecv(memory.allocate(8), 8, 0, 1));
        PmlStatus status = new PmlStatus();
        int rc = two.b.call(() -> two.b.pml().probe(0, 1, two.b.world(), status));
        assertThat(Rc.name(rc)).isEqualTo("PEER_FAILED");
        assertThat(two.b.<Object>call(() -> two.b.pml().mprobe(0, 1, two.b.world(), status)))
                .isNull();
        assertThat(Rc.name(status.error)).isEqualTo("PEER_FAILED");
        assertThat(two.b.pml().explain(0, two.b.world(), rc)).contains("rank 0");
        assertThat(two.a.flush(() -> false)).isTrue();
    }
}
