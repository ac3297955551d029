package org.strata.btl.openib.fast;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

/** The halves of a peer outlive their rings: the second ring begins as the first did. */
final class SecondRingTest {
    private static final int BYTES = 64;

    private final Arena arena = Arena.ofConfined();
    private final RingShape shape = new RingShape(RingLayout.FIXED_BOTTOM, 4, 256, 0);
    private final long word = Memory.allocate(arena, GrantWord.BYTES, 8);
    private final long notice = Memory.allocate(arena, RingNotice.BYTES, 8);
    private final long memory = Memory.allocate(arena, shape.bytes(), 8);
    private final long packet =
            Memory.allocate(arena, BYTES + 2 * SendRing.MARGIN, 8) + SendRing.MARGIN;
    private final OutgoingRing out = new OutgoingRing();
    private final Host host = new Host();
    private final FastCounters counters = new FastCounters();
    private final IncomingRing in = new IncomingRing(host, counters);

    private static final class Host extends QuietHost {
        int expected;
        int changes;
        int writes;
        boolean due = true;

        @Override
        public int expected() {
            return expected;
        }

        @Override
        public boolean isDue(long packet) {
            return due;
        }

        @Override
        public void onRingChange() {
            changes++;
        }

        @Override
        public void grantByWrite() {
            writes++;
        }
    }

    @AfterEach
    void free() {
        arena.close();
    }

    private void openOut(int generation, int number, long address, int key, long grantWord) {
        RingNotice.write(notice, generation, number);
        RingNotice.writeRing(notice, address, key, shape);
        out.open(notice, Rings.sender(shape, packet), grantWord);
    }

    /** Fills the ring; returns how many packets it took. */
    private int fill() {
        int count = 0;
        while (out.room(BYTES) == SendRing.PACKET) {
            out.ring().compose(packet, BYTES);
            out.ring().written();
            count++;
        }
        return count;
    }

    private void openIn(int next) {
        in.open(Rings.receiver(shape, memory), next);
    }

    /** Puts a packet into the slot that the ring looks at. */
    private void arrive(int slot) {
        long arrival = memory + (long) (slot + 1) * shape.limit() - ArrivalWord.BYTES;
        Memory.putLong(arrival, ArrivalWord.of(BYTES, ArrivalWord.FLAG));
    }

    // ---- the sender's half

    @Test
    void grantsOfTheSecondRingCountFromNothing() {
        openOut(1, 0, 0, 0, word);
        assertThat(fill()).isEqualTo(4);
        Memory.putLong(word, GrantWord.of(1, 3));
        assertThat(out.takeGrants()).isTrue();
        out.close();
        out.reset();
        openOut(2, 0, 0, 0, word);
        assertThat(fill()).isEqualTo(4);
        assertThat(out.takeGrants()).isFalse();
        Memory.putLong(word, GrantWord.of(2, 1));
        assertThat(out.takeGrants()).isTrue();
        assertThat(fill()).isEqualTo(1);
        Memory.putLong(word, GrantWord.of(2, 4));
        assertThat(out.takeGrants()).isTrue();
        assertThat(fill()).isEqualTo(3);
    }

    @Test
    void theSecondRingIsWhereItsNoticeSays() {
        openOut(1, 0, 4096, 5, word);
        fill();
        out.close();
        assertThat(out.state()).isEqualTo(OutgoingRing.State.CLOSING);
        assertThat(out.takes(BYTES)).isFalse();
        out.reset();
        assertThat(out.state()).isEqualTo(OutgoingRing.State.NONE);
        out.close();
        assertThat(out.state()).as("close without ring").isEqualTo(OutgoingRing.State.NONE);
        openOut(9, 0, 8192, 6, word);
        assertThat(out.isOpen()).isTrue();
        assertThat(out.generation()).isEqualTo(9);
        assertThat(out.key()).isEqualTo(6);
        out.ring().compose(packet, BYTES);
        assertThat(out.target()).isBetween(8192L, 8192L + shape.limit());
        assertThat(out.takes(shape.longest())).isTrue();
        assertThat(out.takes(shape.longest() + 1)).isFalse();
    }

    /** A packet that was numbered before OPEN may come after it: it grants of the ring before. */
    @Test
    void numberedPacketsGrantFromTheNumberInTheNotice() {
        for (int first : new int[] {100, -1, Integer.MAX_VALUE}) {
            openOut(1, first, 0, 0, 0);
            assertThat(fill()).isEqualTo(4);
            out.grant(1, true, first - 1);
            assertThat(fill()).isZero();
            out.grant(1, true, first);
            assertThat(fill()).isEqualTo(1);
            out.grant(1, false, first - 1);
            assertThat(fill()).isEqualTo(1);
            out.close();
            out.grant(1, false, 0);
            assertThat(out.room(BYTES)).as("a ring that closes").isEqualTo(SendRing.NONE);
            out.reset();
            out.grant(1, false, 0);
        }
    }

    @Test
    void withoutWordNothingIsGrantedByWrite() {
        openOut(0, 0, 0, 0, 0);
        fill();
        assertThat(out.takeGrants()).isFalse();
        out.reset();
        openOut(0, 0, 0, 0, word);
        fill();
        Memory.putLong(word, GrantWord.of(0, 2));
        assertThat(out.takeGrants()).isTrue();
    }

    // ---- the receiver's half

