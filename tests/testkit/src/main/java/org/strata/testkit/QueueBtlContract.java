package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.strata.mca.btl.QueueBtl;
import org.strata.mca.btl.ReceiveQueue;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What every {@link QueueBtl} must do. A BTL's own test is a subclass that makes its component and
 * can break its lanes and links.
 */
public abstract class QueueBtlContract extends QueueBtlFixture {
    private static final int MOST_QUEUES = 1 << 16;

    @Test
    void aLaneKeepsItsOrder() {
        Stream[] streams = {new Stream(64), new Stream(64), new Stream(64)};
        List<Integer> order = new ArrayList<>();
        for (Stream each : streams) {
            each.postMany(40, ROOM);
        }
        for (int i = 0; i < 40; i++) {
            for (Stream each : streams) {
                each.retry(0, i * 97 % ROOM);
            }
        }
        for (Stream each : streams) {
            each.expectAll(40);
            order.add(each.queue.number());
        }
        assertThat(order).doesNotHaveDuplicates();
    }

    @Test
    void anEmptyQueueHoldsUpItsLaneOnly() {
        Stream empty = new Stream(4);
        Stream behind = new Stream(4);
        Stream beside = new Stream(4);
        behind.postMany(1, 64);
        beside.postMany(1, 64);
        empty.retry(0, 64);
        behind.retry(0, 64);
        beside.retry(1, 64);
        beside.expectAll(1);
        settle();
        assertThat(behind.arrivals).isEmpty();
        assertThat(empty.sends).isEmpty();
        empty.postMany(1, 64);
        empty.expectAll(1);
        behind.expectAll(1);
    }

    @Test
    void bothDirectionsAreIndependent() {
        Stream there = new Stream(8);
        Stream back = new Stream(b, a, 8);
        there.retry(0, 100);
        back.retry(0, 100);
        back.postMany(8, ROOM);
        back.sendMany(7, 0, 200);
        back.expectAll(8);
        assertThat(there.arrivals).isEmpty();
        there.postMany(1, ROOM);
        there.expectAll(1);
    }

    @Test
    void aWaitingMessageLandsWithoutPolls() {
        Assumptions.assumeTrue(landsWithoutPolls(), "lands only while somebody polls");
        Stream stream = new Stream(4);
        stream.postMany(1, 64);
        stream.retry(0, 64);
        stream.expectAll(1);
        assertThat(stream.send(0, 64)).isEqualTo(Rc.OK);
        assertThat(stream.post(64)).isEqualTo(Rc.OK);
        long last = stream.targetOf(1) + 63;
        byte expected = (byte) (2 * 31 + 63 * 7 + stream.queue.number());
        Deadline deadline = new Deadline(60);
        while (Memory.getByte(last) != expected && !deadline.passed()) {
            Thread.yield();
        }
        assertThat(Memory.getByte(last)).isEqualTo(expected);
        stream.expectAll(2);
    }

    @Test
    void whatHasDepartedNeedsItsSenderNoMore() {
        Assumptions.assumeTrue(landsWithoutSender(), "lands only while the sender polls");
        Stream stream = new Stream(4);
        stream.sendMany(2, 3, 64);
        job.progressUntil("departed", () -> queues(a).departed(a.to(b), 3));
        stream.postMany(2, 64);
        Deadline deadline = new Deadline(60);
        while (stream.arrivals.size() < 2 && !deadline.passed()) {
            b.rank().progress();
        }
        assertThat(stream.arrivals).hasSize(2);
        stream.expectAll(2);
    }

    @Test
    void lengthsAtTheLimit() {
        Stream stream = new Stream(4);
        stream.postMany(1, 0);
        stream.postMany(1, 100);
        stream.postMany(1, 100);
        stream.retry(0, 0);
        stream.retry(0, 100);
        stream.retry(0, 99);
        stream.expectAll(3);
        assertThat(stream.arrivals).extracting(Arrival::length).containsExactly(0L, 100L, 99L);
        assertThat(queues(a).maxMessage()).isGreaterThanOrEqualTo(1 << 20);
    }

    @Test
    void theTopBitArrives() {
        Stream stream = new Stream(4);
        stream.postMany(2, 64);
        int top = QueueBtl.NUMBER_MASK + 1;
        int[] rc = {-1};
        job.progressUntil(
                "room",
                () ->
                        accepted(
                                queues(a)
                                        .sendTo(
                                                a.to(b),
                                                0,
                                                stream.queue.number(),
                                                top | stream.number(1),
                                                0,
                                                0,
                                                null,
                                                (endpoint, context, result) -> rc[0] = result,
                                                null)));
        stream.untilArrived(1);
        job.progressUntil("the send is over", () -> rc[0] == Rc.OK);
        assertThat(stream.arrivals).containsExactly(new Arrival(0, 1, true, 0, Rc.OK));
    }

