package org.strata.btl.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.memory.Memory;
import org.strata.testkit.Seed;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;

/** A fast box in one thread: its bytes, and that it is a queue whatever the schedule. */
final class BoxTest {
    @RegisterExtension final Seed seed = new Seed();

    @Test
    void bytesOfShortMessages() throws Exception {
        try (Rings rings = new Rings(4, 1)) {
            long slot = rings.box.claim();
            assertThat(slot).isEqualTo(rings.cells());
            Memory.putLong(slot + 8, 0x1122334455667788L);
            rings.box.publish(slot, 0x41, 8);
            assertThat(Memory.getLong(slot)).isEqualTo(0x0000000100084100L);
            slot = rings.box.claim();
            assertThat(slot).isEqualTo(rings.cells() + 32);
            rings.box.publish(slot, 0x41, 24);
            assertThat(Memory.getLong(slot)).isEqualTo(0x0000000200184100L);
            assertThat(rings.box.claim()).isEqualTo(rings.cells() + 64);
        }
    }

    @Test
    void longerMessageStartsWithALine() throws Exception {
        try (Rings rings = new Rings(4, 1)) {
            int[] seen = new int[1];
            rings.handlers.register(Rings.TAG, (b, f, t, a, length) -> seen[0] = length);
            rings.box.publish(rings.box.claim(), Rings.TAG, 0);
            assertThat(rings.pollBox()).isEqualTo(1);
            long slot = rings.box.claim(25);
            assertThat(slot).isEqualTo(rings.cells() + 64);
            rings.box.publish(slot, Rings.TAG, 25);
            assertThat(Memory.getLong(slot)).isEqualTo(0x0000000300198000L);
            assertThat(rings.pollBox()).isEqualTo(1);
            assertThat(seen[0]).isEqualTo(25);
            assertThat(rings.box.drained()).isTrue();
        }
    }

    @Test
    void numbersWrapAtASlotThatWasNeverWritten() throws Exception {
        try (Rings rings = new Rings(4, 1, -2)) {
            rings.handlers.register(Rings.TAG, (b, f, t, a, length) -> {});
            rings.box.publish(rings.box.claim(), Rings.TAG, 0);
            rings.box.publish(rings.box.claim(56), Rings.TAG, 56);
            assertThat(rings.pollBox()).isEqualTo(2);
            assertThat(rings.box.drained()).isTrue();
        }
    }

    @Test
    void claimedAndNotPublishedWasNeverClaimed() throws Exception {
        try (Rings rings = new Rings(4, 1)) {
            int[] seen = new int[1];
            rings.handlers.register(Rings.TAG, (b, f, t, a, length) -> seen[0] = length);
            rings.box.publish(rings.box.claim(), Rings.TAG, 1);
            assertThat(rings.box.claim(56)).isEqualTo(rings.cells() + 64);
            rings.box.publish(rings.box.claim(), Rings.TAG, 2);
            assertThat(rings.pollBox()).isEqualTo(2);
            assertThat(seen[0]).isEqualTo(2);
            assertThat(rings.box.drained()).isTrue();
        }
    }

    @Test
    void bytesOfASkipAndALongMessage() throws Exception {
        try (Rings rings = new Rings(4, 1)) {
            rings.handlers.register(Rings.TAG, (b, f, t, a, l) -> {});
            for (int i = 0; i < 6; i++) {
                rings.box.publish(rings.box.claim(), Rings.TAG, 0);
                rings.pollBox();
            }
            long cell = rings.box.claim(100);
            assertThat(Memory.getLong(rings.cells() + 3 * 64)).isEqualTo(0x0000000700000003L);
            assertThat(cell).isEqualTo(rings.cells());
            rings.box.publish(cell, 0x42, 100);
            assertThat(Memory.getLong(cell)).isEqualTo(0x0000000900644200L);
        }
    }

