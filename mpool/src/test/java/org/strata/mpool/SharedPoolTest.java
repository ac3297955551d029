package org.strata.mpool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.MemoryPool;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.RankSleeper;
import org.strata.opal.shared.Place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

class SharedPoolTest {
    @TempDir Path directory;

    private SharedPool pool(long segment, long max) {
        return pool(segment, max, 3);
    }

    private SharedPool pool(long segment, long max, int rank) {
        SharedPoolConfig config = new SharedPoolConfig(directory.toString(), segment, max);
        return new SharedPool(config, "job", rank, new RankSleeper());
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
    void memoryThatIsReleasedTwiceHasOneNextOwner() {
        SharedPool pool = pool(1 << 20, 1 << 24);
        MemoryPool.Block block = pool.allocate(10_000);
        block.release();
        assertThat(pool.find(block.address())).as("released").isNull();
        MemoryPool.Block next = pool.allocate(10_000);
        assertThat(next.address()).isEqualTo(block.address());
        block.release();
        assertThat(pool.find(next.address())).isSameAs(next);
        assertThat(pool.allocate(10_000).address()).isNotEqualTo(next.address());
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
    void peersReachTheRangesOfABlock() {
        SharedPool owner = pool(1 << 16, 1 << 24);
        MappablePool peer = pool(1 << 16, 1 << 24, 4);
        MappablePool.MappableBlock block = owner.allocate(64);
        Memory.putLong(block.address(), 42);
        long offset = block.fileOffset(block.address());
        long at = peer.reach(3, block.file(), offset, 64);
        assertThat(Memory.getLong(at)).isEqualTo(42);
        assertThat(peer.reach(3, block.file(), offset, 64)).as("mapped once").isEqualTo(at);
        assertThat(peer.reach(3, block.file(), Long.MAX_VALUE - 7, 64)).isZero();
        assertThat(peer.reach(3, 7, 0, 64)).isZero();
        assertThat(peer.find(block.address())).isNull();
        owner.close();
        assertThat(Memory.getLong(at)).as("it stays mapped").isEqualTo(42);
    }

    /** Peers are told of no memory whose pages they would have to make. */
    @Test
    void onlyMemoryThatExistsIsLocated() {
        SharedPool pool = pool(1 << 20, 1 << 24);
        Place place = new Place();
        MappablePool.MappableBlock first = pool.allocate(10_000);
        MappablePool.MappableBlock second = pool.allocate(2 << 20);
        assertThat(pool.locate(first.address() + 16, 100, place)).isTrue();
        assertThat(place.file()).isEqualTo(first.file());
        assertThat(place.offset()).isEqualTo(first.fileOffset(first.address() + 16));
        assertThat(pool.locate(second.address(), 2 << 20, place)).isTrue();
        assertThat(place.file()).isEqualTo(second.file());
        assertThat(pool.locate(first.address(), 1 << 19, place)).isFalse();
        assertThat(place.exists()).isFalse();
        assertThat(pool.locate(second.address(), (2 << 20) + 1, place)).isFalse();
        assertThat(pool.locate(second.address(), Long.MAX_VALUE, place)).isFalse();
        assertThat(pool.locate(second.address() + 8, -1, place)).isFalse();
        assertThat(pool.locate(64, 1, place)).isFalse();
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
        SharedPool pool = new SharedPool(config, "job", 0, new RankSleeper());
        assertThat(pool.allocate(10)).isNull();
    }
}
