package org.strata.testkit;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Room for segments where {@code /dev/shm} is small, as it is in a container: 64 MB by default. The
 * segments that earlier tests of this JVM have closed go only when their mappings do, with the
 * garbage collector.
 */
public final class SharedMemory {
    /** What the ranks of nearly every test take, of 1 MB each. */
    private static final long ENOUGH = 16L << 20;

    /** Mappings go some time after the collection, in a thread of the JVM's. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    /** Bounds the wait for that thread where it hardly runs. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final Path DIRECTORY = Path.of("/dev/shm");

    private SharedMemory() {}

    /** Has the collector give back what it can, when there may not be enough room. */
    public static void collect() {
        Instant start = Instant.now();
        int cleanings = 0;
        while (free() < ENOUGH
                && Instant.now().isBefore(start.plus(LIMIT))
                && (cleanings < 2 || Instant.now().isBefore(start.plus(PATIENCE)))) {
            cleanings += collectOnce(start.plus(LIMIT)) ? 1 : 0;
        }
    }

    /** Returns whether the thread that unmaps has been at work since. */
    private static boolean collectOnce(Instant limit) {
        AtomicBoolean cleaned = new AtomicBoolean();
        drop(cleaned);
        System.gc();
        while (!cleaned.get() && Instant.now().isBefore(limit)) {
            LockSupport.parkNanos(1_000_000);
        }
        return cleaned.get();
    }

    /** Leaves behind what the same thread lets go. */
    private static void drop(AtomicBoolean cleaned) {
        MemorySegment.NULL.reinterpret(1, Arena.ofAuto(), gone -> cleaned.set(true));
    }

    private static long free() {
        try {
            return Files.getFileStore(DIRECTORY).getUsableSpace();
        } catch (IOException e) {
            return Long.MAX_VALUE; // No shared memory: whoever needs it says so.
        }
    }
}