    @Test
    void fullUntilTheReaderGivesBack() throws Exception {
        try (Rings rings = new Rings(2, 1)) {
            rings.handlers.register(Rings.TAG, (b, f, t, a, l) -> {});
            for (int i = 0; i < 4; i++) {
                rings.box.publish(rings.box.claim(), Rings.TAG, i);
            }
            assertThat(rings.box.claim()).isZero();
            assertThat(rings.box.claim(25)).isZero();
            assertThat(rings.box.drained()).isFalse();
            assertThat(rings.pollBox()).isEqualTo(4);
            assertThat(rings.box.drained()).isTrue();
            assertThat(rings.box.claim()).isEqualTo(rings.cells());
        }
    }

    @Test
    void messageOfAHandlerThatThrowsIsNotSeenAgain() throws Exception {
        try (Rings rings = new Rings(4, 1)) {
            int[] seen = new int[1];
            rings.handlers.register(
                    Rings.TAG,
                    (b, f, t, a, l) -> {
                        if (++seen[0] == 1) {
                            throw new IllegalStateException("a bug above");
                        }
                    });
            rings.box.publish(rings.box.claim(), Rings.TAG, 0);
            assertThat(catchThrown(rings)).isInstanceOf(IllegalStateException.class);
            assertThat(rings.pollBox()).isZero();
            rings.box.publish(rings.box.claim(), Rings.TAG, 0);
            assertThat(rings.pollBox()).isEqualTo(1);
            assertThat(rings.box.drained()).isTrue();
        }
    }

    private static Throwable catchThrown(Rings rings) {
        return org.assertj.core.api.Assertions.catchThrowable(rings::pollBox);
    }

    /**
     * Random sends and polls against a queue, with lines fetched for the next message now and then.
     * The payload is made of words that the reader would take for messages if it ever looked at a
     * cell of theirs.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 16, 64})
    void isAQueueWhateverTheSchedule(int cells) throws Exception {
        Random random = seed.random();
        int longest = BoxWriter.longest(cells);
        // The numbers wrap after some laps.
        try (Rings rings = new Rings(cells, 1, -40 * cells)) {
            Deque<Long> expected = new ArrayDeque<>();
            rings.handlers.register(
                    Rings.TAG,
                    (b, f, t, address, length) ->
                            assertThat(hash(address, length)).isEqualTo(expected.remove()));
            int sent = 0;
            int written = rings.box.position();
            for (int step = 0; step < 100_000; step++) {
                if (random.nextInt(3) == 0) {
                    rings.pollBox();
                } else {
                    int length = random.nextBoolean() ? random.nextInt(longest + 1) : 8;
                    long hash = send(rings.box, length, sent, written + 2 * cells);
                    if (hash != 0) {
                        sent++;
                        expected.add(hash);
                        written = rings.box.position();
                    }
                }
                if (random.nextInt(4) == 0) {
                    rings.box.own();
                }
            }
            while (rings.pollBox() > 0) {}
            assertThat(expected).isEmpty();
            assertThat(sent).isGreaterThan(10_000);
        }
    }

    /** Returns the message's hash; 0 when there is no room. */
    private static long send(BoxWriter box, int length, int number, int disguise) {
        int total = Math.max(length, 8);
        long cell = box.claim(total);
        if (cell == 0) {
            return 0;
        }
        Memory.putLong(cell + 8, number);
        for (int at = 16; at + 8 <= total; at += 8) {
            // What the word of the next lap's message in this very slot would be.
            int ahead = (8 + at) >> Cell.SLOT_SHIFT;
            int sequence = ((disguise + 1) & -2) + ahead + 1;
            Memory.putLong(cell + 8 + at, Cell.word(sequence, 8, Rings.TAG, Cell.MESSAGE));
        }
        box.publish(cell, Rings.TAG, total);
        return hash(cell + 8, total);
    }

    private static long hash(long address, int length) {
        long hash = length;
        for (int at = 0; at + 8 <= length; at += 8) {
            hash = 31 * hash + Memory.getLong(address + at);
        }
        return hash;
    }
}
