package org.strata.opal.datatype;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.stream.LongStream;

/** Descriptions of layouts of another process, each at a limit and one beyond. */
class LayoutLimitsTest {
    private static final long BLOCK = 1;
    private static final long REPEAT = 2;
    private static final long RESIZED = 3;
    private static final long SEQUENCE = 4;

    /** A little less than 2^60; the reader compares doubles, of which the next is 128 further. */
    private static final long MOST = (long) 0x1.fffffp59;

    private static final long[] BYTE = {BLOCK, 1, 1, 1};

    private final Arena arena = Arena.ofConfined();

    @AfterEach
    void close() {
        arena.close();
    }

    private static long[] join(long[]... parts) {
        return Arrays.stream(parts).flatMapToLong(LongStream::of).toArray();
    }

    private static long[] of(long... numbers) {
        return numbers;
    }

    private DataLayout read(long... numbers) {
        long at = Memory.allocate(arena, (long) numbers.length * Long.BYTES + 8, 8);
        for (int i = 0; i < numbers.length; i++) {
            Memory.putLong(at + (long) i * Long.BYTES, numbers[i]);
        }
        DataLayout layout = LayoutCodec.read(at, (long) numbers.length * Long.BYTES);
        if (layout != null) {
            assertThat(LayoutCodec.read(at, (long) numbers.length * Long.BYTES + 8))
                    .as("with a number more")
                    .isNull();
        }
        return layout;
    }

    @Test
    void blocks() {
        assertThat(read(BLOCK, 32, 16, 16).basicElements()).isEqualTo(2);
        assertThat(read(BLOCK, 0, 1, 1).size()).isZero();
        assertThat(read(BLOCK, MOST, 1, 1).size()).isEqualTo(MOST);
        assertThat(read(BLOCK, MOST + 256, 1, 1)).isNull();
        assertThat(read(BLOCK, -1, 1, 1)).isNull();
        assertThat(read(BLOCK, 17, 17, 1)).isNull();
        assertThat(read(BLOCK, 8, 0, 1)).isNull();
        assertThat(read(BLOCK, 9, 2, 1)).as("half an element").isNull();
        assertThat(read(BLOCK, 8, 8, 0)).isNull();
        assertThat(read(BLOCK, 8, 8, 17)).isNull();
        assertThat(read(0, 8, 8, 8)).isNull();
        assertThat(read(SEQUENCE + 1, 0)).isNull();
        assertThat(read(BLOCK, 8, 8)).isNull();
        assertThat(read()).isNull();
    }

    @Test
    void repetitions() {
        assertThat(read(join(of(REPEAT, 3, 5), BYTE)).extent()).isEqualTo(11);
        assertThat(read(join(of(REPEAT, 0, 5), BYTE)).size()).isZero();
        assertThat(read(join(of(REPEAT, -1, 5), BYTE))).isNull();
        assertThat(read(join(of(REPEAT, 2, 1L << 58), BYTE)).size()).isEqualTo(2);
        assertThat(read(join(of(REPEAT, 4, 1L << 58), BYTE))).isNull();
        assertThat(read(join(of(REPEAT, 4, -(1L << 58)), BYTE))).isNull();
        assertThat(read(join(of(REPEAT, Long.MAX_VALUE, 0), BYTE))).isNull();
        assertThat(read(REPEAT, 3, 5)).isNull();
    }

    @Test
    void newBounds() {
        DataLayout read = read(join(of(RESIZED, -4, 16), BYTE));
        assertThat(read.lowerBound()).isEqualTo(-4);
        assertThat(read.extent()).isEqualTo(16);
        assertThat(read(join(of(RESIZED, 0, MOST), BYTE)).extent()).isEqualTo(MOST);
        assertThat(read(join(of(RESIZED, 0, 1L << 60), BYTE))).isNull();
        assertThat(read(join(of(RESIZED, -(1L << 60), 0), BYTE))).isNull();
        assertThat(read(RESIZED, 0, 8)).isNull();
    }

    @Test
    void sequences() {
        DataLayout two = read(join(of(SEQUENCE, 2, 0), BYTE, of(8), BYTE));
        assertThat(two.size()).isEqualTo(2);
        assertThat(two.trueExtent()).isEqualTo(9);
        assertThat(read(join(of(SEQUENCE, 2, 0), BYTE))).as("one is missing").isNull();
        assertThat(read(join(of(SEQUENCE, 2, 0), BYTE, of(1L << 60), BYTE))).isNull();
        assertThat(read(SEQUENCE, -1)).isNull();
        assertThat(read(SEQUENCE)).isNull();
        assertThat(read(join(of(SEQUENCE, Long.MAX_VALUE, 0), BYTE))).isNull();
    }

    /** The reader's stack holds so many. */
    @Test
    void levels() {
        long[] most = nested(512);
        assertThat(read(most).size()).isEqualTo(1);
        assertThat(read(nested(513))).isNull();
        assertThat(read(Arrays.copyOf(most, most.length - 1))).as("cut").isNull();
    }

    private static long[] nested(int levels) {
        long[] numbers = new long[3 * levels + BYTE.length];
        for (int i = 0; i < levels; i++) {
            System.arraycopy(of(RESIZED, 0, 1), 0, numbers, 3 * i, 3);
        }
        System.arraycopy(BYTE, 0, numbers, 3 * levels, BYTE.length);
        return numbers;
    }
}
