package org.strata.opal.datatype;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

/** Where the elements are, and what keeps their memory alive. */
class BufTest {
    private static final DataLayout INT = DataLayouts.basic(4, 4);

    /** An address keeps no memory alive: what is under way needs the owner. */
    @Test
    void aCopyHasTheOwner() {
        Object owner = new Object();
        Buf original = new Buf().set(null, 4096, 3, INT, owner);
        Buf copy = new Buf().set(original);
        assertThat(copy.base()).isNull();
        assertThat(copy.offset()).isEqualTo(4096);
        assertThat(copy.count()).isEqualTo(3);
        assertThat(copy.layout()).isSameAs(INT);
        assertThat(copy.owner()).isSameAs(owner);
        Buf part = original.at(2, 1);
        assertThat(part.offset()).isEqualTo(4096 + 2 * 4);
        assertThat(part.count()).isEqualTo(1);
        assertThat(part.owner()).isSameAs(owner);
    }

    /** A request that waits in a pool must not keep the program's memory. */
    @Test
    void aClearedBufKeepsNothingAlive() {
        Buf buf = new Buf(new int[4], 0, 4, INT);
        assertThat(buf.owner()).isSameAs(buf.base());
        buf.clear();
        assertThat(buf.base()).isNull();
        assertThat(buf.owner()).isNull();
        Buf bytes = new Buf(new int[4], 0, 4, INT).setBytes(4096, 10);
        assertThat(bytes.base()).isNull();
        assertThat(bytes.owner()).isNull();
        assertThat(bytes.size()).isEqualTo(10);
    }

    /** The address of the first byte, which RDMA and sends in place begin with. */
    @Test
    void gaplessDataMayLieOffTheirOrigin() {
        DataLayout third = DataLayouts.hindexed(new long[] {1}, new long[] {8}, INT);
        Buf buf = new Buf(null, 4096, 1, third);
        assertThat(buf.contiguous()).isTrue();
        assertThat(buf.start()).isEqualTo(4096 + 8);
        assertThat(new Buf(null, 4096, 5, INT).start()).isEqualTo(4096);
    }

    @Test
    void packedBytesComeBack() {
        try (Arena arena = Arena.ofConfined()) {
            long packed = Memory.allocate(arena, 16, 8);
            new Buf(new int[] {1, 2, 3, 4}, 4, 2, INT).pack(4, packed, 4);
            int[] target = new int[4];
            new Buf(target, 8, 2, INT).unpack(packed, 4, 4);
            assertThat(target).containsExactly(0, 0, 0, 3);
        }
    }
}