    /** CLOSED overtakes messages by queue: the ring lives until the last before it is delivered. */
    @ParameterizedTest
    @ValueSource(ints = {7, 0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void aRingIsOverWithTheMessageBeforeCLOSED(int number) {
        for (int use = 1; use <= 2; use++) {
            openIn(0);
            host.expected = number - 2;
            assertThat(in.isOver()).as("open").isFalse();
            in.onClosed(use, number);
            assertThat(in.state()).isEqualTo(IncomingRing.State.CLOSED);
            assertThat(in.isOver()).as("two messages are missing").isFalse();
            host.expected = number - 1;
            assertThat(in.isOver()).as("one message is missing").isFalse();
            host.expected = number;
            arrive(0);
            assertThat(in.isOver()).as("a packet is in the ring").isFalse();
            assertThat(in.poll()).isEqualTo(1);
            assertThat(in.isOver()).isTrue();
            host.expected = number + 1;
            assertThat(in.isOver()).as("later messages have come by queue").isTrue();
            in.reset();
            assertThat(in.state()).isEqualTo(IncomingRing.State.NONE);
        }
    }

    @Test
    void closedOfAnotherRingIsNotThisOnes() {
        in.onClosed(0, 1);
        assertThat(in.state()).isEqualTo(IncomingRing.State.NONE);
        openIn(0);
        in.onClosed(0, 1);
        in.onClosed(2, 1);
        assertThat(in.state()).isEqualTo(IncomingRing.State.OPEN);
        in.onClosed(1, 1);
        in.reset();
        assertThat(in.nextGeneration()).isEqualTo(2);
        openIn(0);
        in.onClosed(1, 1);
        assertThat(in.state())
                .as("CLOSED of the first, once more")
                .isEqualTo(IncomingRing.State.OPEN);
    }

    /** The peer gave the first one back unused; what became of it says nothing of the second. */
    @Test
    void onlyAnUnusedRingWasRefused() {
        openIn(0);
        in.onClosed(1, 0);
        assertThat(in.wasRefused()).isTrue();
        assertThat(in.why()).isEqualTo("the peer cannot use it");
        in.reset();
        openIn(0);
        assertThat(in.wasRefused()).isFalse();
        arrive(0);
        in.poll();
        in.onClosed(2, 0);
        assertThat(in.wasRefused()).as("used").isFalse();
        in.reset();
        openIn(0);
        in.leave("idle");
        assertThat(host.changes).isEqualTo(1);
        in.closing();
        in.onClosed(3, 0);
        assertThat(in.wasRefused()).as("closed because we wanted that").isFalse();
        assertThat(in.why()).isEqualTo("idle");
        in.reset();
        openIn(0);
        in.onClosed(4, 0);
        assertThat(in.wasRefused()).as("unused, though the second was used").isTrue();
    }

    /** A packet that waits for one by queue is counted once, however often it is looked at. */
    @Test
    void anEarlyPacketIsCountedOncePerPacketAndRing() {
        for (int use = 1; use <= 2; use++) {
            openIn(0);
            host.due = false;
            arrive(0);
            assertThat(in.poll()).isZero();
            assertThat(in.poll()).isZero();
            assertThat(counters.early).isEqualTo(2L * use - 1);
            host.due = true;
            assertThat(in.poll()).isEqualTo(1);
            host.due = false;
            arrive(1);
            assertThat(in.poll()).isZero();
            assertThat(counters.early).isEqualTo(2L * use);
            // The connection ends while a packet is early.
            in.lost();
            in.reset();
        }
    }

    /** Space of the first ring is not granted again in the second; nor is its lost write. */
    @Test
    void theSecondRingOwesNothing() {
        in.grantsByWrite(true);
        openIn(0);
        arrive(0);
        in.poll();
        assertThat(host.writes).as("a quarter is owed").isEqualTo(1);
        assertThat(in.takeForWrite()).isEqualTo(GrantWord.of(1, 1));
        in.onWriteRefused();
        in.reset();
        in.giveBackOwed(3);
        openIn(0);
        in.onQueueMessage();
        assertThat(host.writes).isEqualTo(1);
        assertThat(in.takeOwed(10, false, 0)).isZero();
        assertThat(in.owesMuch()).isFalse();
        arrive(0);
        in.poll();
        assertThat(host.writes).isEqualTo(2);
        assertThat(in.takeForWrite()).isEqualTo(GrantWord.of(2, 1));
    }

    /** Credits go with messages that are numbered since OPEN was posted, and with unnumbered. */
    @Test
    void creditsGoFromTheNumberOfOPENOn() {
        for (int first : new int[] {5, -1}) {
            openIn(first);
            arrive(0);
            arrive(1);
            in.poll();
            assertThat(in.owesMuch()).isTrue();
            assertThat(in.takeOwed(10, true, first - 1)).isZero();
            assertThat(in.takeOwed(1, true, first)).isEqualTo(1);
            assertThat(in.takeOwed(10, false, first - 1)).isEqualTo(1);
            in.giveBackOwed(1);
            in.onClosed(in.generation(), 0);
            assertThat(in.takeOwed(10, false, 0)).as("a closed ring").isZero();
            in.reset();
        }
    }

    @Test
    void messagesAreCountedAgainFromTheEndOfARing() {
        assertThat(in.count()).isEqualTo(1);
        assertThat(in.count()).isEqualTo(2);
        openIn(0);
        in.onClosed(1, 0);
        in.reset();
        assertThat(in.messages()).isZero();
        assertThat(in.takeRecent()).isZero();
        assertThat(in.count()).isEqualTo(1);
        assertThat(in.takeRecent()).isEqualTo(1);
    }
}