    /** What is behind the message that is too long is sent again, on other queues too. */
    @Test
    void aMessageTooLongIsTruncated() {
        Stream stream = new Stream(16);
        Stream other = new Stream(16);
        stream.postMany(1, 64);
        stream.postMany(1, 63);
        stream.postMany(6, 64);
        other.postMany(6, 64);
        stream.sendMany(2, 0, 64);
        for (int i = 0; i < 6; i++) {
            stream.retry(0, 64);
            other.retry(0, 64);
        }
        stream.untilArrived(8);
        stream.untilSent(8);
        other.expectAll(6);
        for (int i = 0; i < 8; i++) {
            int rc = i == 1 ? Rc.TRUNCATED : Rc.OK;
            assertThat(stream.arrivals.get(i).receive()).isEqualTo(i);
            assertThat(stream.arrivals.get(i).rc()).isEqualTo(rc);
            assertThat(stream.sends.get(i)).isEqualTo(new Sent(i + 1, rc));
        }
        stream.postMany(1, 64);
        stream.retry(1, 64);
        stream.untilArrived(9);
        assertThat(stream.arrivals.getLast()).isEqualTo(new Arrival(8, 9, false, 64, Rc.OK));
    }

    @Test
    void aHaltedPeerIsQuietUntilItResumes() {
        Stream stream = new Stream(8);
        stream.postMany(2, 64);
        stream.sendMany(4, 0, 64);
        stream.untilArrived(2);
        haltAndWait(b, a);
        stream.postMany(4, 64);
        Stream late = new Stream(8);
        late.postMany(1, 64);
        late.retry(2, 64);
        settle();
        assertThat(stream.arrivals).hasSize(2);
        assertThat(late.arrivals).isEmpty();
        queues(b).resume(b.to(a));
        stream.sendMany(2, 0, 64);
        stream.expectAll(6);
        late.expectAll(1);
    }

    @Test
    void haltReportsWhatHasLandedBeforeItIsQuiet() {
        Stream stream = new Stream(8);
        stream.postMany(8, 64);
        stream.sendMany(8, 0, 64);
        stream.untilSent(8);
        haltAndWait(b, a);
        assertThat(stream.arrivals).hasSize(8);
        queues(b).resume(b.to(a));
        stream.postMany(1, 64);
        stream.retry(0, 64);
        stream.expectAll(9);
    }

    @Test
    void haltsMayFollowEachOther() {
        Stream stream = new Stream(64);
        for (int round = 0; round < 10; round++) {
            stream.sendMany(3, round % 2, 64);
            haltAndWait(b, a);
            stream.postMany(3, 64);
            queues(b).resume(b.to(a));
            stream.expectAll(3 * round + 3);
        }
    }

    @Test
    void messagesToAClosedQueueComeBack() {
        Stream closing = new Stream(8);
        Stream staying = new Stream(8);
        closing.postMany(1, 64);
        closing.sendMany(3, 0, 64);
        staying.retry(0, 64);
        closing.untilArrived(1);
        haltAndWait(b, a);
        closing.postMany(3, 64);
        closing.queue.close();
        queues(b).resume(b.to(a));
        queues(a).recall(a.to(b), 0);
        closing.untilSent(3);
        int returned = QueueBtl.SentCallback.RETURNED;
        assertThat(closing.sends)
                .containsExactly(new Sent(1, Rc.OK), new Sent(2, returned), new Sent(3, returned));
        assertThat(closing.arrivals).hasSize(1);
        staying.postMany(1, 64);
        staying.expectAll(1);
        closing.retry(0, 64);
        closing.untilSent(4);
        assertThat(closing.sends.getLast()).isEqualTo(new Sent(4, returned));
        release(closing);
        staying.postMany(1, 64);
        staying.retry(0, 64);
        staying.expectAll(2);
    }

    /** Nothing is posted, so nothing can land: the peer need not be halted. */
    @Test
    void anEmptyQueueClosesWithoutAHalt() {
        Stream closing = new Stream(4);
        Stream staying = new Stream(4);
        closing.retry(0, 64);
        staying.retry(0, 64);
        settle();
        closing.queue.close();
        closing.untilSent(1);
        assertThat(closing.sends).containsExactly(new Sent(1, QueueBtl.SentCallback.RETURNED));
        staying.postMany(1, 64);
        staying.expectAll(1);
    }

    @Test
    void recallDoesNothingToAnIdleLane() {
        Stream stream = new Stream(4);
        queues(a).recall(a.to(b), 3);
        stream.postMany(2, 64);
        stream.retry(0, 64);
        stream.expectAll(1);
        queues(a).recall(a.to(b), 0);
        stream.retry(0, 64);
        stream.expectAll(2);
    }

