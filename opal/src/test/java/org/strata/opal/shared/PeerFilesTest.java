package org.strata.opal.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.memory.Memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** What a peer says of a place is checked against the file as it is mapped here. */
final class PeerFilesTest {
    private static final int OWNER = 3;
    private static final int FILE = 5;
    private static final long BYTES = 4096;

    private final AtomicInteger attempts = new AtomicInteger();
    private final MemorySegment memory = Arena.ofAuto().allocate(BYTES);
    private final PeerFiles files = new PeerFiles(this::map);

    private MemorySegment map(int owner, int file) throws IOException {
        attempts.incrementAndGet();
        if (owner == OWNER && file == FILE) {
            return memory;
        }
        throw new IOException("gone");
    }

    @Test
    void rangesInsideAreReached() {
        assertThat(files.reach(OWNER, FILE, 0, BYTES)).isEqualTo(memory.address());
        assertThat(files.reach(OWNER, FILE, BYTES - 1, 1)).isEqualTo(memory.address() + BYTES - 1);
        assertThat(files.reach(OWNER, FILE, BYTES, 0)).isEqualTo(memory.address() + BYTES);
        assertThat(attempts).as("mapped once").hasValue(1);
    }

    /** Each of the numbers, at and beyond the limits of its type, so that every sum overflows. */
    @Test
    void wildPlacesAreRefused() {
        long[] wild = {
            -1, -8, BYTES, BYTES + 1, 1L << 31, 1L << 32, 1L << 63, Long.MAX_VALUE, -BYTES
        };
        for (long number : wild) {
            assertThat(files.reach(OWNER, FILE, number, 8)).as("offset %d", number).isZero();
            assertThat(files.reach(OWNER, FILE, Long.MAX_VALUE - 7, number))
                    .as("length %d", number)
                    .isZero();
            assertThat(files.reach(OWNER, FILE, 8, number)).as("length %d", number).isZero();
            assertThat(files.reach(OWNER, number | FILE, 0, 8))
                    .as("file %d", number | FILE)
                    .isZero();
            assertThat(files.reach((int) (number | 4), FILE, 0, 8)).as("owner").isZero();
        }
        assertThat(files.reach(OWNER, FILE, 0, BYTES)).isNotZero();
    }

    /** The number of a file decides over no allocation: one near 2^31 is not even tried. */
    @Test
    void numbersOfFilesAreBounded() {
        assertThat(files.reach(OWNER, Integer.MAX_VALUE, 0, 8)).isZero();
        assertThat(files.reach(OWNER, PeerFiles.MOST_FILES, 0, 8)).isZero();
        assertThat(attempts).hasValue(0);
    }

    @Test
    void whatCannotBeMappedIsNotTriedAgain() {
        for (int i = 0; i < 3; i++) {
            assertThat(files.reach(OWNER, FILE + 1, 0, 0)).isZero();
        }
        assertThat(attempts).hasValue(1);
    }

    /** Many files of many owners, by several threads: each finds its own, and maps it once. */
    @Test
    void threadsFindTheFilesOfAll() {
        Map<Long, MemorySegment> all = new ConcurrentHashMap<>();
        PeerFiles many =
                new PeerFiles((owner, file) -> {
                    MemorySegment made = Arena.global().allocate(8, 8);
                    Memory.putLong(made.address(), (long) owner << 32 | file);
                    assertThat(all.put((long) owner << 32 | file, made)).isNull();
                    return made;
                });
        IntStream.range(0, 4)
                .parallel()
                .forEach(thread -> {
                    Random random = new Random(thread);
                    for (int i = 0; i < 20_000; i++) {
                        int owner = random.nextInt(40) * 131_072;
                        int file = random.nextInt(40);
                        long at = many.reach(owner, file, 0, 8);
                        assertThat(Memory.getLong(at)).isEqualTo((long) owner << 32 | file);
                    }
                });
        assertThat(all).hasSizeBetween(1, 1600);
    }
}
