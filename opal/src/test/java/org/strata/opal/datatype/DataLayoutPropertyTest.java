package org.strata.opal.datatype;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

import org.junit.jupiter.api.Test;
import org.strata.opal.datatype.Shapes.Shape;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Random;

/**
 * Layouts against their type maps, byte by byte: bounds, packing and unpacking in pieces that end
 * anywhere, in native memory and in arrays, gaps untouched.
 */
class DataLayoutPropertyTest {
    @Provide
    Arbitrary<Shape> shapes() {
        return Shapes.any();
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void boundsAreThoseOfTheTypeMap(@ForAll("shapes") Shape shape) {
        DataLayout layout = shape.layout();
        TypeMap map = shape.map();
        assertThat(layout.size()).as("size").isEqualTo(map.size());
        assertThat(layout.lowerBound()).as("lower bound").isEqualTo(map.lower());
        assertThat(layout.extent()).as("extent").isEqualTo(map.extent());
        assertThat(layout.basicElements()).as("elements").isEqualTo(map.entries().size());
        if (map.size() > 0) {
            assertThat(layout.trueLowerBound()).as("true lower").isEqualTo(map.trueLower());
            assertThat(layout.trueLowerBound() + layout.trueExtent())
                    .as("true upper")
                    .isEqualTo(map.trueUpper());
        }
    }

    /** The displacements of all bytes of {@code count} elements, in the order of packing. */
    private static long[] bytesOf(TypeMap map, int count) {
        long[] one = map.bytes();
        long[] all = new long[one.length * count];
        for (int i = 0; i < all.length; i++) {
            all[i] = one[i % one.length] + i / one.length * map.extent();
        }
        return all;
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void whatIsTouchedAndContiguous(
            @ForAll("shapes") Shape shape, @ForAll @IntRange(max = 3) int count) {
        DataLayout layout = shape.layout();
        long[] bytes = bytesOf(shape.map(), count);
        long first = Arrays.stream(bytes).min().orElse(0);
        assertThat(layout.touchedStart(count)).isEqualTo(first);
        assertThat(layout.touchedEnd(count))
                .isEqualTo(bytes.length == 0 ? 0 : Arrays.stream(bytes).max().getAsLong() + 1);
        if (layout.contiguous(count) && bytes.length > 0) {
            long start = layout.trueLowerBound();
            for (int i = 0; i < bytes.length; i++) {
                assertThat(bytes[i]).as("byte %d of a gapless run", i).isEqualTo(start + i);
            }
        }
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void elementsAreCounted(@ForAll("shapes") Shape shape) {
        DataLayout layout = shape.layout();
        Assume.that(layout.size() > 0);
        long bytes = 0;
        long elements = 0;
        for (int i = 0; i < 2; i++) {
            for (TypeMap.Entry entry : shape.map().entries()) {
                assertThat(layout.basicElementsIn(bytes)).isEqualTo(elements);
                assertThat(layout.bytesOfBasicElements(elements)).isEqualTo(bytes);
                if (entry.size() > 1) {
                    assertThat(layout.basicElementsIn(bytes + 1)).as("a cut element").isEqualTo(-1);
                }
                bytes += entry.size();
                elements++;
            }
        }
        assertThat(layout.basicElementsIn(bytes)).isEqualTo(elements);
    }

    /** A buffer around what some elements touch: native memory, or an array of some type. */
    private static final class Buffer {
        /** Bytes before and behind what is touched: must never change. */
        private static final int MARGIN = 32;

        final Object base;
        final long start;
        final long origin;
        final int length;

        Buffer(Arena arena, Kind kind, long first, long end, int offset) {
            int room = (int) (end - first) + 2 * MARGIN + 16;
            length = room + 15 & -16;
            base = kind.array(length);
            start = base == null ? Memory.allocate(arena, length, 16) : 0;
            origin = start + MARGIN + offset - first;
        }

        byte[] content() {
            byte[] bytes = new byte[length];
            Memory.copy(base, start, bytes, 0, length);
            return bytes;
        }

        void fill(byte[] bytes) {
            Memory.copy(bytes, 0, base, start, length);
        }
    }

    /** What a buffer is. */
    enum Kind {
        NATIVE,
        BYTES,
        SHORTS,
        CHARS,
        INTS,
        LONGS,
        FLOATS,
        DOUBLES;

        Object array(int bytes) {
            return switch (this) {
                case NATIVE -> null;
                case BYTES -> new byte[bytes];
                case SHORTS -> new short[bytes / 2];
                case CHARS -> new char[bytes / 2];
                case INTS -> new int[bytes / 4];
                case LONGS -> new long[bytes / 8];
                case FLOATS -> new float[bytes / 4];
                case DOUBLES -> new double[bytes / 8];
            };
        }
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void packsInPieces(
            @ForAll("shapes") Shape shape,
            @ForAll @IntRange(max = 4) int count,
            @ForAll Kind kind,
            @ForAll @IntRange(max = 16) int offset,
            @ForAll long seed) {
        Random random = new Random(seed);
        DataLayout layout = shape.layout();
        long[] bytes = bytesOf(shape.map(), count);
        try (Arena arena = Arena.ofConfined()) {
            Buffer buffer =
                    new Buffer(
                            arena,
                            kind,
                            layout.touchedStart(count),
                            layout.touchedEnd(count),
                            offset);
            byte[] before = noise(random, buffer);
            byte[] packed = new byte[bytes.length];
            long target = Memory.allocate(arena, bytes.length + 16L, 1);
            for (int[] piece : pieces(random, bytes.length)) {
                Memory.putByte(target + piece[1], (byte) 77);
                layout.pack(buffer.base, buffer.origin, piece[0], target, piece[1]);
                assertThat(Memory.getByte(target + piece[1]))
                        .as("behind a piece")
                        .isEqualTo((byte) 77);
                Memory.copyIn(target, packed, piece[0], piece[1]);
            }
            byte[] expected = new byte[bytes.length];
            for (int i = 0; i < bytes.length; i++) {
                expected[i] = before[(int) (buffer.origin - buffer.start + bytes[i])];
            }
            assertThat(packed).isEqualTo(expected);
            assertThat(buffer.content()).as("the source").isEqualTo(before);
        }
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void unpacksInPiecesAndLeavesGaps(
            @ForAll("shapes") Shape shape,
            @ForAll @IntRange(max = 4) int count,
            @ForAll Kind kind,
            @ForAll @IntRange(max = 16) int offset,
            @ForAll long seed) {
        Random random = new Random(seed);
        DataLayout layout = shape.layout();
        long[] bytes = bytesOf(shape.map(), count);
        // A receive into places that overlap is erroneous (MPI 3.1 §4.1.11).
        Assume.that(Arrays.stream(bytes).distinct().count() == bytes.length);
        try (Arena arena = Arena.ofConfined()) {
            Buffer buffer =
                    new Buffer(
                            arena,
                            kind,
                            layout.touchedStart(count),
                            layout.touchedEnd(count),
                            offset);
            byte[] expected = noise(random, buffer);
            byte[] packed = new byte[bytes.length];
            random.nextBytes(packed);
            long source = Memory.allocate(arena, bytes.length + 16L, 1);
            for (int[] piece : pieces(random, bytes.length)) {
                Memory.copyOut(packed, piece[0], source, piece[1]);
                layout.unpack(source, buffer.base, buffer.origin, piece[0], piece[1]);
            }
            for (int i = 0; i < bytes.length; i++) {
                expected[(int) (buffer.origin - buffer.start + bytes[i])] = packed[i];
            }
            assertThat(buffer.content()).isEqualTo(expected);
        }
    }

    private static byte[] noise(Random random, Buffer buffer) {
        byte[] bytes = new byte[buffer.length];
        random.nextBytes(bytes);
        buffer.fill(bytes);
        return bytes;
    }

    /** Cuts a stream at random places; the pieces (position, length) come in random order. */
    private static int[][] pieces(Random random, int length) {
        int cuts = random.nextInt(5);
        int[] at = random.ints(cuts, 0, length + 1).sorted().toArray();
        int[][] pieces = new int[cuts + 1][];
        int from = 0;
        for (int i = 0; i <= cuts; i++) {
            int to = i == cuts ? length : at[i];
            pieces[i] = new int[] {from, to - from};
            from = to;
        }
        java.util.Collections.shuffle(Arrays.asList(pieces), random);
        return pieces;
    }

    /** A column of a matrix, long enough for every loop to be compiled. */
    @Test
    void columnsOfLargeMatrices() {
        int rows = 5000;
        int columns = 7;
        for (Object matrix : new Object[] {new double[rows * columns], new int[rows * columns]}) {
            long unit = matrix instanceof double[] ? 8 : 4;
            DataLayout column =
                    DataLayouts.hvector(
                            rows, 1, columns * unit, DataLayouts.basic((int) unit, (int) unit));
            try (Arena arena = Arena.ofConfined()) {
                long packed = Memory.allocate(arena, rows * unit, 8);
                byte[] bytes = new byte[rows * columns * (int) unit];
                new Random(1).nextBytes(bytes);
                Memory.copy(bytes, 0, matrix, 0, bytes.length);
                byte[] copy = new byte[bytes.length];
                Object other = unit == 8 ? new double[rows * columns] : new int[rows * columns];
                for (int c = 0; c < columns; c++) {
                    column.pack(matrix, c * unit, 0, packed, rows * unit);
                    column.unpack(packed, other, c * unit, 0, rows * unit);
                }
                Memory.copy(other, 0, copy, 0, copy.length);
                assertThat(copy).isEqualTo(bytes);
            }
        }
    }
}
