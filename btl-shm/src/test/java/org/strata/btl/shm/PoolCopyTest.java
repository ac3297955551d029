package org.strata.btl.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.mca.proc.Proc;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;

/** A peer's handle and address are two numbers that the peer chooses. */
final class PoolCopyTest {
    private static final long POOL = 1 << 16;

    @TempDir Path directory;

    private final Arena arena = Arena.ofShared();
    private final Doorbell doorbell = new Doorbell(why -> {});
    private final long handle = Memory.allocate(arena, PoolCopy.HANDLE_BYTES, 8);
    private OneFilePool theirs;
    private OneFilePool ours;
    private PoolCopy copy;
    private ShmEndpoint peer;

    @BeforeEach
    void open() throws IOException {
        theirs = new OneFilePool(directory, "job", 1, POOL);
        ours = new OneFilePool(directory, "job", 0, POOL);
        copy = new PoolCopy(ours);
        ShmAddress card = new ShmAddress("", directory.resolve("peer").toString(), 1, "", 1, 0, 0);
        SegmentLayout layout = new SegmentLayout(1, 0, 1, 1, 64);
        ShmSegment segment = ShmSegment.create(directory.resolve("peer"), layout, card, 1);
        peer = new ShmEndpoint(new Proc(1, "here", 1, true), card, segment, null, doorbell);
    }

    @AfterEach
    void close() throws IOException {
        theirs.close();
        ours.close();
        doorbell.close();
        arena.close();
    }

    @Test
    void aRangeOfThePoolIsFound() {
        new PoolCopy(theirs).writeHandle(theirs.address() + 4096, handle);
        Memory.putLong(theirs.address() + 4096, 42);
        long found = copy.find(peer, theirs.address() + 4096, handle, POOL - 4096);
        assertThat(Memory.getLong(found)).isEqualTo(42);
    }

    /** The distance from the handle's base may be any number; so may the length. */
    @Test
    void wildRangesAreRefused() {
        new PoolCopy(theirs).writeHandle(theirs.address(), handle);
        long[] offsets = {-1, -8, POOL, POOL - 7, Long.MAX_VALUE, Long.MAX_VALUE - 63, 1L << 63};
        for (long offset : offsets) {
            assertThat(copy.find(peer, theirs.address() + offset, handle, 64))
                    .as("offset %d", offset)
                    .isZero();
        }
        for (long length : new long[] {-1, POOL, Long.MAX_VALUE, 1L << 63}) {
            assertThat(copy.find(peer, theirs.address() + 8, handle, length))
                    .as("length %d", length)
                    .isZero();
        }
        for (long file : new long[] {0, -1, 2, Integer.MAX_VALUE, 1L << 32 | 1, 1L << 63 | 1}) {
            Memory.putLong(handle, file);
            assertThat(copy.find(peer, theirs.address(), handle, 64)).as("file %d", file).isZero();
        }
    }
}
