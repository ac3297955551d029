package org.strata.coll.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
}
