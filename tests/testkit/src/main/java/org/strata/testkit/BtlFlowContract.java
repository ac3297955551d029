package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;
import org.strata.testkit.BtlStream.Means;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Part of {@link BtlContract}: back-pressure, handlers that send, many peers, progress. */
abstract class BtlFlowContract extends BtlDescriptorContract {
    /** Without the receiver's progress a sender is told to stop; nothing accepted is lost. */
    @ParameterizedTest
    @EnumSource(Means.class)
    void floodEndsInNoResourceAndRecovers(Means means) {
        Pair pair = new Pair();
        BtlStream.Source source = source(pair.a);
        BtlStream.Receiver receiver = new BtlStream.Receiver(pair.b, TAG, source);
        BtlStream stream = new BtlStream(pair.a, pair.bRank(), TAG, source, memory);
        int payload = stream.maxPayload(means);
        for (int round = 0; round < 3; round++) {
            flood(pair, stream, means, payload);
            pair.job.progressUntil(
                    "accepted messages",
                    () -> receiver.total() == stream.sent() && stream.allCompleted());
        }
        pair.job.progressUntil("a later attempt", () -> stream.offer(means, payload));
        pair.job.progressUntil("its message", () -> receiver.total() == stream.sent());
    }

    /** Sends until refused several times in a row although the sender makes progress. */
    private void flood(Pair pair, BtlStream stream, Means means, int payload) {
        long start = stream.sent();
        int refusals = 0;
        while (refusals < 100) {
            if (stream.offer(means, payload)) {
                refusals = 0;
                assertThat((stream.sent() - start) * payload)
                        .as("bytes accepted without the receiver's progress")
                        .isLessThan(FLOOD_BYTES);
            } else {
                refusals++;
                if (pair.a != pair.b) {
                    pair.a.rank().progress();
                }
            }
        }
    }

    @Test
    void refusalHasNoEffect() {
        Pair pair = new Pair();
        BtlStream.Source source = source(pair.a);
        BtlStream.Receiver receiver = new BtlStream.Receiver(pair.b, TAG, source);
        BtlStream stream = new BtlStream(pair.a, pair.bRank(), TAG, source, memory);
        int payload = stream.maxPayload(Means.IMMEDIATE);
        for (int i = 0; i < 3000; i++) {
            for (int j = 0; j < 20; j++) {
                stream.offer(j % 4 < 2 ? Means.IMMEDIATE : Means.SHORT, payload - j % 2);
            }
            pair.job.progress();
        }
        pair.job.progressUntil("accepted messages", () -> receiver.total() == stream.sent());
    }

    @Test
    void handlersPlayPingPong() {
        Pair pair = new Pair();
        Volley volley = new Volley(pair, 5000);
        volley.serve(1);
        pair.job.progressUntil("the volley's end", volley::isOver);
    }

    @Test
    void handlersPlayManyPingPongsAtOnce() {
        Pair pair = new Pair();
        Volley volley = new Volley(pair, 20_000);
        volley.serve(8);
        pair.job.progressUntil("the volley's end", volley::isOver);
    }

    /** Messages that both sides' handlers send back, until there were {@code rounds} of them. */
    private final class Volley {
        private final Pair pair;
        private final int rounds;
        private final long ball = memory.pattern(32, 1);
        private final List<Runnable> deferred = new ArrayList<>();
        private int returned;

        Volley(Pair pair, int rounds) {
            this.pair = pair;
            this.rounds = rounds;
            pair.a.on(TAG, this::onMessage);
            if (pair.b != pair.a) {
                pair.b.on(TAG, this::onMessage);
            }
        }

        void serve(int balls) {
            for (int i = 0; i < balls; i++) {
                pair.immediate(TAG, ball, 32, null, ball, 32);
            }
        }

        private void onMessage(Btl btl, BtlEndpoint from, int tag, long address, int length) {
            assertThat(length).isEqualTo(64);
            retryDeferred();
            if (returned++ < rounds) {
                bounce(btl, from);
            }
        }

