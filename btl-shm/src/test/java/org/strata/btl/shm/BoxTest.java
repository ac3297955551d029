package org.strata.btl.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.btl.Btl;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Sleeper;
import org.strata.testkit.Seed;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** A fast box in one thread: its bytes, and that it is a queue whatever the schedule. */
final class BoxTest {
    @RegisterExtension final Seed seed = new Seed();

    @Test
    void bytesOfShortMessages() throws Exception {
        try (Rings rings = new Rings(4, 1, 0)) {
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
        try (Rings rings = new Rings(4, 1, 0)) {
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

    /** A fragment that nobody has looked after while half of all numbers went by is done, too. */
    @Test
    void aMessageOfAnyAgeIsConsumed() throws Exception {
        try (Rings rings = new Rings(4, 1, -2)) {
            rings.handlers.register(Rings.TAG, (b, f, t, a, length) -> {});
            rings.box.claim();
            int at = rings.box.position();
            rings.box.publish(rings.box.claim(), Rings.TAG, 0);
            assertThat(rings.box.isConsumed(at)).isFalse();
            assertThat(rings.pollBox()).isEqualTo(1);
            assertThat(rings.box.isConsumed(at)).isTrue();
            rings.box.publish(rings.box.claim(), Rings.TAG, 0);
            for (int behind : new int[] {1, 1_000, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                assertThat(rings.box.isConsumed(at - behind)).as("%d slots ago", behind).isTrue();
            }
            assertThat(rings.box.isConsumed(at + 1)).isFalse();
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
        try (Rings rings = new Rings(4, 1, 0)) {
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
     * A sender that sleeps until there is room is rung in each quarter, also where the reader skips
     * the last slot of one while it waits.
     */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void aSleepingSenderIsRungInEachQuarter(int before) throws Exception {
        try (Rings rings = new Rings(64, 1);
                Arena arena = Arena.ofConfined()) {
            long memory = arena.allocate(64, 8).address();
            long sleepWord = rings.segment.address() + SegmentLayout.SLEEP_WORD;
            for (int i = 0; i < before; i++) {
                rings.box.sendSlot(Rings.TAG, 1, 2, null, memory, 8);
                assertThat(rings.boxReader.receiveShort(Rings.TAG, 1, 2, null, memory, 8, 1))
                        .isEqualTo(8);
            }
            int sent = 0;
            while (send(rings.box, sent, memory)) {
                sent++;
            }
            int rung = 0;
            for (int i = 0; i < sent; i++) {
                Memory.putInt(sleepWord, Sleeper.IN_FUTEX);
                int payload = i % 2 == 0 ? 8 : 40;
                assertThat(rings.boxReader.receiveShort(Rings.TAG, 1, 2, null, memory, 40, 1))
                        .isEqualTo(payload);
                rung += Memory.getInt(sleepWord) == Sleeper.IN_FUTEX ? 0 : 1;
            }
            assertThat(rung).isGreaterThanOrEqualTo(3);
        }
    }

    /**
     * A rank that waits for its messages gives their slots back with each of them: whatever the way
     * to the message, the sender sees the box empty, and is rung where it may wait for that.
     */
    @ParameterizedTest
    @ValueSource(ints = {16, 24, 25, 56, 57, 80, 120, 121, 300, 504})
    void eachReceivedMessageGivesItsSlotsBack(int length) throws Exception {
        int cells = 16;
        try (Rings rings = new Rings(cells, 1);
                Arena arena = Arena.ofConfined()) {
            long memory = arena.allocate(2048, 8).address();
            long target = memory + 1024;
            long sleepWord = rings.segment.address() + SegmentLayout.SLEEP_WORD;
            Memory.putWords(memory, 1, 2);
            // Five laps, each begun at another slot: across the end of the ring, too.
            for (int i = 0; i < 10 * cells; i++) {
                int total = i % 7 == 6 ? 24 : length;
                assertThat(send(rings.box, memory, total, i % 2 == 0)).isTrue();
                assertThat(rings.box.drained()).isFalse();
                Memory.putInt(sleepWord, Sleeper.IN_FUTEX);
                assertThat(rings.boxReader.receiveShort(Rings.TAG, 1, 2, null, target, 1024, 1))
                        .isEqualTo(total - Btl.SHORT_HEADER);
                assertThat(rings.box.drained()).as("message %s", i).isTrue();
                boolean rung = Memory.getInt(sleepWord) == Sleeper.AWAKE;
                assertThat(rung || total <= Cell.INLINE_MAX).as("ring of message %s", i).isTrue();
            }
        }
    }

    /** A message that the rank does not wait for stays, with its slots. */
    @ParameterizedTest
    @ValueSource(ints = {24, 56, 57, 300})
    void anotherMessageThanTheWantedOneStays(int length) throws Exception {
        try (Rings rings = new Rings(16, 1);
                Arena arena = Arena.ofConfined()) {
            long memory = arena.allocate(1024, 8).address();
            int[] seen = new int[1];
            rings.handlers.register(Rings.TAG, (b, f, t, a, l) -> seen[0] = l);
            Memory.putWords(memory, 1, 2);
            assertThat(send(rings.box, memory, length, false)).isTrue();
            int room = length - Btl.SHORT_HEADER;
            BoxReader reader = rings.boxReader;
            int tag = Rings.TAG;
            assertThat(reader.receiveShort(tag + 1, 1, 2, null, memory, room, 1))
                    .isEqualTo(Btl.OTHER);
            assertThat(reader.receiveShort(tag, 3, 2, null, memory, room, 1)).isEqualTo(Btl.OTHER);
            assertThat(reader.receiveShort(tag, 1, 3, null, memory, room, 1)).isEqualTo(Btl.OTHER);
            assertThat(reader.receiveShort(tag, 1, 2, null, memory, room - 1, 1))
                    .isEqualTo(Btl.OTHER);
            assertThat(rings.box.drained()).isFalse();
            assertThat(rings.pollBox()).isEqualTo(1);
            assertThat(seen[0]).isEqualTo(length);
            assertThat(rings.box.drained()).isTrue();
        }
    }

    /** Sends messages of one slot and of one line in turn. */
    private static boolean send(BoxWriter box, int number, long memory) {
        return number % 2 == 0
                ? box.sendSlot(Rings.TAG, 1, 2, null, memory, 8)
                : box.sendLine(Rings.TAG, 1, 2, null, memory, 40);
    }

    /**
     * A stream of equal messages skips the same slots in every lap, so that these keep words of the
     * lap of numbers before, which the reader waits for again. The stream passes each place where
     * skipped slots are cleared, 2^32 among them, from each slot of two lines.
     */
    @ParameterizedTest
    @ValueSource(ints = {25, 57, 80, 120, 121, 200, 272, 500})
    void aWordOfTheLapBeforeIsNoMessage(int length) throws Exception {
        int cells = 32;
        int lap = BoxLayout.slots(cells);
        for (int place = 0; place < 4; place++) {
            for (int before = lap; before < lap + 4; before++) {
                try (Rings rings = new Rings(cells, 1, (place << 30) - before)) {
                    OldWords.lay(rings.cells(), cells, (place << 30) - before);
                    stream(rings, length, before + 3 * lap);
                }
            }
        }
    }

    /** Sends messages over so many slots, each after the one before has been received. */
    private static void stream(Rings rings, int length, int slots) {
        List<Integer> seen = new ArrayList<>();
        rings.handlers.register(Rings.TAG, (b, f, t, at, l) -> seen.add(Memory.getInt(at)));
        int first = rings.box.position();
        for (int i = 1; rings.box.position() - first < slots; i++) {
            assertThat(rings.pollBox()).as("before message %s", i).isZero();
            assertThat(rings.boxReader.receiveShort(Rings.TAG, 0, 0, null, 0, 0, 1))
                    .as("before message %s", i)
                    .isEqualTo(Btl.NOTHING);
            long slot = rings.box.claim(length);
            Memory.putInt(slot + Cell.BODY, i);
            rings.box.publish(slot, Rings.TAG, length);
            rings.pollBox();
            assertThat(seen).containsExactly(i);
            seen.clear();
        }
    }

    /**
     * The writer comes to all numbers slot by slot, by long messages of which only the first bytes
     * are written. The slots that these skip begin with words of the first lap.
     */
    @Test
    void noWordIsAMessageAgainAfterAllNumbers() throws Exception {
        int cells = 4096;
        int length = (2047 << Cell.SLOT_SHIFT) - Cell.BODY;
        try (Rings rings = new Rings(cells, 1, 0)) {
            int[] seen = new int[1];
            rings.handlers.register(Rings.TAG, (b, f, t, at, l) -> seen[0] += l == length ? 1 : 0);
            for (int i = 0; i < BoxLayout.slots(cells); i++) {
                rings.box.publish(rings.box.claim(), Rings.TAG, Cell.SLOT_MAX);
                rings.pollBox();
            }
            int all = (int) ((1L << 32) / 2048);
            for (int i = 1; i <= all + 100; i++) {
                rings.box.publish(rings.box.claim(length), Rings.TAG, length);
                rings.pollBox();
                if (seen[0] != i || rings.pollBox() != 0) {
                    throw new AssertionError("something else than message " + i + " was found");
                }
            }
            assertThat(rings.box.drained()).isTrue();
        }
    }

    /** As above, with two lengths in random order, the shortest sends among them. */
    @Test
    void aWordOfTheLapBeforeIsNoMessageInAMix() throws Exception {
        Random random = seed.random();
        try (Arena arena = Arena.ofConfined()) {
            long memory = arena.allocate(1024, 8).address();
            for (int round = 0; round < 300; round++) {
                int cells = 4 << random.nextInt(4);
                int lap = BoxLayout.slots(cells);
                int first = (random.nextInt(4) << 30) - 1 - random.nextInt(2 * lap);
                int longest = Math.min(400, BoxWriter.longest(cells));
                int[] lengths = {16 + random.nextInt(longest - 15), 25 + random.nextInt(32)};
                try (Rings rings = new Rings(cells, 1, first)) {
                    OldWords.lay(rings.cells(), cells, first);
                    List<Integer> seen = new ArrayList<>();
                    rings.handlers.register(Rings.TAG, (b, f, t, at, l) -> seen.add(l));
                    while (rings.box.position() - first < 6 * lap) {
                        int length = lengths[random.nextInt(4) / 3];
                        assertThat(rings.pollBox()).isZero();
                        assertThat(send(rings.box, memory, length, random.nextBoolean())).isTrue();
                        rings.pollBox();
                        assertThat(seen).containsExactly(length);
                        seen.clear();
                    }
                    assertThat(rings.box.drained()).isTrue();
                }
            }
        }
    }

    /**
     * Random sends and polls against a queue, by all ways there are, with lines fetched for the
     * next message now and then. The payload is made of words that the reader would take for
     * messages if it ever looked at a cell of theirs.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 16, 64, 512})
    void isAQueueWhateverTheSchedule(int cells) throws Exception {
        Random random = seed.random();
        int longest = BoxWriter.longest(cells);
        try (Rings rings = new Rings(cells, 1);
                Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(longest + 8, 8);
            Deque<Long> expected = new ArrayDeque<>();
            Deque<long[]> headers = new ArrayDeque<>();
            rings.handlers.register(
                    Rings.TAG,
                    (b, f, t, address, length) -> {
                        assertThat(hash(address, length)).isEqualTo(expected.remove());
                        headers.remove();
                    });
            int sent = 0;
            int shorts = 0;
            for (int step = 0; step < 100_000; step++) {
                switch (random.nextInt(4)) {
                    case 0 -> rings.pollBox();
                    case 1 -> shorts += receiveShort(rings, expected, headers) ? 1 : 0;
                    default -> {
                        int length = random.nextBoolean() ? random.nextInt(longest + 1) : 24;
                        int total = Math.max(length, 8);
                        compose(memory, total, sent, rings.box.position() + 2 * cells);
                        if (send(rings.box, memory.address(), total, random.nextBoolean())) {
                            sent++;
                            expected.add(hash(memory.address(), total));
                            headers.add(
                                    new long[] {
                                        Memory.getLong(memory.address()),
                                        Memory.getLong(memory.address() + 8)
                                    });
                        }
                    }
                }
                if (random.nextInt(4) == 0) {
                    rings.box.prefetchNext();
                }
            }
            while (rings.pollBox() > 0) {}
            assertThat(expected).isEmpty();
            assertThat(sent).isGreaterThan(10_000);
            assertThat(shorts).isGreaterThan(1_000);
        }
    }

    /** Makes a message with a number, and words as if other messages began in its slots. */
    private static void compose(MemorySegment memory, int total, int number, int disguise) {
        long at = memory.address();
        Memory.putLong(at, number);
        for (int i = 8; i < total; i += 8) {
            // What the word of the next lap's message in this very slot would be.
            int ahead = (8 + i) >> Cell.SLOT_SHIFT;
            int sequence = ((disguise + 1) & -2) + ahead + 1;
            Memory.putLong(at + i, Cell.word(sequence, 24, Rings.TAG, Cell.MESSAGE));
        }
    }

    /** Returns whether there was room. */
    private static boolean send(BoxWriter box, long message, int total, boolean shortest) {
        int payload = total - 16;
        if (shortest && payload >= 0 && payload <= BoxWriter.LINE_PAYLOAD) {
            long first = Memory.getLong(message);
            long second = Memory.getLong(message + 8);
            long from = message + 16;
            return payload <= BoxWriter.SLOT_PAYLOAD
                    ? box.sendSlot(Rings.TAG, first, second, null, from, payload)
                    : box.sendLine(Rings.TAG, first, second, null, from, payload);
        }
        long cell = box.claim(total);
        if (cell != 0) {
            Memory.copy(message, cell + 8, total);
            box.publish(cell, Rings.TAG, total);
        }
        return cell != 0;
    }

    /**
     * Receives the oldest message as a rank that waits for it; returns whether that was possible.
     */
    private static boolean receiveShort(Rings rings, Deque<Long> expected, Deque<long[]> headers) {
        if (headers.isEmpty()) {
            assertThat(rings.boxReader.receiveShort(Rings.TAG, 0, 0, null, 0, 0, 1))
                    .isEqualTo(Btl.NOTHING);
            return false;
        }
        long[] header = headers.peek();
        try (Arena arena = Arena.ofConfined()) {
            long memory = arena.allocate(4096, 8).address();
            long place = memory + 16;
            int payload =
                    rings.boxReader.receiveShort(
                            Rings.TAG, header[0], header[1], null, place, 4080, 2);
            if (payload < 0) {
                return false;
            }
            Memory.putWords(memory, header[0], header[1]);
            headers.remove();
            assertThat(hash(memory, 16 + payload)).isEqualTo(expected.remove());
            return true;
        }
    }

    private static long hash(long address, int length) {
        long hash = length;
        for (int at = 0; at + 8 <= length; at += 8) {
            hash = 31 * hash + Memory.getLong(address + at);
        }
        return hash;
    }
}
