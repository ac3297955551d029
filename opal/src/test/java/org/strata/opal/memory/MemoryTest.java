package org.strata.opal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
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

    /** The build runs these tests twice; each time with the implementation that it names. */
    @Test
    void theImplementationIsTheOneThatTheJvmAllows() {
        boolean portable = "portable".equals(System.getProperty("strata.test.memory"));
        assertThat(Memory.isDirect()).isEqualTo(!portable);
    }

    @Test
    void orderedAccessesReachTheirWord() {
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, 32, 8) + 8;
            Memory.putIntRelease(at, 7);
            assertThat(Memory.getIntAcquire(at)).isEqualTo(7);
            Memory.putIntVolatile(at, -8);
            assertThat(Memory.getIntVolatile(at)).isEqualTo(-8);
            assertThat(Memory.compareAndSetInt(at, 7, 9)).isFalse();
            assertThat(Memory.compareAndSetInt(at, -8, 9)).isTrue();
            assertThat(Memory.getAndAddInt(at, 3)).isEqualTo(9);
            assertThat(Memory.getInt(at)).isEqualTo(12);
            assertThat(Memory.getInt(at + 4)).as("the word beside it").isZero();
            Memory.putLongRelease(at, 1L << 40);
            assertThat(Memory.getLongAcquire(at)).isEqualTo(1L << 40);
            Memory.putLongVolatile(at, -5);
            assertThat(Memory.getLongVolatile(at)).isEqualTo(-5);
            assertThat(Memory.compareAndSetLong(at, 5, 6)).isFalse();
            assertThat(Memory.compareAndSetLong(at, -5, 6)).isTrue();
            assertThat(Memory.getAndAddLong(at, -7)).isEqualTo(6);
            assertThat(Memory.getWord(at)).isEqualTo(-1);
            Memory.putWords(at, 3, 4);
            assertThat(Memory.getLong(at)).isEqualTo(3);
            assertThat(Memory.getLong(at + 8)).isEqualTo(4);
            assertThat(Memory.getLong(at - 8)).isZero();
            Memory.zero(at, 9);
            assertThat(Memory.getLong(at)).isZero();
            assertThat(Memory.getByte(at + 8)).isZero();
        }
    }

    /** No range that is not the array's is touched, whatever a caller asks for. */
    @Test
    void rangesOutsideOfAnArrayAreRefused() {
        try (Arena arena = Arena.ofConfined()) {
            long at = Memory.allocate(arena, 128, 8);
            Object[] arrays = {
                new byte[8],
                new short[4],
                new char[4],
                new int[2],
                new float[2],
                new long[1],
                new double[1]
            };
            for (Object array : arrays) {
                for (long[] range : new long[][] {{0, 16}, {8, 8}, {-8, 8}, {1L << 31, 8}}) {
                    assertThatThrownBy(() -> Memory.copyOut(array, range[0], at, range[1]))
                            .isInstanceOf(IndexOutOfBoundsException.class);
                    assertThatThrownBy(() -> Memory.copyIn(at, array, range[0], range[1]))
                            .isInstanceOf(IndexOutOfBoundsException.class);
                }
            }
        }
    }
}
