package org.strata.opal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class RangeAllocatorTest {
    private static final long BYTES = 1 << 16;

    private final Arena arena = Arena.ofConfined();
    private final long memory = Memory.allocate(arena, BYTES, 4096);
    private final RangeAllocator ranges = new RangeAllocator();

    @AfterEach
    void close() {
        arena.close();
    }

    @Test
    void withoutMemoryNothingIsAllocated() {
        assertThat(ranges.allocate(1, 1)).isZero();
    }

    @Test
    void randomRangesNeverOverlapAndTheFreedOnesJoin() {
        ranges.free(memory, BYTES);
        Random random = new Random(5);
        List<long[]> allocated = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            if (random.nextBoolean()) {
                long length = 1L + random.nextInt(3000);
                long alignment = random.nextBoolean() ? 64 : 4096;
                long address = ranges.allocate(length, alignment);
                if (address != 0) {
                    assertThat(address % alignment).isZero();
                    assertThat(address).isBetween(memory, memory + BYTES - length);
                    for (long[] other : allocated) {
                        boolean apart =
                                address + length <= other[0] || other[0] + other[1] <= address;
                        assertThat(apart).isTrue();
                    }
                    allocated.add(new long[] {address, length});
                }
            } else if (!allocated.isEmpty()) {
                long[] one = allocated.remove(random.nextInt(allocated.size()));
                ranges.free(one[0], one[1]);
            }
        }
        allocated.forEach(one -> ranges.free(one[0], one[1]));
        assertThat(ranges.allocate(BYTES, 4096)).isEqualTo(memory);
    }

    @Test
    void anAllocatedRangeIsZero() {
        for (long i = 0; i < BYTES; i++) {
            Memory.putByte(memory + i, (byte) 7);
        }
        ranges.free(memory, BYTES);
        long address = ranges.allocate(1000, 64);
        for (long i = 0; i < 1000; i++) {
            assertThat(Memory.getByte(address + i)).isZero();
        }
        assertThat(Memory.getByte(address + 1000)).isEqualTo((byte) 7);
    }
}
