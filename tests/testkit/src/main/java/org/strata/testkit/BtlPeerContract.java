package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.btl.BtlEndpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/** Part of {@link BtlContract}: a receiver that polls one peer, and all of them now and then. */
abstract class BtlPeerContract extends BtlFlowContract {
    /** One round in this many looks at everything. */
    private static final int ROUNDS = 16;

    /** A receiver's rounds. */
    private static final class Waiting {
        private final BtlStation station;
        private final BtlEndpoint peer;
        private int round;

        Waiting(BtlStation station, BtlStation peer) {
            this.station = station;
            this.peer = station.to(peer);
        }

        int poll() {
            return ++round % ROUNDS == 0
                    ? station.rank().progress()
                    : station.rank().progress(station.btl(), peer);
        }
    }

    @Test
    void pollingOnePeerDeliversItsMessagesInOrder() {
        Pair pair = new Pair();
        BtlStream.Source source = source(pair.a);
        BtlStream.Receiver receiver = new BtlStream.Receiver(pair.b, TAG, source);
        BtlStream stream = new BtlStream(pair.a, pair.bRank(), TAG, source, memory);
        Random random = seed.random();
        Waiting waiting = new Waiting(pair.b, pair.a);
        waitFor(
                pair.job,
                "the stream",
                () -> {
                    offerSome(stream, 2000, random);
                    return pair.a.rank().progress() + waiting.poll();
                },
                () -> receiver.total() == 2000 && stream.allCompleted());
    }

    @Test
    void pollingOnePeerLosesNothingOfOthers() {
        needsPeers();
        List<BtlStation> all = stations(4);
        BtlStream.Source source = source(all.get(0));
        BtlStream.Receiver receiver = new BtlStream.Receiver(all.get(0), TAG, source);
        List<BtlStream> streams = new ArrayList<>();
        all.subList(1, 4).forEach(s -> streams.add(new BtlStream(s, 0, TAG, source, memory)));
        Random random = seed.random();
        Waiting waiting = new Waiting(all.get(0), all.get(2));
        waitFor(
                all.get(0).rank().job(),
                "three streams",
                () -> {
                    int events = waiting.poll();
                    for (BtlStream stream : streams) {
                        offerSome(stream, 1000, random);
                    }
                    for (BtlStation sender : all.subList(1, 4)) {
                        events += sender.rank().progress();
                    }
                    return events;
                },
                () ->
                        receiver.total() == 3000
                                && streams.stream().allMatch(BtlStream::allCompleted));
        assertThat(receiver.from(2)).isEqualTo(1000);
    }

    @Test
    void pollingOnePeerCountsWhatItHandled() {
        Pair pair = new Pair();
        RecordingHandler received = new RecordingHandler();
        pair.b.on(TAG, received);
        Waiting waiting = new Waiting(pair.b, pair.a);
        for (int i = 1; i <= 100; i++) {
            int wanted = i;
            pair.retry(() -> pair.a.btl().sendShort(pair.a.to(pair.b), TAG, 1, 2, null, 0, 0));
            waitFor(
                    pair.job,
                    "a message",
                    () -> {
                        int before = received.count();
                        int events = pair.a.rank().progress() + waiting.poll();
                        assertThat(received.count() == before || events > 0)
                                .as("a poll that ran a handler returned %d", events)
                                .isTrue();
                        return events;
                    },
                    () -> received.count() == wanted);
        }
        int quiet = 0;
        Deadline deadline = new Deadline(60);
        while (quiet < 50 && !deadline.passed()) {
            quiet = pair.job.progress() + waiting.poll() == 0 ? quiet + 1 : 0;
        }
        assertThat(quiet).as("polls that handled nothing and returned 0").isEqualTo(50);
    }

    /** A handler that runs from either may use the link. */
    @Test
    void handlersOfAPolledPeerAnswer() {
        Pair pair = new Pair();
        RecordingHandler answers = new RecordingHandler();
        pair.a.on(TAG + 1, answers);
        BtlEndpoint back = pair.b.to(pair.a);
        int[] owed = new int[1];
        IntSupplier answer = () -> pair.b.btl().sendShort(back, TAG + 1, 3, 4, null, 0, 0);
        pair.b.on(
                TAG,
                (btl, from, tag, address, length) ->
                        owed[0] += accepted(answer.getAsInt()) ? 0 : 1);
        Waiting waiting = new Waiting(pair.b, pair.a);
        for (int i = 1; i <= 100; i++) {
            int wanted = i;
            pair.retry(() -> pair.a.btl().sendShort(pair.a.to(pair.b), TAG, 1, 2, null, 0, 0));
            waitFor(
                    pair.job,
                    "an answer",
                    () -> {
                        owed[0] -= owed[0] > 0 && accepted(answer.getAsInt()) ? 1 : 0;
                        return pair.a.rank().progress() + waiting.poll();
                    },
                    () -> answers.count() == wanted);
        }
    }

    /**
     * Repeats a step until something holds.
     *
     * @param step polls, and returns the number of events
     */
    private static void waitFor(FakeJob job, String what, IntSupplier step, BooleanSupplier done) {
        Deadline deadline = new Deadline(60);
        while (!done.getAsBoolean()) {
            if (step.getAsInt() > 0) {
                deadline.restart();
            }
            if (deadline.passed()) {
                throw new AssertionError("hang: waited for " + what + job.describe());
            }
        }
    }
}
