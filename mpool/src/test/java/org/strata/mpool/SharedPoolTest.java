package org.strata.mpool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.MemoryPool;
import org.strata.opal.memory.Memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class SharedPoolTest {
    @TempDir Path directory;

    private SharedPool pool(long segment, long max) {
        return new SharedPool(new SharedPoolConfig(directory.toString(), segment, max), "job", 3);
    }

    @Test
    void blocksAreZeroedAlignedAndFound() {
        SharedPool pool = pool(1 << 20, 1 << 24);
        MemoryPool.Block small = pool.allocate(100);
        MemoryPool.Block large = pool.allocate(10_000);
        assertThat(small.address() % 64).isZero();
        assertThat(large.address() % 4096).isZero();
        Memory.putByte(large.address() + 9_999, (byte) 7);
        assertThat(pool.find(large.address() + 9_999)).isSameAs(large);
        assertThat(pool.find(large.address() + 10_000)).isNull();
        assertThat(pool.find(small.address())).isSameAs(small);
        large.release();
        large.release();
        MemoryPool.Block again = pool.allocate(10_000);
        assertThat(Memory.getByte(again.address() + 9_999)).isZero();
    }

    @Test
    void theFileHoldsWhatTheMemoryHolds() throws IOException {
        SharedPool pool = pool(1 << 16, 1 << 24);
        MappablePool.MappableBlock block = pool.allocate(64);
        Memory.putLong(block.address() + 8, 0x1122334455667788L);
        Path file = directory.resolve("strata.job.3.pool" + block.file());
        byte[] content = Files.readAllBytes(file);
        assertThat(content[(int) block.fileOffset(block.address() + 8)]).isEqualTo((byte) 0x88);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        pool.close();
        assertThat(file).doesNotExist();
        assertThat(Memory.getLong(block.address() + 8)).isEqualTo(0x1122334455667788L);
    }

    @Test
    void peersMapTheFilesOfABlock() throws IOException {
        SharedPool owner = pool(1 << 16, 1 << 24);
        SharedPoolConfig config = new SharedPoolConfig(directory.toString(), 1 << 16, 1 << 24);
        MappablePool peer = new SharedPool(config, "job", 4);
        MappablePool.MappableBlock block = owner.allocate(64);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mapped = peer.map(3, block.file(), arena);
            Memory.putLong(block.address(), 42);
            long at = mapped.address() + block.fileOffset(block.address());
            assertThat(Memory.getLong(at)).isEqualTo(42);
            assertThatThrownBy(() -> peer.map(3, 7, arena)).isInstanceOf(IOException.class);
        }
        assertThat(peer.find(block.address())).isNull();
    }

    @Test
    void longBuffersGetAFileOfTheirOwnAndTheLimitHolds() {
        SharedPool pool = pool(1 << 16, 1 << 20);
        assertThat(pool.allocate(500_000)).isNotNull();
        assertThat(pool.allocate(1 << 20)).isNull();
        assertThat(pool.allocate(100)).isNotNull();
    }

    @Test
    void aMissingDirectoryGivesNoMemory() {
        SharedPoolConfig config = new SharedPoolConfig(directory + "/absent", 1 << 16, 1 << 20);
        assertThat(new SharedPool(config, "job", 0).allocate(10)).isNull();
    }

    @Test
    void randomAllocationsNeverOverlapAndAllComesBack() {
        FreeRanges ranges = new FreeRanges(1 << 16);
        Random random = new Random(5);
        List<long[]> taken = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            if (random.nextBoolean()) {
                long length = 1L + random.nextInt(3000);
                long start = ranges.take(length, random.nextBoolean() ? 64 : 4096);
                if (start >= 0) {
                    for (long[] other : taken) {
                        boolean apart = start + length <= other[0] || other[0] + other[1] <= start;
                        assertThat(apart).isTrue();
                    }
                    taken.add(new long[] {start, length});
                }
            } else if (!taken.isEmpty()) {
                long[] one = taken.remove(random.nextInt(taken.size()));
                ranges.give(one[0], one[1]);
            }
        }
        taken.forEach(one -> ranges.give(one[0], one[1]));
        assertThat(ranges.allFree(1 << 16)).isTrue();
    }
}