        private void bounce(Btl btl, BtlEndpoint to) {
            if (!accepted(btl.sendImmediate(to, TAG, ball, 32, null, ball, 32))) {
                deferred.add(() -> bounce(btl, to));
            }
        }

        /** Retries first: with a single descriptor no message comes that would have it done. */
        boolean isOver() {
            retryDeferred();
            return returned >= rounds;
        }

        private void retryDeferred() {
            List<Runnable> retries = new ArrayList<>(deferred);
            deferred.clear();
            retries.forEach(Runnable::run);
        }
    }

    @Test
    void handlerMayAllocPrepareSendAndFree() {
        Pair pair = new Pair();
        RecordingHandler answers = new RecordingHandler();
        pair.a.on(TAG + 1, answers);
        long payload = memory.pattern(200, 4);
        pair.b.on(
                TAG,
                (btl, from, tag, address, length) -> {
                    var spare = btl.alloc(from, 50);
                    btl.free(spare);
                    var answer =
                            btl.prepareSource(
                                    from, new Buf(null, payload, 200, Bytes.LAYOUT), 0, 8, 200);
                    Memory.putLong(answer.address, 42);
                    answer.callback = FREE;
                    assertThat(btl.send(from, answer, TAG + 1)).isEqualTo(Rc.OK);
                });
        long header = memory.allocate(8);
        for (int i = 1; i <= 100; i++) {
            int count = i;
            pair.immediate(TAG, header, 8, null, 0, 0);
            pair.job.progressUntil("an answer", () -> answers.count() == count);
        }
        assertThat(answers.messages()).allSatisfy(m -> assertThat(m.bytes()).hasSize(208));
    }

    @Test
    void bothSidesFloodEachOther() {
        needsPeers();
        List<BtlStation> all = stations(2);
        exchange(all, 3000, seed.random());
    }

    @Test
    void manySendersOneReceiver() {
        needsPeers();
        List<BtlStation> all = stations(4);
        BtlStream.Source source = source(all.get(0));
        BtlStream.Receiver receiver = new BtlStream.Receiver(all.get(0), TAG, source);
        List<BtlStream> streams = new ArrayList<>();
        all.subList(1, 4).forEach(s -> streams.add(new BtlStream(s, 0, TAG, source, memory)));
        int payload = streams.get(0).maxPayload(Means.IMMEDIATE);
        FakeJob job = all.get(0).rank().job();
        job.progressUntil(
                "2000 messages of each",
                () -> {
                    streams.stream()
                            .filter(s -> s.sent() < 2000)
                            .forEach(s -> s.offer(Means.IMMEDIATE, payload));
                    return receiver.total() == 6000;
                });
    }

    @Test
    void everyRankToEveryRankByOneThread() {
        needsPeers();
        exchange(stations(4), messagesToEach(), seed.random());
    }

    /** Both sides' first message meet: one connection, or two, but nothing lost or out of order. */
    @Test
    void firstContactFromBothSidesAtOnce() {
        needsPeers();
        for (int i = 0; i < 10; i++) {
            exchange(stations(3), 10, seed.random());
        }
    }

    /** Every station sends {@code count} messages of random sizes to every other. */
    void exchange(List<BtlStation> all, int count, Random random) {
        BtlStream.Source source = source(all.get(0));
        List<BtlStream.Receiver> receivers = new ArrayList<>();
        List<BtlStream> streams = new ArrayList<>();
        for (BtlStation station : all) {
            receivers.add(new BtlStream.Receiver(station, TAG, source));
            for (int peer = 0; peer < all.size(); peer++) {
                if (peer != station.rank().rank()) {
                    streams.add(new BtlStream(station, peer, TAG, source, memory));
                }
            }
        }
        long expected = (long) count * (all.size() - 1);
        FakeJob job = all.get(0).rank().job();
        job.progressUntil(
                count + " messages from each to each",
                () -> {
                    streams.forEach(stream -> offerSome(stream, count, random));
                    return receivers.stream().allMatch(r -> r.total() == expected)
                            && streams.stream().allMatch(BtlStream::allCompleted);
                });
    }

