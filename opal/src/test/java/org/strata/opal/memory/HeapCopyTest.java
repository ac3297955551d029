package org.strata.opal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;
import java.lang.reflect.Array;

/** Copies of whole elements and of parts of them, few and many, for every type of array. */
class HeapCopyTest {
    private static final int ELEMENTS = 24;
    private static final int SPACE = 8 * ELEMENTS + 16;

    @ParameterizedTest
    @ValueSource(
            classes = {
                byte.class,
                short.class,
                char.class,
                int.class,
                float.class,
                long.class,
                double.class
            })
    void everyRangeOfEveryType(Class<?> type) {
        try (Arena arena = Arena.ofConfined()) {
            long pattern = arena.allocate(SPACE).address();
            long copy = arena.allocate(SPACE, 8).address();
            for (int i = 0; i < SPACE; i++) {
                Memory.putByte(pattern + i, (byte) (31 * i + 7));
            }
            int size = elementSize(type);
            Object whole = Array.newInstance(type, ELEMENTS);
            Memory.copyIn(pattern, whole, 0, (long) ELEMENTS * size);
            for (int offset = 0; offset <= 3 * size; offset++) {
                for (int length = 0; length <= 11 * size; length++) {
                    Memory.zero(copy, SPACE);
                    Memory.copyOut(whole, offset, copy + 3, length);
                    assertBytes(copy, 3, pattern + offset, length);

                    Object part = Array.newInstance(type, ELEMENTS);
                    Memory.copyIn(pattern + 1, part, offset, length);
                    Memory.copyOut(part, 0, copy, (long) ELEMENTS * size);
                    assertBytes(copy, offset, pattern + 1, length);
                }
            }
        }
    }

    private static int elementSize(Class<?> type) {
        return type == byte.class
                ? 1
                : type == short.class || type == char.class
                        ? 2
                        : type == int.class || type == float.class ? 4 : 8;
    }

    /** Checks that memory holds {@code length} bytes from {@code skip} on, with zeros around. */
    private static void assertBytes(long memory, int skip, long expected, int length) {
        for (int i = 0; i < skip; i++) {
            assertThat(Memory.getByte(memory + i)).isZero();
        }
        for (int i = 0; i < length; i++) {
            if (Memory.getByte(memory + skip + i) != Memory.getByte(expected + i)) {
                assertThat(Memory.getByte(memory + skip + i))
                        .as("byte %d of %d behind %d", i, length, skip)
                        .isEqualTo(Memory.getByte(expected + i));
            }
        }
        assertThat(Memory.getByte(memory + skip + length)).isZero();
    }
}
