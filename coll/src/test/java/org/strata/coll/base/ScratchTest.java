package org.strata.coll.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.Set;

class ScratchTest {
    @Test
    void repeatedUseTakesTheSameMemory() {
        Scratch scratch = new Scratch(1 << 20);
        for (long bytes : new long[] {1, 4096, 4097, 5000, 100_000}) {
            ScratchBlock first = scratch.allocate(bytes);
            assertThat(first.memory.byteSize())
                    .isBetween(bytes, Math.max(4096, bytes * 5 / 4 + 64));
            assertThat(first.address() % 64).isZero();
            scratch.release(first);
            assertThat(scratch.allocate(bytes)).isSameAs(first);
            scratch.release(first);
        }
    }

    @Test
    void lentBlocksAreDistinct() {
        Scratch scratch = new Scratch(1 << 20);
        ScratchBlock a = scratch.allocate(100);
        ScratchBlock b = scratch.allocate(100);
        assertThat(a.address()).isNotEqualTo(b.address());
    }

    @Test
    void keepsNoMoreThanItsLimit() {
        Scratch scratch = new Scratch(10_000);
        ScratchBlock small = scratch.allocate(4096);
        ScratchBlock large = scratch.allocate(20_000);
        scratch.release(large);
        assertThat(scratch.kept()).isZero();
        scratch.release(small);
        assertThat(scratch.kept()).isEqualTo(4096);
    }

    /** Every size has its own free blocks: what is taken has room, and is not twice as long. */
    @Test
    void freeBlocksAreOfTheSizeThatIsAskedFor() {
        Scratch scratch = new Scratch(1 << 30);
        for (long bytes = 4096; bytes < 40_000; bytes += 511) {
            scratch.release(scratch.allocate(bytes));
        }
        for (long bytes = 1; bytes < 40_000; bytes += 173) {
            ScratchBlock block = scratch.allocate(bytes);
            assertThat(block.memory.byteSize())
                    .isBetween(bytes, Math.max(4096, bytes * 5 / 4 + 64));
            scratch.release(block);
        }
    }

    /** What is lent is not kept; several free blocks of a size are lent one after another. */
    @Test
    void whatIsLentIsNotKept() {
        Scratch scratch = new Scratch(3 * 4096);
        ScratchBlock[] blocks = new ScratchBlock[4];
        for (int i = 0; i < 4; i++) {
            blocks[i] = scratch.allocate(100);
        }
        for (ScratchBlock block : blocks) {
            scratch.release(block);
        }
        assertThat(scratch.kept()).as("the fourth is beyond the limit").isEqualTo(3 * 4096);
        Set<Long> lent = new HashSet<>();
        for (int i = 1; i <= 3; i++) {
            lent.add(scratch.allocate(4096).address());
            assertThat(scratch.kept()).isEqualTo((3 - i) * 4096L);
        }
        assertThat(lent)
                .containsExactlyInAnyOrder(
                        blocks[0].address(), blocks[1].address(), blocks[2].address());
        assertThat(scratch.allocate(100)).isNotSameAs(blocks[3]);
    }
}
