package org.strata.opal.datatype;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import org.strata.opal.datatype.Shapes.Shape;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.util.Random;

/** Layouts as bytes and back; bytes that describe no layout. */
class LayoutCodecTest {
    @Provide
    Arbitrary<Shape> shapes() {
        return Shapes.any();
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void aLayoutComesBack(@ForAll("shapes") Shape shape) {
        DataLayout layout = shape.layout();
        long bytes = LayoutCodec.bytes(layout);
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, bytes, 8);
            assertThat(LayoutCodec.write(layout, at)).isEqualTo(at + bytes);
            DataLayout read = LayoutCodec.read(at, bytes);
            assertThat(read.size()).isEqualTo(layout.size());
            assertThat(read.lowerBound()).isEqualTo(layout.lowerBound());
            assertThat(read.extent()).isEqualTo(layout.extent());
            assertThat(read.basicElements()).isEqualTo(layout.basicElements());
            assertThat(packed(read, arena)).isEqualTo(packed(layout, arena));
            assertThat(LayoutCodec.read(at, bytes - 8)).as("cut").isNull();
        }
    }

    /** Returns two packed elements of numbered bytes. */
    private static byte[] packed(DataLayout layout, Arena arena) {
        long before = -Math.min(0, layout.touchedStart(2));
        long bytes = before + Math.max(1, layout.touchedEnd(2));
        long from = Memory.allocate(arena, bytes, 8);
        for (long i = 0; i < bytes; i++) {
            Memory.putByte(from + i, (byte) (i * 7));
        }
        int size = (int) (2 * layout.size());
        long to = Memory.allocate(arena, Math.max(1, size), 8);
        layout.pack(null, from + before, 0, to, size);
        byte[] result = new byte[size];
        Memory.copyIn(to, result, 0, size);
        return result;
    }

    /** Whatever the bytes are, reading ends, and what was read reaches over 2^60 bytes at most. */
    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void wrongBytesAreNoLayout(@ForAll("shapes") Shape shape, @ForAll long seed) {
        long bytes = LayoutCodec.bytes(shape.layout());
        Random random = new Random(seed);
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, bytes, 8);
            LayoutCodec.write(shape.layout(), at);
            for (int i = random.nextInt(3); i >= 0; i--) {
                long word = at + 8 * random.nextLong(bytes / 8);
                Memory.putLong(word, random.nextBoolean() ? random.nextLong() : random.nextInt(9));
            }
            DataLayout read = LayoutCodec.read(at, bytes);
            if (read != null) {
                assertThat(read.size()).isBetween(0L, 1L << 60);
                assertThat(read.trueExtent()).isBetween(0L, 1L << 61);
            }
        }
    }
}
