package org.strata.opal.sys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

class LibcMemoryTest {
    private static final int BYTES = 100_000;

    @Test
    void copiesBytesExactlyAlsoWithinOneRange() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(3 * BYTES);
            byte[] expected = new byte[3 * BYTES];
            for (int i = 0; i < BYTES; i++) {
                expected[i] = (byte) (i * 31 + i / 256);
            }
            MemorySegment.copy(expected, 0, memory, ValueLayout.JAVA_BYTE, 0, BYTES);
            copy(memory, expected, 0, BYTES + 1, BYTES);
            copy(memory, expected, 0, 7, BYTES);
            copy(memory, expected, 50, 3, BYTES);
            copy(memory, expected, 0, 1, 0);
        }
    }

    private static void copy(MemorySegment memory, byte[] expected, int from, int to, int length) {
        LibcMemory.copy(memory.address() + from, memory.address() + to, length);
        System.arraycopy(expected, from, expected, to, length);
        assertThat(memory.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(expected);
    }
}
