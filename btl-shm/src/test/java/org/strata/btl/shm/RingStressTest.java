package org.strata.btl.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.memory.Memory;
import org.strata.testkit.Seed;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

/** Fast box and FIFO with real threads on both ends, and a seeded schedule on each. */
final class RingStressTest {
    private static final int MESSAGES = 200_000;

    @RegisterExtension final Seed seed = new Seed();

    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 16, 256})
    void boxBetweenTwoThreads(int cells) throws Exception {
        try (Rings rings = new Rings(cells, 1)) {
            Random lengths = seed.random();
            Thread sender =
                    thread(() -> sendAll(rings.box, BoxWriter.longest(cells), seed.random()));
            int[] received = new int[1];
            rings.handlers.register(
                    Rings.TAG,
                    (b, f, t, address, length) -> {
                        int expected = nextLength(lengths, BoxWriter.longest(cells));
                        check(address, length, expected, received[0]++);
                    });
            Random pauses = new Random(42);
            while (received[0] < MESSAGES && failure.get() == null) {
                rings.pollBox();
                pause(pauses);
            }
            sender.join();
            assertThat(failure.get()).isNull();
            assertThat(rings.box.drained()).isTrue();
        }
    }

    private static int nextLength(Random random, int longest) {
        int bits = random.nextInt(32 - Integer.numberOfLeadingZeros(longest));
        return Math.clamp(random.nextInt(2 << bits), 0, longest);
    }

    private void sendAll(BoxWriter box, int longest, Random random) {
        Random pauses = new Random(43);
        for (int i = 0; i < MESSAGES; i++) {
            int length = nextLength(random, longest);
            long cell = 0;
            while (cell == 0) {
                cell = box.claim(length);
                giveWay(cell);
            }
            for (int at = 0; at < length; at++) {
                Memory.putByte(cell + Cell.BODY + at, (byte) (i + at));
            }
            box.publish(cell, Rings.TAG, length);
            pause(pauses);
        }
    }

    private void giveWay(long cell) {
        if (cell == 0) {
            if (failure.get() != null) {
                throw new IllegalStateException("the other side failed");
            }
            Thread.yield();
        }
    }

    private static void pause(Random random) {
        int choice = random.nextInt(1000);
        if (choice == 0) {
            Thread.yield();
        } else if (choice < 50) {
            Thread.onSpinWait();
        }
    }

    private static void check(long address, int length, int expected, int number) {
        if (length != expected) {
            throw new AssertionError("message " + number + ": " + length + " not " + expected);
        }
        for (int at = 0; at < length; at++) {
            if (Memory.getByte(address + at) != (byte) (number + at)) {
                throw new AssertionError("message " + number + ", byte " + at);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1,2", "1,4", "2,3", "8,4", "1024,4"})
    void fifoBetweenSeveralThreads(int cells, int senders) throws Exception {
        try (Rings rings = new Rings(1, cells)) {
            int each = MESSAGES / senders;
            List<Thread> threads = new ArrayList<>();
            for (int source = 0; source < senders; source++) {
                FifoWriter fifo = rings.fifo(source);
                threads.add(thread(() -> sendNumbers(fifo, each)));
            }
            long[] next = new long[senders];
            long total = 0;
            while (total < (long) each * senders && failure.get() == null) {
                long cell = rings.fifoReader.poll();
                if (cell == 0) {
                    Thread.yield();
                    continue;
                }
                long word = Memory.getLong(cell);
                assertThat(Cell.tag(word)).isEqualTo(Rings.TAG);
                assertThat(Cell.shortLength(word)).isEqualTo(8);
                assertThat(Memory.getLong(cell + 8)).isEqualTo(next[Cell.detail(word)]++);
                rings.fifoReader.release(cell);
                total++;
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(failure.get()).isNull();
            assertThat(rings.fifoReader.poll()).isZero();
        }
    }

    private void sendNumbers(FifoWriter fifo, int count) {
        for (long i = 0; i < count; i++) {
            long cell = 0;
            while (cell == 0) {
                cell = fifo.claim();
                giveWay(cell);
            }
            Memory.putLong(cell + 8, i);
            fifo.publish(cell, Rings.TAG, 8, Cell.MESSAGE);
        }
    }

    private Thread thread(Runnable work) {
        Thread thread =
                new Thread(() -> {
                    try {
                        work.run();
                    } catch (Throwable e) {
                        failure.compareAndSet(null, e);
                    }
                });
        thread.start();
        return thread;
    }
}
