package org.strata.osc.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;

import java.lang.foreign.Arena;

/** One piece of an accumulate: which elements it changes, and what it fetches. */
final class AccumulatorTest {
    private static final DataLayout LONG = DataLayouts.basic(8, 8);
    private static final NumberKind INT64 = NumberKind.INT64;

    private final Arena arena = Arena.ofConfined();
    private final Accumulator accumulator = new Accumulator(arena);
    private final long window = Memory.allocate(arena, 256, 8);
    private final long input = Memory.allocate(arena, 64, 8);
    private final long fetched = Memory.allocate(arena, 64, 8);

    @AfterEach
    void close() {
        arena.close();
    }

    private void set(long address, long... values) {
        for (int i = 0; i < values.length; i++) {
            Memory.putLong(address + 8L * i, values[i]);
        }
    }

    private static long[] longs(long address, int count) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = Memory.getLong(address + 8L * i);
        }
        return values;
    }

    /** The elements of the piece, of those one after another or with gaps, and no others. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPieceChangesItsElementsOnly(boolean gaps) {
        DataLayout layout = gaps ? DataLayouts.resized(LONG, 0, 16) : LONG;
        set(window, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        set(input, 100, 200, 300);
        set(fetched, -1, -1, -1);
        accumulator.apply(OpKind.SUM, INT64, input, fetched, layout, window, 8, 16);
        if (gaps) {
            assertThat(longs(window, 10)).containsExactly(1, 2, 103, 4, 205, 6, 7, 8, 9, 10);
            assertThat(longs(fetched, 3)).containsExactly(3, 5, -1);
        } else {
            assertThat(longs(window, 10)).containsExactly(1, 102, 203, 4, 5, 6, 7, 8, 9, 10);
            assertThat(longs(fetched, 3)).containsExactly(2, 3, -1);
        }
        accumulator.apply(OpKind.REPLACE, INT64, input, 0, layout, window, 0, 8);
        assertThat(Memory.getLong(window)).isEqualTo(100);
        assertThat(longs(fetched, 3)).as("nothing is fetched").endsWith(-1);
    }

    /** What is only fetched is not changed; there may be no operands. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void nothingIsChangedByNoOperation(boolean gaps) {
        DataLayout layout = gaps ? DataLayouts.resized(LONG, 0, 16) : LONG;
        set(window, 1, 2, 3);
        set(input, 9, 9);
        accumulator.apply(OpKind.NO_OP, INT64, input, fetched, layout, window, 0, 16);
        assertThat(longs(fetched, 2)).containsExactly(1, gaps ? 3 : 2);
        assertThat(longs(window, 3)).containsExactly(1, 2, 3);
    }

    /** Pairs have padding in memory, and none in messages. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void pairsArePackedInMessages(boolean gaps) {
        NumberKind kind = NumberKind.SHORT_INT;
        DataLayout pair = PackedElements.of(kind).layout();
        assertThat(pair.size()).isEqualTo(6);
        DataLayout layout = gaps ? DataLayouts.resized(pair, 0, 24) : pair;
        int distance = gaps ? 24 : 8;
        short[] values = {7, 3};
        for (int i = 0; i < 2; i++) {
            Memory.putShort(window + (long) i * distance, (short) 5);
            Memory.putShort(window + (long) i * distance + 2, (short) 0x7777);
            Memory.putInt(window + (long) i * distance + 4, 50 + i);
            Memory.putShort(input + 6L * i, values[i]);
            Memory.putInt(input + 6L * i + 2, 90 + i);
        }
        accumulator.apply(OpKind.MAXLOC, kind, input, fetched, layout, window, 0, 12);
        assertThat(Memory.getShort(window)).isEqualTo((short) 7);
        assertThat(Memory.getInt(window + 4)).isEqualTo(90);
        assertThat(Memory.getShort(window + distance)).isEqualTo((short) 5);
        assertThat(Memory.getInt(window + distance + 4)).isEqualTo(51);
        assertThat(Memory.getShort(window + 2)).as("padding").isEqualTo((short) 0x7777);
        assertThat(Memory.getShort(fetched)).isEqualTo((short) 5);
        assertThat(Memory.getInt(fetched + 2)).isEqualTo(50);
        assertThat(Memory.getInt(fetched + 8)).isEqualTo(51);
    }

    /** No piece cuts an element, or is longer than the scratch memory. */
    @Test
    void piecesAreWholeElements() {
        NumberKind pair = NumberKind.SHORT_INT;
        assertThat(Accumulator.piece(INT64, 23)).isEqualTo(16);
        assertThat(Accumulator.piece(pair, 23)).isEqualTo(18);
        assertThat(Accumulator.piece(INT64, 1L << 40)).isEqualTo(Accumulator.MOST_BYTES);
        assertThat(Accumulator.isPiece(INT64, 8, Accumulator.MOST_BYTES)).isTrue();
        assertThat(Accumulator.isPiece(INT64, 8, Accumulator.MOST_BYTES + 8)).isFalse();
        assertThat(Accumulator.isPiece(INT64, 4, 8)).isFalse();
        assertThat(Accumulator.isPiece(INT64, 8, 4)).isFalse();
        assertThat(Accumulator.isPiece(pair, 6, 12)).isTrue();
        assertThat(Accumulator.isPiece(pair, 8, 8)).isFalse();
    }

    /** All bytes are compared; a difference in the last one is a difference. */
    @Test
    void anElementIsSwappedIfAllItsBytesAreEqual() {
        set(input, 0x1111111111111111L);
        long compare = Memory.allocate(arena, 8, 8);
        for (int bytes : new int[] {1, 2, 4, 8}) {
            for (int other = -1; other < bytes; other++) {
                set(window, 7, 7);
                set(compare, 7);
                set(fetched, 0);
                if (other >= 0) {
                    Memory.putByte(compare + other, (byte) 99);
                }
                accumulator.compareAndSwap(input, compare, fetched, window, bytes);
                byte last = Memory.getByte(window + bytes - 1);
                byte kept = (byte) (bytes == 1 ? 7 : 0);
                assertThat(last).isEqualTo(other < 0 ? (byte) 0x11 : kept);
                assertThat(Memory.getLong(fetched)).isEqualTo(7);
                assertThat(Memory.getByte(window + bytes)).isEqualTo((byte) (bytes == 8 ? 7 : 0));
            }
        }
    }
}
