package org.strata.coll.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.util.Random;

/** Copies from and to every kind of memory, with and without gaps. */
final class LocalCopyTest {
    private static final DataLayout LONG = DataLayouts.basic(8, 8);
    private static final DataLayout GAPS = DataLayouts.resized(LONG, 0, 16);

    private final Scratch scratch = new Scratch(1 << 20);

    private static Buf[] bufs(Arena arena, int count) {
        return new Buf[] {
            new Buf(null, Memory.allocate(arena, 8L * count, 8), count, LONG),
            new Buf(null, Memory.allocate(arena, 16L * count, 8), count, GAPS),
            new Buf(new long[count], 0, count, LONG),
            new Buf(new long[2 * count], 0, count, GAPS),
        };
    }

    /** Up to several pieces, the last one shorter. */
    @ParameterizedTest
    @ValueSource(ints = {1, 8192, 20_000})
    void everyElementIsCopied(int count) {
        long[] values = new Random(count).longs(count).toArray();
        Buf filled = new Buf(values, 0, count, LONG);
        try (Arena arena = Arena.ofConfined()) {
            Buf[] sources = bufs(arena, count);
            for (Buf source : sources) {
                assertThat(LocalCopy.copy(scratch, filled, source)).isEqualTo(Rc.OK);
                for (Buf target : bufs(arena, count)) {
                    assertThat(LocalCopy.copy(scratch, source, target)).isEqualTo(Rc.OK);
                    long[] read = new long[count];
                    Buf plain = new Buf(read, 0, count, LONG);
                    assertThat(LocalCopy.copy(scratch, target, plain)).isEqualTo(Rc.OK);
                    assertThat(read).isEqualTo(values);
                }
            }
        }
        assertThat(scratch.kept()).as("one block, again and again").isLessThanOrEqualTo(64 * 1024);
    }

    /** As a message would do: what fits is copied, and the rest is an error. */
    @Test
    void whatDoesNotFitIsTruncated() {
        long[] three = {1, 2, 3};
        long[] two = {0, 0, 9};
        Buf from = new Buf(three, 0, 3, LONG);
        assertThat(LocalCopy.copy(scratch, from, new Buf(two, 0, 2, LONG))).isEqualTo(Rc.TRUNCATED);
        assertThat(two).containsExactly(1, 2, 9);
        long[] four = {0, 0, 0, 9};
        assertThat(LocalCopy.copy(scratch, from, new Buf(four, 0, 4, LONG))).isEqualTo(Rc.OK);
        assertThat(four).containsExactly(1, 2, 3, 9);
        assertThat(LocalCopy.copy(scratch, from, from)).isEqualTo(Rc.OK);
        assertThat(three).containsExactly(1, 2, 3);
    }
}
