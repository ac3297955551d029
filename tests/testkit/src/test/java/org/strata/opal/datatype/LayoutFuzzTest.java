package org.strata.opal.datatype;

import org.junit.jupiter.api.AfterEach;
import org.strata.opal.memory.Memory;
import org.strata.testkit.NativeBuffers;
import org.strata.testkit.fuzz.FuzzContract;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Datatypes that another process describes: what is read can be used. Parts of it are packed and
 * unpacked inside the memory that it names, and turned to external32 and back.
 */
class LayoutFuzzTest extends FuzzContract {
    private static final int ROOM = 1 << 16;
    private static final int MOST = 4096;

    private final NativeBuffers memory = new NativeBuffers();
    private final long data = memory.allocate(ROOM);
    private final long packed = memory.allocate(MOST);

    @AfterEach
    void close() {
        memory.close();
    }

    private static byte[] description(DataLayout layout) {
        try (Arena arena = Arena.ofConfined()) {
            long bytes = LayoutCodec.bytes(layout);
            long at = Memory.allocate(arena, bytes, 8);
            LayoutCodec.write(layout, at);
            return NativeBuffers.bytes(at, bytes);
        }
    }

    @Override
    protected List<byte[]> valid() {
        DataLayout four = DataLayouts.basic(4, 4);
        DataLayout vector = DataLayouts.hvector(3, 2, 24, four);
        DataLayout struct =
                DataLayouts.struct(
                        new long[] {1, 2},
                        new long[] {0, 16},
                        new DataLayout[] {DataLayouts.basic(8, 8), vector});
        return List.of(
                description(four),
                description(vector),
                description(struct),
                description(DataLayouts.resized(struct, -8, 200)),
                description(DataLayouts.hindexed(new long[] {1, 3}, new long[] {40, 0}, struct)));
    }

    @Override
    protected void parse(byte[] input) {
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, Math.max(1, input.length), 8);
            NativeBuffers.write(input, at);
            use(LayoutCodec.read(at, input.length), input.length);
        }
    }

    private void use(DataLayout layout, int seed) {
        if (layout == null) {
            return;
        }
        boolean sound =
                layout.size() >= 0
                        && layout.size() <= 1L << 60
                        && layout.trueExtent() >= 0
                        && layout.basicElements() >= 0
                        && layout.basicElements() <= layout.size();
        if (!sound) {
            throw new AssertionError(layout);
        }
        long count = 2;
        if (layout.reachOverflows(count)) {
            return;
        }
        long start = layout.touchedStart(count);
        long end = layout.touchedEnd(count);
        if (end - start > ROOM || start < -ROOM || layout.size() > MOST / 2) {
            return;
        }
        Random random = new Random(seed);
        long size = count * layout.size();
        long position = size == 0 ? 0 : random.nextLong(size + 1);
        long length = random.nextLong(size - position + 1);
        layout.pack(null, data - start, position, packed, length);
        layout.reverseNumbers(packed, 0, length);
        layout.reverseNumbers(packed, 0, length);
        layout.unpack(packed, null, data - start, position, length);
    }

    @Override
    protected Set<Class<? extends Exception>> documented() {
        return Set.of();
    }
}
