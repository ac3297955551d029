package org.strata.pml.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.strata.opal.memory.Memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

class PayloadPoolTest {
    private final PayloadPool pool = new PayloadPool();

    private record Block(long address, long bytes, long mark) {}

    @AfterEach
    void close() {
        pool.close();
        assertThat(pool.heldBytes()).isZero();
    }

    @Test
    void aBlockHoldsWhatWasAskedFor() {
        long before = 0;
        for (long bytes = 0; bytes <= PayloadPool.LONGEST + 100; bytes += 1 + bytes / 40) {
            long taken = PayloadPool.blockBytes(bytes);
            assertThat(taken).as("%d bytes", bytes).isGreaterThanOrEqualTo(Math.max(bytes, before));
            assertThat(taken).as("%d bytes", bytes).isLessThanOrEqualTo(bytes + bytes / 4 + 4096);
            assertThat(taken % 64).as("%d bytes", bytes).isLessThanOrEqualTo(bytes % 64);
            before = bytes > PayloadPool.LONGEST ? 0 : taken;
        }
        assertThat(PayloadPool.blockBytes(512)).isEqualTo(512);
        assertThat(PayloadPool.blockBytes(513)).isEqualTo(640);
        assertThat(PayloadPool.blockBytes(1024)).isEqualTo(1024);
        assertThat(PayloadPool.blockBytes(1025)).isEqualTo(1280);
        assertThat(PayloadPool.blockBytes(PayloadPool.LONGEST)).isEqualTo(PayloadPool.LONGEST);
    }

    /** Blocks of all sizes, freed in any order, never overlap. */
    @Test
    void blocksDoNotOverlap() {
        Random random = new Random(7);
        List<Block> blocks = new ArrayList<>();
        long mark = 1;
        for (int round = 0; round < 40; round++) {
            for (int i = 0; i < 300; i++) {
                long bytes =
                        random.nextInt(20) == 0
                                ? 300_000
                                : 1 + random.nextInt(1 << (1 + random.nextInt(17)));
                Block block = new Block(pool.allocate(bytes), bytes, mark++);
                assertThat(block.address % 64).isZero();
                mark(block);
                blocks.add(block);
            }
            Collections.shuffle(blocks, random);
            while (blocks.size() > 150 * (round % 3)) {
                Block block = blocks.removeLast();
                check(block);
                pool.free(block.address, block.bytes);
            }
        }
        blocks.forEach(PayloadPoolTest::check);
    }

    private static void mark(Block block) {
        Memory.putByte(block.address, (byte) block.mark);
        Memory.putByte(block.address + block.bytes / 2, (byte) block.mark);
        Memory.putByte(block.address + block.bytes - 1, (byte) block.mark);
    }

    private static void check(Block block) {
        for (long at : new long[] {0, block.bytes / 2, block.bytes - 1}) {
            assertThat(Memory.getByte(block.address + at)).isEqualTo((byte) block.mark);
        }
    }

    @Test
    void aFreedBlockIsUsedNext() {
        long first = pool.allocate(1000);
        pool.allocate(1000);
        pool.free(first, 1000);
        assertThat(pool.allocate(1000)).isEqualTo(first);
    }

    /** After a burst the pool keeps its reserve and the first slab of each class. */
    @Test
    void memoryGoesBackToTheSystem() {
        int[] sizes = {100, 1000, 10_000, 70_000, 300_000};
        List<Block> blocks = new ArrayList<>();
        for (int size : sizes) {
            for (long all = 0; all < 64 << 20; all += size) {
                blocks.add(new Block(pool.allocate(size), size, 0));
            }
        }
        assertThat(pool.heldBytes()).isGreaterThan(320L << 20).isLessThan(420L << 20);
        Collections.shuffle(blocks, new Random(3));
        blocks.forEach(block -> pool.free(block.address, block.bytes));
        long slabs = 3 * (1 << 20) + (4 << 20);
        assertThat(pool.heldBytes()).isLessThanOrEqualTo(2 * Slabs.RESERVE + slabs);
    }

    /** The kernel has the pages again, not only the counter. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void pagesGoBackToTheKernel() throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < 256 << 10; i++) {
            Block block = new Block(pool.allocate(1000), 1000, i);
            mark(block);
            blocks.add(block);
        }
        long full = residentBytes();
        blocks.forEach(block -> pool.free(block.address, block.bytes));
        assertThat(residentBytes()).isLessThan(full - (200L << 20));
    }

    /** Blocks longer than any class, too: when they are freed, and the last ones at the end. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void longBlocksGoBackToTheKernel() throws IOException {
        long bytes = PayloadPool.LONGEST + (4 << 20);
        long each = PayloadPool.blockBytes(bytes);
        for (int round = 0; round < 2; round++) {
            long held = pool.heldBytes();
            List<Block> blocks = new ArrayList<>();
            for (int i = 1; i <= 32; i++) {
                Block block = new Block(pool.allocate(bytes), bytes, i);
                Memory.zero(block.address, bytes);
                mark(block);
                blocks.add(block);
                assertThat(pool.heldBytes()).isEqualTo(held + i * each);
            }
            blocks.forEach(PayloadPoolTest::check);
            long full = residentBytes();
            blocks.forEach(block -> pool.free(block.address, block.bytes));
            assertThat(pool.heldBytes()).isEqualTo(held);
            assertThat(residentBytes()).isLessThan(full - (100L << 20));
        }
        for (int i = 0; i < 32; i++) {
            Memory.zero(pool.allocate(bytes), bytes);
        }
        long full = residentBytes();
        pool.close();
        assertThat(residentBytes()).as("after the end").isLessThan(full - (100L << 20));
    }

    private static long residentBytes() throws IOException {
        String statm = Files.readString(Path.of("/proc/self/statm"));
        return Long.parseLong(statm.split(" ")[1]) * 4096;
    }
}
