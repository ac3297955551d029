package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.btl.Btl;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.memory.Memory;
import org.strata.testkit.FakeJob;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Datagrams from rank 0 to rank 1, in virtual time; each polls when the test has it do so. */
final class DatagramRetriesTest {
    private static final int TAG = 0x80;
    private static final long MILLI = 1_000_000;

    /** Tenths of the time after which a message is sent again. */
    private static final long TICK = MILLI / 10;

    private final FakeJob job = FakeJob.of(2);
    private final List<OpenibBtl> links = new ArrayList<>();
    private final List<Counters> counters = List.of(new Counters(), new Counters());
    private final List<Integer> received = new ArrayList<>();
    private final Arena arena = Arena.ofShared();
    private final long header = Memory.allocate(arena, 16, 8);
    private final List<String> lost = new ArrayList<>();
    private OpenibEndpoint there;
    private boolean lossy;
    private long now;
    private int sent;

    private final SoftFabric fabric =
            SoftFabric.inProcess(
                    () -> now,
                    new FaultPlan() {
                        @Override
                        public boolean lost(long context, int qp) {
                            return lossy;
                        }
                    });

    private void open(String... settings) {
        String[] ud = {
            "first-contact",
            "ud",
            "first-contact-retransmit",
            "1",
            "first-contact-messages",
            "100",
            "use-message-coalescing",
            "false"
        };
        OpenibConfig config = Settings.with(Settings.and(ud, settings));
        SoftJob soft = new SoftJob(SoftConfig.defaults(), config);
        for (int rank = 0; rank < 2; rank++) {
            List<Btl> opened =
                    soft.component(job.rank(rank), fabric, () -> now, null, counters.get(rank))
                            .open((btl, peer, rc, why) -> lost.add(why), new StringBuilder());
            links.add((OpenibBtl) opened.getFirst());
        }
        job.rank(1)
                .activeMessages()
                .register(
                        TAG,
                        (btl, from, tag, address, length) -> received.add(Memory.getInt(address)));
        there = (OpenibEndpoint) links.getFirst().addPeer(job.rank(0).proc(1), new StringBuilder());
    }

    @AfterEach
    void close() {
        links.stream().filter(link -> !link.isClosed()).forEach(Btl::close);
        job.close();
        arena.close();
    }

    private void send(int count) {
        for (int i = 0; i < count; i++) {
            Memory.putInt(header, sent++);
            int rc = links.getFirst().sendImmediate(there, TAG, header, 8, null, 0, 0);
            assertThat(rc).isEqualTo(Rc.OK);
        }
        poll(0);
    }

    private void poll(int rank) {
        for (int i = 0; i < 20; i++) {
            job.rank(rank).progress();
        }
    }

    private long count(int rank, String counter) {
        return counters.get(rank).read().get("btl_openib_" + counter);
    }

    private long repeated() {
        return count(0, "datagrams_repeated");
    }

    private void expectAll() {
        assertThat(received).isEqualTo(IntStream.range(0, sent).boxed().toList());
    }

    /** Rank 0 waits so long, in ticks, polling all the time; rank 1 does something else. */
    private void pass(int ticks) {
        for (int i = 0; i < ticks; i++) {
            now += TICK;
            poll(0);
        }
    }

    /** A wait is twice as long as the one before it, and all that is under way is sent again. */
    @Test
    void whatIsNotAcknowledgedIsSentAgainAfterWaitsThatGrow() {
        open();
        send(3);
        for (int attempt = 0; attempt < 4; attempt++) {
            pass((10 << attempt) - 1);
            assertThat(repeated()).as("before its time").isEqualTo(3L * attempt);
            pass(1);
            assertThat(repeated()).isEqualTo(3L * (attempt + 1));
        }
        poll(1);
        expectAll();
        assertThat(count(1, "duplicates")).isEqualTo(12);
        poll(0);
        assertThat(links.getFirst().flushed()).isTrue();
        pass(1000);
        assertThat(repeated()).as("what is acknowledged is not").isEqualTo(12);
        assertThat(count(0, "queue_pairs")).isZero();
    }

    /** What comes after an acknowledgement waits as long as the first message did. */
    @Test
    void anAcknowledgementEndsTheLongWaits() {
        open();
        send(1);
        pass(10 + 20 + 40);
        assertThat(repeated()).isEqualTo(3);
        poll(1);
        poll(0);
        pass(1000);
        send(1);
        pass(9);
        assertThat(repeated()).isEqualTo(3);
        pass(1);
        assertThat(repeated()).isEqualTo(4);
    }

    /** One of two messages has been acknowledged: from then on the other one waits anew. */
    @Test
    void anAcknowledgementOfSomeGivesTheOthersTheirTime() {
        open();
        send(2);
        pass(10 + 20);
        assertThat(repeated()).isEqualTo(4);
        pass(5);
        there.onDatagram(there.nextSequence() - 1, 0, 0);
        assertThat(links.getFirst().flushed()).isFalse();
        pass(9);
        assertThat(repeated()).isEqualTo(4);
        pass(1);
        assertThat(repeated()).as("only the second").isEqualTo(5);
        poll(1);
        poll(0);
        expectAll();
    }

