package org.strata.opal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.foreign.Arena;

/** Plain accesses reach the bytes they name, whatever the alignment of the address. */
final class MemoryTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void plainAccessesTakeAnyAddress(int offset) {
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, 32, 8) + 8 + offset;
            Memory.putLong(at, 0x1122334455667788L);
            assertThat(Memory.getLong(at)).isEqualTo(0x1122334455667788L);
            assertThat(Memory.getByte(at - 1)).isZero();
            assertThat(Memory.getByte(at + 8)).isZero();
            Memory.putInt(at, 0x0a0b0c0d);
            assertThat(Memory.getInt(at)).isEqualTo(0x0a0b0c0d);
            assertThat(Memory.getInt(at + 4)).isEqualTo(0x11223344);
            Memory.putShort(at, (short) 0x0102);
            assertThat(Memory.getShort(at)).isEqualTo((short) 0x0102);
            assertThat(Memory.getShort(at + 2)).isEqualTo((short) 0x0a0b);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 24, 40})
    void copiesOfAnyLengthAndAlignment(int length) {
        try (Arena arena = Arena.ofConfined()) {
            long source = Memory.allocate(arena, 64, 8);
            long target = Memory.allocate(arena, 64, 8);
            for (int at = 0; at < 64; at++) {
                Memory.putByte(source + at, (byte) (at + 1));
            }
            for (int from = 0; from < 8; from++) {
                for (int to = 1; to < 8; to++) {
                    Memory.zero(target, 64);
                    Memory.copy(source + from, target + to, length);
                    assertThat(Memory.getByte(target + to - 1)).isZero();
                    assertThat(Memory.getByte(target + to + length)).isZero();
                    for (int at = 0; at < length; at++) {
                        assertThat(Memory.getByte(target + to + at))
                                .isEqualTo((byte) (from + at + 1));
                    }
                }
            }
        }
    }
}
