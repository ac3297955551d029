package org.strata.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

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

    private static final Path DIRECTORY = Path.of("/dev/shm");

    private SharedMemory() {}

    /** Has the collector give back what it can, when there may not be enough room. */
    public static void collect() {
        Instant end = Instant.now().plus(PATIENCE);
        while (free() < ENOUGH && Instant.now().isBefore(end)) {
            System.gc();
        }
    }

    private static long free() {
        try {
            return Files.getFileStore(DIRECTORY).getUsableSpace();
        } catch (IOException e) {
            return Long.MAX_VALUE; // No shared memory: whoever needs it says so.
        }
    }
}