    /** The last wait is 64 times as long as the first. */
    @Test
    void waitsDoNotGrowForever() {
        open("first-contact-retries", "20");
        send(1);
        pass(10 * 127);
        assertThat(repeated()).isEqualTo(7);
        pass(639);
        assertThat(repeated()).isEqualTo(7);
        pass(1);
        assertThat(repeated()).isEqualTo(8);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void afterTheLastAttemptTheTwoConnect(int retries) {
        open("first-contact-retries", "" + retries);
        send(2);
        int waits = 10 * ((1 << retries) - 1);
        pass(waits + (10 << retries) - 1);
        assertThat(repeated()).isEqualTo(2L * retries);
        assertThat(count(0, "queue_pairs")).isZero();
        pass(1);
        assertThat(count(0, "queue_pairs")).isPositive();
        pass(1000);
        assertThat(repeated()).as("no further attempts").isEqualTo(2L * retries);
        send(1);
        job.progressUntil("all", () -> received.size() >= 3);
        expectAll();
        assertThat(count(0, "connections")).isEqualTo(1);
    }

    /** Eight at once: those behind wait for acknowledgements. */
    @Test
    void soManyAreUnderWayAtOnce() {
        open();
        send(20);
        assertThat(count(0, "datagrams_sent")).isEqualTo(DatagramPeer.WINDOW);
        poll(1);
        assertThat(received).hasSize(DatagramPeer.WINDOW);
        poll(0);
        assertThat(count(0, "datagrams_sent")).isEqualTo(2L * DatagramPeer.WINDOW);
        poll(1);
        poll(0);
        poll(1);
        expectAll();
    }

    /** As many messages as the parameter says go by datagrams; the next one connects. */
    @Test
    void ranksConnectAfterSoManyMessages() {
        open("first-contact-messages", "6");
        send(6);
        assertThat(count(0, "datagrams_sent")).isEqualTo(6);
        assertThat(count(0, "queue_pairs")).isZero();
        send(1);
        assertThat(count(0, "datagrams_sent")).isEqualTo(6);
        assertThat(count(0, "queue_pairs")).isPositive();
        job.progressUntil("all", () -> received.size() >= 7);
        expectAll();
    }

    /** The receiver says again what it has: its first acknowledgement has been lost. */
    @Test
    void duplicatesAreAcknowledged() {
        open();
        send(3);
        lossy = true;
        poll(1);
        lossy = false;
        expectAll();
        poll(0);
        assertThat(links.getFirst().flushed()).isFalse();
        pass(10);
        assertThat(repeated()).isEqualTo(3);
        poll(1);
        expectAll();
        assertThat(count(1, "duplicates")).isEqualTo(3);
        long acknowledgements = count(1, "datagrams_sent");
        poll(0);
        poll(1);
        assertThat(links.getFirst().flushed()).isTrue();
        assertThat(count(1, "datagrams_sent")).as("once each").isEqualTo(acknowledgements);
    }

    /** A rank that sleeps must wake for the next attempt. */
    @Test
    void theTimeUntilTheNextAttemptIsKnown() {
        open();
        assertThat(there.nanosToRepeat()).isEqualTo(Long.MAX_VALUE);
        send(1);
        assertThat(there.nanosToRepeat()).isEqualTo(MILLI);
        pass(4);
        assertThat(there.nanosToRepeat()).isEqualTo(MILLI - 4 * TICK);
        now += MILLI;
        assertThat(there.nanosToRepeat()).isZero();
        poll(0);
        assertThat(there.nanosToRepeat()).isEqualTo(2 * MILLI);
        poll(1);
        poll(0);
        assertThat(there.nanosToRepeat()).isEqualTo(Long.MAX_VALUE);
    }

    /** What comes twice is no further message of those after which the two connect. */
    @Test
    void duplicatesDoNotBringAConnectionNearer() {
        open("first-contact-messages", "3");
        send(1);
        pass(10 + 20 + 40);
        poll(1);
        assertThat(count(1, "duplicates")).isEqualTo(3);
        OpenibEndpoint back =
                (OpenibEndpoint) links.get(1).addPeer(job.rank(1).proc(0), new StringBuilder());
        job.rank(0).activeMessages().register(TAG, (btl, from, tag, address, length) -> {});
        assertThat(links.get(1).sendImmediate(back, TAG, header, 8, null, 0, 0)).isEqualTo(Rc.OK);
        poll(1);
        assertThat(count(1, "queue_pairs")).isZero();
    }

    /** The last acknowledgement is lost, but what the peer says out of band is not. */
    @Test
    void aPeerThatEndsSaysWhatItHas() {
        open();
        send(2);
        lossy = true;
        poll(1);
        expectAll();
        links.get(1).close();
        poll(0);
        assertThat(links.getFirst().flushed()).isTrue();
        assertThat(lost).isEmpty();
    }

    /** What has not been sent cannot have come. */
    @Test
    void anAcknowledgementOfWhatWasNotSentIsIgnored() {
        open();
        send(2);
        there.onDatagram(there.nextSequence() + 1, 0, 0);
        poll(0);
        assertThat(links.getFirst().flushed()).isFalse();
        there.onDatagram(there.nextSequence() - 2, 0, 0);
        poll(0);
        assertThat(links.getFirst().flushed()).as("none of them").isFalse();
        there.onDatagram(there.nextSequence(), 0, 0);
        poll(0);
        assertThat(links.getFirst().flushed()).isTrue();
    }

    /** What is under way when the peer ends is sent no more, and over. */
    @Test
    void aPeerThatEndsIsSentNothingMore() {
        open();
        send(2);
        poll(1);
        send(1);
        links.get(1).close();
        poll(0);
        long before = count(0, "datagrams_sent");
        pass(2000);
        assertThat(count(0, "datagrams_sent")).isEqualTo(before);
    }
}
