package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.Rc;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Closing loses nothing that was flushed, and is never taken for a death. */
final class OrderlyCloseTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whatTheKernelHasArrivesAfterTheSenderIsGone(int sender) {
        try (TcpWorld world = new TcpWorld(2)) {
            TcpWorld.Node from = world.node(sender);
            TcpWorld.Node to = world.node(1 - sender);
            connect(world);
            to.received.clear();
            long sent = 0;
            for (int refused = 0; refused < 1000 && sent < 20_000; ) {
                if (from.send(1 - sender, sent) == Rc.OK) {
                    sent++;
                } else {
                    from.rank.progress();
                    refused++;
                }
            }
            world.job.progressUntil("flushed()", () -> from.btl().flushed());
            from.close();
            long expected = sent;
            world.job.progressUntil("the rest", () -> to.received.size() == expected);
            world.job.progressUntil("the end", () -> to.btl().connections() == 0);
            world.job.progressTimes(100);
            assertThat(to.received).containsExactly(boxed(expected));
            assertThat(to.errors).isEmpty();
        }
    }

    /** A socket that is closed with unread bytes is reset: what the kernel had not sent is lost. */
    @Test
    void whatThePeerHasSentDoesNotCutOffWhatIsOnItsWay() {
        try (TcpWorld world = new TcpWorld(2, "rcvbuf", "4k", "sndbuf", "1m")) {
            connect(world);
            TcpWorld.Node from = world.node(0);
            TcpWorld.Node to = world.node(1);
            to.received.clear();
            // Much more than the receiver has room for, and than the sender has read.
            for (long i = 0; i < 10_000; i++) {
                assertThat(from.send(1, i)).isEqualTo(Rc.OK);
            }
            assertThat(from.btl().flushed()).as("all is in the kernel").isTrue();
            assertThat(from.to(1).departed).isPositive().isEqualTo(from.to(1).accepted);
            assertThat(to.send(0, 7)).isEqualTo(Rc.OK);
            from.close();
            world.job.progressUntil("the rest", () -> to.received.size() == 10_000);
            world.job.progressUntil("the end", () -> to.btl().connections() == 0);
            assertThat(to.errors).isEmpty();
        }
    }

    private static Long[] boxed(long count) {
        return LongStream.range(0, count).boxed().toArray(Long[]::new);
    }

    private static void connect(TcpWorld world) {
        world.node(0).send(1, -1);
        world.job.progressUntil("a connection", () -> !world.node(1).received.isEmpty());
        world.node(1).send(0, -2);
        world.job.progressUntil("an answer", () -> !world.node(0).received.isEmpty());
    }

    @Test
    void removingAPeerSendsWhatWasAccepted() {
        try (TcpWorld world = new TcpWorld(2, "max-write", "1")) {
            connect(world);
            TcpWorld.Node from = world.node(0);
            for (long i = 0; i < 50; i++) {
                assertThat(from.send(1, i)).isEqualTo(Rc.OK);
            }
            TcpEndpoint endpoint = from.to(1);
            from.btl().removePeer(endpoint);
            assertThat(endpoint.state()).isEqualTo(EndpointState.CLOSING);
            world.job.progressUntil("the close", () -> endpoint.state() == EndpointState.CLOSED);
            assertThat(world.node(1).received).hasSize(51);
            assertThat(world.node(1).errors).isEmpty();
        }
    }

    /** MPI_Finalize waits for it: the upper layer knows the peer no more, the Btl does. */
    @Test
    void whatWaitsForARemovedPeerIsFlushedAndClosed() {
        try (TcpWorld world = new TcpWorld(2, "sndbuf", "4k", "rcvbuf", "4k")) {
            connect(world);
            TcpWorld.Node from = world.node(0);
            while (from.btl().flushed()) {
                assertThat(from.send(1, 5)).isEqualTo(Rc.OK);
            }
            from.btl().removePeer(from.to(1));
            assertThat(from.btl().flushed()).isFalse();
            assertThat(from.btl().connections()).isEqualTo(1);
            from.close();
            assertThat(from.btl().connections()).isZero();
        }
    }

    /** FIN needs room, too, which one of these lengths leaves: else it waits for that. */
    @ParameterizedTest
    @ValueSource(ints = {128, 136})
    void removingAPeerWhenThereIsNoRoomSendsFinLater(int staging) {
        try (TcpWorld world =
                new TcpWorld(
                        2,
                        "sndbuf",
                        "4k",
                        "rcvbuf",
                        "4k",
                        "eager-limit",
                        "128",
                        "rndv-eager-limit",
                        "128",
                        "coalesce-size",
                        "" + staging)) {
            connect(world);
            TcpWorld.Node from = world.node(0);
            TcpEndpoint endpoint = from.to(1);
            int sent = 1;
            while (from.send(1, sent) == Rc.OK) {
                sent++;
            }
            int expected = sent;
            from.btl().removePeer(endpoint);
            world.job.progressUntil("the close", () -> endpoint.state() == EndpointState.CLOSED);
            assertThat(world.node(1).received).hasSize(expected);
            assertThat(world.node(1).errors).isEmpty();
            assertThat(from.errors).isEmpty();
        }
    }

    @Test
    void bothCloseAtOnce() {
        try (TcpWorld world = new TcpWorld(2)) {
            connect(world);
            TcpEndpoint a = world.node(0).to(1);
            TcpEndpoint b = world.node(1).to(0);
            world.node(0).btl().removePeer(a);
            world.node(1).btl().removePeer(b);
            world.job.progressUntil(
                    "both ends",
                    () -> a.state() == EndpointState.CLOSED && b.state() == EndpointState.CLOSED);
            assertThat(world.node(0).errors).isEmpty();
            assertThat(world.node(1).errors).isEmpty();
        }
    }

    @Test
    void aPeerMayComeBack() {
        try (TcpWorld world = new TcpWorld(2)) {
            for (int round = 0; round < 5; round++) {
                world.node(0).received.clear();
                world.node(1).received.clear();
                connect(world);
                TcpWorld.Node leaving = world.node(round & 1);
                leaving.btl().removePeer(leaving.to(1 - (round & 1)));
                world.job.progressUntil(
                        "both to let go",
                        () ->
                                world.node(0).btl().connections() == 0
                                        && world.node(1).btl().connections() == 0);
            }
            assertThat(world.node(0).errors).isEmpty();
            assertThat(world.node(1).errors).isEmpty();
        }
    }

    @Test
    void removingWhileConnectingGivesDescriptorsBack() {
        try (TcpWorld world = new TcpWorld(2)) {
            TcpWorld.Node node = world.node(0);
            int[] results = {1};
            var descriptor = node.btl().alloc(node.to(1), 100);
            descriptor.callback =
                    (btl, done, rc) -> {
                        results[0] = rc;
                        btl.free(done);
                    };
            assertThat(node.btl().send(node.to(1), descriptor, TcpWorld.TAG)).isEqualTo(Rc.OK);
            node.btl().removePeer(node.to(1));
            node.rank.progress();
            assertThat(results[0]).isEqualTo(Rc.LINK_FAILED);
            world.job.progressTimes(1000);
            assertThat(world.node(1).errors).isEmpty();
        }
    }

    /** Whoever leaves early does not receive what is under way: the link has failed. */
    @Test
    void aPeerThatLeavesWithMessagesUnderWayIsAFailure() {
        try (TcpWorld world =
                new TcpWorld(2, "sndbuf", "4k", "rcvbuf", "4k", "free-list-max", "1")) {
            connect(world);
            TcpWorld.Node from = world.node(0);
            TcpWorld.Node leaving = world.node(1);
            List<Integer> results = new ArrayList<>();
            while (from.send(1, 0) == Rc.OK) {}
            assertThat(from.btl().flushed()).isFalse();
            var descriptor = from.btl().alloc(from.to(1), 100);
            descriptor.callback =
                    (btl, done, rc) -> {
                        assertThat(from.errors).isEmpty();
                        results.add(rc);
                        btl.free(done);
                    };
            assertThat(from.btl().send(from.to(1), descriptor, TcpWorld.TAG)).isEqualTo(Rc.OK);
            leaving.btl().removePeer(leaving.to(0));
            for (int i = 0; i < 1000 && from.btl().connections() > 0; i++) {
                from.rank.progress();
            }
            from.rank.progress();
            assertThat(results).containsExactly(Rc.LINK_FAILED);
            assertThat(from.errors)
                    .singleElement()
                    .asString()
                    .startsWith("LINK_FAILED")
                    .contains("rank 1");
            assertThat(from.send(1, 0)).isEqualTo(Rc.LINK_FAILED);
            assertThat(from.btl().flushed()).isTrue();
        }
    }
}