    static void offerSome(BtlStream stream, int count, Random random) {
        for (int i = random.nextInt(8); i > 0 && stream.sent() < count; i--) {
            Means means = Means.any(random);
            if (!stream.offer(means, anySize(random, stream.maxPayload(means)))) {
                return;
            }
        }
    }

    @Test
    void progressCountsWhatItHandled() {
        Pair pair = new Pair();
        RecordingHandler received = new RecordingHandler();
        pair.b.on(TAG, received);
        long header = memory.allocate(8);
        pair.immediate(TAG, header, 8, null, 0, 0);
        pair.job.progressUntil(
                "a message",
                () -> {
                    int before = received.count();
                    int events = pair.b.rank().progress();
                    assertThat(received.count() == before || events > 0)
                            .as("progress that ran a handler returned %d", events)
                            .isTrue();
                    return received.count() == 1;
                });
        int[] quiet = new int[1];
        pair.job.progressUntil(
                "silence: progress that handled nothing returns 0, or nobody would ever sleep",
                () -> {
                    quiet[0] = pair.job.progress() == 0 ? quiet[0] + 1 : 0;
                    return quiet[0] == 50;
                });
    }

    @Test
    void flushedComesTrueAndMeansIt() {
        Pair pair = new Pair();
        BtlStream.Source source = source(pair.a);
        BtlStream.Receiver receiver = new BtlStream.Receiver(pair.b, TAG, source);
        BtlStream stream = new BtlStream(pair.a, pair.bRank(), TAG, source, memory);
        for (int i = 0; i < 200; i++) {
            Means means = Means.inTurn(i);
            int payload = stream.maxPayload(means);
            pair.job.progressUntil("resources", () -> stream.offer(means, payload));
        }
        pair.job.progressUntil("flushed()", () -> pair.a.btl().flushed());
        if (pair.a != pair.b) {
            pair.a.close();
        }
        pair.job.progressUntil("what was flushed", () -> receiver.total() == 200);
    }

    /** The upper layer completes a send when its message has departed: nobody may poll again. */
    @Test
    void whatHasDepartedArrivesWithoutItsSender() {
        Assumptions.assumeFalse(holdsBack(), "holds messages back until the sender polls");
        Pair pair = new Pair();
        BtlStream.Source source = source(pair.a);
        BtlStream.Receiver receiver = new BtlStream.Receiver(pair.b, TAG, source);
        BtlStream stream = new BtlStream(pair.a, pair.bRank(), TAG, source, memory);
        BtlEndpoint endpoint = pair.a.to(pair.bRank());
        for (int i = 0; i < 5; i++) {
            int sent = i + 1;
            pair.job.progressUntil("resources", () -> stream.offer(Means.SHORT, 40));
            pair.job.progressUntil("departure", () -> endpoint.departed == endpoint.accepted);
            pair.b.rank().waitUntil("what has departed", () -> receiver.total() == sent);
        }
    }

    /** So with a full link: what waits in the sender is not said to have left it. */
    @ParameterizedTest
    @EnumSource(
            value = Means.class,
            names = {"SHORT", "IMMEDIATE"})
    void aFullLinkSaysWhatNeedsItsSender(Means means) {
        Assumptions.assumeFalse(holdsBack(), "holds messages back until the sender polls");
        Pair pair = new Pair();
        BtlStream.Source source = source(pair.a);
        BtlStream.Receiver receiver = new BtlStream.Receiver(pair.b, TAG, source);
        BtlStream stream = new BtlStream(pair.a, pair.bRank(), TAG, source, memory);
        BtlEndpoint endpoint = pair.a.to(pair.bRank());
        for (int round = 0; round < 3; round++) {
            flood(pair, stream, means, stream.maxPayload(means));
            pair.job.progressUntil("departure", () -> endpoint.departed == endpoint.accepted);
            pair.b.rank().waitUntil("what departed", () -> receiver.total() == stream.sent());
        }
        flood(pair, stream, means, stream.maxPayload(means));
        if (endpoint.departed == endpoint.accepted) {
            pair.b.rank().waitUntil("what departed", () -> receiver.total() == stream.sent());
        }
        pair.job.progressUntil("accepted messages", () -> receiver.total() == stream.sent());
    }
}