    /** Before, in and after landing: each message lands once. */
    @Test
    void breaksLoseAndDoubleNothing() {
        Random random = seed.random();
        Stream[] streams = {new Stream(32), new Stream(32), new Stream(b, a, 32)};
        int messages = 120;
        int[] posts = new int[streams.length];
        int[] sends = new int[streams.length];
        boolean done = false;
        while (!done) {
            int i = random.nextInt(streams.length);
            Stream stream = streams[i];
            if (posts[i] < messages && random.nextBoolean() && stream.post(ROOM) == Rc.OK) {
                posts[i]++;
            }
            if (sends[i] < messages && stream.send(i, random.nextInt(ROOM)) == Rc.OK) {
                sends[i]++;
            }
            if (random.nextInt(20) == 0) {
                breakLane(stream.from, stream.to, i, random.nextBoolean());
            }
            job.rank(random.nextInt(2)).progress();
            done = true;
            for (Stream each : streams) {
                done &= each.sends.size() == messages;
            }
        }
        for (Stream each : streams) {
            each.expectAll(messages);
        }
    }

    /** The adapter may return the messages under way before it tells of the break. */
    @Test
    void aBreakAmidMessagesIsCounted() {
        Assumptions.assumeTrue(breaks(a) >= 0, "breaks are not counted");
        Stream stream = new Stream(8);
        stream.postMany(1, 64);
        stream.retry(0, 64);
        stream.expectAll(1);
        for (int round = 1; round <= 5; round++) {
            stream.sendMany(2, 0, 64);
            breakLane(a, b, 0, false);
            long expected = round;
            job.progressUntil("the break", () -> breaks(a) == expected);
            stream.postMany(2, 64);
            stream.expectAll(1 + 2 * round);
            assertThat(breaks(a)).isEqualTo(expected);
        }
    }

    @Test
    void haltsAndTruncationAreNoBreaks() {
        Assumptions.assumeTrue(breaks(a) >= 0, "breaks are not counted");
        Stream stream = new Stream(8);
        stream.sendMany(3, 0, 64);
        settle();
        haltAndWait(b, a);
        queues(b).resume(b.to(a));
        stream.postMany(1, 64);
        stream.postMany(1, 63);
        stream.postMany(1, 64);
        stream.untilArrived(3);
        stream.untilSent(3);
        assertThat(breaks(a) + breaks(b)).isZero();
    }

    @Test
    void noMoreReceivesThanTheQueueIsDeep() {
        Stream stream = new Stream(3);
        stream.postMany(3, 64);
        assertThat(stream.post(64)).isEqualTo(Rc.NO_RESOURCE);
        stream.retry(0, 64);
        stream.expectAll(1);
        assertThat(stream.post(64)).isEqualTo(Rc.OK);
        assertThat(stream.post(64)).isEqualTo(Rc.NO_RESOURCE);
    }

    @Test
    void aFullLaneAcceptsMessagesAgain() {
        Stream stream = new Stream(PLACES);
        int sent = 0;
        while (sent < PLACES && stream.send(0, 8) == Rc.OK) {
            sent++;
        }
        stream.postMany(PLACES, 64);
        stream.sendMany(PLACES - sent, 0, 8);
        stream.expectAll(PLACES);
    }

    @Test
    void queuesAreUsedUpAndReleased() {
        List<ReceiveQueue> all = new ArrayList<>();
        ReceiveQueue next = open();
        while (next != null && all.size() < MOST_QUEUES) {
            all.add(next);
            next = open();
        }
        assertThat(all.stream().map(ReceiveQueue::number)).doesNotHaveDuplicates();
        if (next == null) {
            all.getFirst().close();
            queues(a).forget(a.to(b), all.getFirst().number());
            all.getFirst().release();
            assertThat(open()).isNotNull();
        }
    }

    private ReceiveQueue open() {
        return queues(b).open(b.to(a), 1, 0, (queue, context, immediate, length, rc) -> {});
    }

    @Test
    void aLostPeerEndsSendsAndHalts() {
        Stream stream = new Stream(8);
        stream.postMany(1, 64);
        stream.sendMany(3, 0, 64);
        stream.untilArrived(1);
        loseLink(a, b);
        stream.untilSent(3);
        assertThat(stream.sends.getLast().rc()).isIn(Rc.LINK_FAILED, Rc.PEER_FAILED);
        job.progressUntil("the error handler", () -> !a.errors().isEmpty());
        job.progressUntil("the peer's error handler", () -> !b.errors().isEmpty());
        haltAndWait(b, a);
        stream.queue.close();
        release(stream);
        assertThat(stream.send(0, 64)).isIn(Rc.LINK_FAILED, Rc.PEER_FAILED);
    }

    @Test
    void closesWithUnconsumedReceives() {
        Stream used = new Stream(8);
        used.postMany(5, 64);
        used.retry(0, 64);
        used.expectAll(1);
        Stream unused = new Stream(8);
        unused.postMany(5, 64);
        Stream waiting = new Stream(8);
        waiting.retry(1, 64);
        settle();
        a.close();
        b.close();
        assertThat(used.arrivals).hasSize(1);
        assertThat(unused.arrivals).isEmpty();
    }
}
