package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.testkit.FakeJob;
import org.strata.verbs.soft.SoftConfig;

import java.lang.foreign.Arena;

/**
 * A shared queue of one receive, which the look at the queues before a sleep takes: it must be
 * posted again then, since without it no completion comes that would.
 */
class LastReceiveTest {
    private static final int TAG = 0x50;
    private static final int HEADER = 16;

    private final FakeJob job = FakeJob.of(2);
    private final SoftJob soft =
            new SoftJob(
                    SoftConfig.defaults().withRegistration(0, SoftConfig.Pin.OFF),
                    Settings.withoutRings(
                            "rd-num", "1",
                            "srq-rd-max", "1",
                            "srq-rd-per-peer", "0",
                            "srq-share-min", "1",
                            "rd-win", "1"));
    private final OpenibBtl sender = open(0);
    private final OpenibBtl receiver = open(1);
    private final long header = Memory.allocate(Arena.global(), HEADER, 8);
    private int received;

    private OpenibBtl open(int rank) {
        OpenibComponent component = soft.component(job.rank(rank));
        StringBuilder refusal = new StringBuilder();
        return (OpenibBtl)
                component
                        .open(
                                (btl, endpoint, rc, reason) -> {
                                    throw new AssertionError(reason);
                                },
                                refusal)
                        .getFirst();
    }

    @AfterEach
    void close() {
        sender.close();
        receiver.close();
        job.close();
    }

    @Test
    void itIsPostedAgainBeforeASleep() {
        job.rank(1).activeMessages().register(TAG, (btl, from, tag, address, length) -> received++);
        BtlEndpoint peer = sender.addPeer(job.rank(0).proc(1), new StringBuilder());
        send(peer);
        job.progressUntil("the first", () -> received == 1 && mayPost((OpenibEndpoint) peer));
        send(peer);
        assertThat(received).as("nobody has looked").isEqualTo(1);
        assertThat(receiver.arm()).isPositive();
        assertThat(received).isEqualTo(2);
        assertThat(receiver.parts().queues().sharedQueue(0).posted()).isEqualTo(1);
    }

    private void send(BtlEndpoint peer) {
        assertThat(sender.sendImmediate(peer, TAG, header, HEADER, null, 0, 0)).isEqualTo(Rc.OK);
    }

    /** The credit is back and nothing waits: the next message goes at once. */
    private static boolean mayPost(OpenibEndpoint peer) {
        return peer.channels().length > 0 && peer.channels()[0].ready() && peer.isFlushed();
    }
}
