package org.strata.testkit.coll;

import static org.assertj.core.api.Assertions.assertThat;

import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/**
 * A user's buffer, native or in some array, with guard bytes around and a shadow that tells what
 * every byte, gaps and guards included, must be.
 */
final class CollBuffer {
    private static final int GUARD = 48;
    private static final byte UNTOUCHED = 0x5a;

    private final DataLayout layout;
    private final Object base;
    private final long start;
    private final long origin;
    private final int length;
    private final MemorySegment shadow;
    private final MemorySegment packed;

    /**
     * @param capacity elements from origin on
     */
    CollBuffer(
            Arena arena,
            CollRun.NativeMemory memory,
            Random random,
            DataLayout layout,
            long capacity) {
        this.layout = layout;
        long low = Math.min(0, layout.touchedStart(capacity));
        long high = Math.max(0, layout.touchedEnd(capacity));
        length = (int) ((high - low + 2 * GUARD + 15) / 8 * 8);
        base =
                switch (random.nextInt(5)) {
                    case 0 -> new byte[length];
                    case 1 -> new int[length / 4];
                    case 2 -> new double[length / 8];
                    default -> null;
                };
        start = base != null ? 0 : memory.allocate(length, arena);
        origin = GUARD - low + (random.nextBoolean() ? random.nextInt(8) : 0);
        shadow = arena.allocate(length).fill(UNTOUCHED);
        packed = arena.allocate(Math.max(1, layout.size() * capacity));
        Memory.copy(null, shadow.address(), base, start, length);
    }

    /** Returns elements from the origin on. */
    Buf buf(long count) {
        return new Buf(base, start + origin, count, layout);
    }

    /** Puts data there before the collective. */
    void put(long element, byte[] data) {
        expect(element, data);
        layout.unpack(
                packed.address(), base, start + origin + element * layout.extent(), 0, data.length);
    }

    /** Says what data must be there after the collective. */
    void expect(long element, byte[] data) {
        MemorySegment.copy(data, 0, packed, ValueLayout.JAVA_BYTE, 0, data.length);
        long at = shadow.address() + origin + element * layout.extent();
        layout.unpack(packed.address(), null, at, 0, data.length);
    }

    /** Fails unless every byte is as it must be. */
    void verify(String what) {
        byte[] found = new byte[length];
        Memory.copy(base, start, found, 0, length);
        assertThat(found).as(what).isEqualTo(shadow.toArray(ValueLayout.JAVA_BYTE));
    }
}
