package org.strata.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicLong;

/** The order in which the bytes of one RDMA write become visible to a reader that polls them. */
class PayloadTest {
    private static final int ROUNDS = 300_000;

    /**
     * All words of a write have the same value, and the value changes with every write: a reader
     * that sees a value in the last word finds it whole, and in the words before it that value or,
     * if the next write has begun, the next one.
     */
    @ParameterizedTest
    @ValueSource(ints = {8, 16, 24, 72, 264})
    void theLastAlignedWordIsWholeAndComesLast(int length) throws InterruptedException {
        try (Arena arena = Arena.ofShared()) {
            // A source that is not aligned, as a packet's inside a buffer.
            long source = arena.allocate(length + 64, 64).address() + 3;
            long target = arena.allocate(length + 64, 64).address() + (64 - length & 7);
            AtomicLong read = new AtomicLong();
            Thread writer = new Thread(() -> write(source, target, length, read));
            writer.start();
            long bad = poll(target, length, read);
            writer.join();
            assertThat(bad).as("torn or early values").isZero();
        }
    }

    private static void write(long source, long target, int length, AtomicLong read) {
        for (long round = 1; round <= ROUNDS; round++) {
            for (int at = 0; at < length; at += Long.BYTES) {
                Memory.putLong(source + at, value(round));
            }
            Payload.copyInOrder(source, target, length);
            // One write ahead of the reader at most.
            while (read.getAcquire() < round - 1) {
                Thread.onSpinWait();
            }
        }
    }

    /** Every byte changes between two rounds. */
    private static long value(long round) {
        return (round % 251 + 1) * 0x0101_0101_0101_0101L;
    }

    private static long poll(long target, int length, AtomicLong read) {
        long bad = 0;
        long last = target + length - Long.BYTES;
        for (long round = 1; round <= ROUNDS; round++) {
            long expected = value(round);
            long former = round == 1 ? 0 : value(round - 1);
            long next = value(round + 1);
            long seen = Memory.getLongAcquire(last);
            while (seen == former) {
                Thread.onSpinWait();
                seen = Memory.getLongAcquire(last);
            }
            bad += seen == expected || seen == next ? 0 : 1;
            for (long at = target; at < last; at += Long.BYTES) {
                long word = Memory.getLong(at);
                bad += word == former ? 1 : 0;
            }
            read.setRelease(round);
        }
        return bad;
    }

    @Test
    void anyLengthAndAlignmentIsCopiedWhole() {
        try (Arena arena = Arena.ofConfined()) {
            long source = arena.allocate(128, 64).address();
            long target = arena.allocate(128, 64).address();
            for (int i = 0; i < 128; i++) {
                Memory.putByte(source + i, (byte) (i + 1));
            }
            for (int from = 0; from < 16; from++) {
                for (int length = 1; length < 40; length++) {
                    Memory.zero(target, 128);
                    Payload.copyInOrder(source + 5, target + 8 + from, length);
                    for (int i = 0; i < 100; i++) {
                        boolean inside = i >= 8 + from && i < 8 + from + length;
                        int expected = inside ? i - 8 - from + 5 + 1 : 0;
                        assertThat(Memory.getByte(target + i)).isEqualTo((byte) expected);
                    }
                }
            }
        }
    }
}
