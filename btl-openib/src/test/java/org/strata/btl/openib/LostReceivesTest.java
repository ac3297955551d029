package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.memory.Memory;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/**
 * A receiver whose shared queue has few receives loses one peer after the other, each with a
 * message in the completion queue that has not been polled. The last peer must find all receives.
 */
final class LostReceivesTest {
    private static final int TAG = 0x54;
    private static final int HEADER = 16;
    private static final int RECEIVES = 2;
    private static final int PEERS = 6;
    private static final int MESSAGES = 40;

    private final FakeJob job = FakeJob.of(1 + PEERS);
    private final List<OpenibBtl> links = new ArrayList<>();
    private final List<OpenibEndpoint> toReceiver = new ArrayList<>();
    private final long header = Memory.allocate(Arena.global(), HEADER, 8);
    private long now;
    private int received;

    private void open(boolean silent) {
        SoftJob soft =
                new SoftJob(
                        SoftConfig.defaults().withRegistration(0, SoftConfig.Pin.OFF),
                        Settings.withoutRings(
                                "rd-num", "" + RECEIVES,
                                "srq-rd-max", "" + RECEIVES,
                                "srq-rd-per-peer", "0",
                                "srq-share-min", "1",
                                "rd-win", "1"),
                        provider -> new DroppingProvider(provider, silent));
        SoftFabric fabric = SoftFabric.inProcess(() -> now, FaultPlan.NONE);
        for (FakeRank rank : job.ranks()) {
            links.add(
                    (OpenibBtl)
                            soft.component(rank, fabric, () -> now, null, new Counters())
                                    .open((btl, to, rc, why) -> {}, new StringBuilder())
                                    .getFirst());
            toReceiver.add(
                    rank.rank() == 0
                            ? null
                            : (OpenibEndpoint)
                                    links.getLast().addPeer(rank.proc(0), new StringBuilder()));
        }
    }

    @BeforeEach
    void listen() {
        job.rank(0).activeMessages().register(TAG, (btl, from, tag, address, length) -> received++);
    }

    @AfterEach
    void close() {
        links.forEach(OpenibBtl::close);
        job.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noneIsLostWithTheConnectionsOfOthers(boolean silent) {
        open(silent);
        OpenibBtl receiver = links.getFirst();
        for (int peer = 1; peer < PEERS; peer++) {
            send(peer);
            // Nobody polls: the message waits in the completion queue.
            send(peer);
            endpointOf(peer).connection().fail("a test");
            int before = received;
            job.progressUntil(
                    "the end of the pairs",
                    () -> {
                        now += 10_000_000;
                        return receiver.parts().resources().retired().isEmpty();
                    });
            assertThat(received).as("of a lost link").isEqualTo(before);
        }
        int before = received;
        for (int i = 0; i < MESSAGES; i++) {
            send(PEERS);
            now += 1_000_000;
        }
        job.progressUntil("all", () -> received == before + MESSAGES);
        assertThat(receiver.parts().queues().sharedQueue(0).posted()).isEqualTo(RECEIVES);
    }

    private OpenibEndpoint endpointOf(int peer) {
        return (OpenibEndpoint)
                links.getFirst().addPeer(job.rank(0).proc(peer), new StringBuilder());
    }

    /** Sends when the message can go at once, and not before. */
    private void send(int peer) {
        OpenibEndpoint endpoint = toReceiver.get(peer);
        Runnable post =
                () ->
                        assertThat(
                                        links.get(peer)
                                                .sendImmediate(
                                                        endpoint, TAG, header, HEADER, null, 0, 0))
                                .isEqualTo(Rc.OK);
        if (endpoint.channels().length == 0) {
            int before = received;
            post.run();
            job.progressUntil("the first", () -> received == before + 1 && mayPost(endpoint));
        } else {
            job.progressUntil("a credit", () -> mayPost(endpoint));
            post.run();
        }
    }

    private static boolean mayPost(OpenibEndpoint endpoint) {
        return endpoint.channels().length > 0
                && endpoint.channels()[0].ready()
                && endpoint.isFlushed();
    }
}
