package org.strata.opal.datatype;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CountDownLatch;

/** Memory whose arena is closed under an operation. */
class GuardedBufTest {
    private static final int COUNT = 5;

    private enum Shape {
        GAPLESS,
        WITH_GAPS;

        DataLayout layout() {
            DataLayout numbers = DataLayouts.basic(8, 8);
            return this == GAPLESS ? numbers : DataLayouts.resized(numbers, 0, 24);
        }
    }

    private final Arena own = Arena.ofAuto();
    private final long packed = Memory.allocate(own, 8 * COUNT, 8);

    private static Buf buf(MemorySegment memory, Shape shape) {
        return new Buf()
                .set(null, memory.address() + 8, COUNT, shape.layout(), memory)
                .guard(memory);
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void anOpenArenaIsReadAndWritten(Shape shape) {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(200, 8);
            Buf buf = buf(memory, shape);
            for (int i = 0; i < COUNT; i++) {
                Memory.putLong(packed + 8L * i, 100 + i);
            }
            buf.unpack(packed, 0, 8 * COUNT);
            long stride = shape.layout().extent();
            for (int i = 0; i < COUNT; i++) {
                assertThat(memory.get(ValueLayout.JAVA_LONG, 8 + stride * i)).isEqualTo(100 + i);
            }
            buf.at(1, 3).pack(8, packed, 16);
            assertThat(Memory.getLong(packed)).isEqualTo(102);
            assertThat(Memory.getLong(packed + 8)).isEqualTo(103);
            assertThat(buf.intact()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void aClosedArenaIsNeitherReadNorWritten(Shape shape) {
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocate(200, 8);
        Buf buf = buf(memory, shape);
        Buf copy = new Buf().set(buf);
        arena.close();
        Memory.putLong(packed, 42);
        buf.unpack(packed, 0, 8 * COUNT);
        copy.pack(0, packed, 8);
        assertThat(Memory.getLong(packed)).as("nobody's data").isZero();
        assertThat(buf.intact()).isFalse();
        assertThat(copy.intact()).isFalse();
        assertThat(copy.setBytes(packed, 8).intact()).as("set anew").isTrue();
    }

    /** HotSpot stops the access of this thread by an interrupt, which is nobody's business. */
    @Test
    void anArenaThatIsClosedUnderACopyLeavesNoInterrupt() throws InterruptedException {
        int bytes = 8 << 20;
        long target = Memory.allocate(own, bytes, 8);
        for (int round = 0; round < 50; round++) {
            Arena arena = Arena.ofShared();
            MemorySegment memory = arena.allocate(bytes, 8);
            Buf buf = new Buf().set(null, memory.address(), bytes, DataLayouts.BYTE, memory);
            buf.guard(memory);
            CountDownLatch begun = new CountDownLatch(1);
            Thread closer =
                    Thread.ofPlatform()
                            .start(() -> {
                                while (begun.getCount() > 0) {
                                    Thread.onSpinWait();
                                }
                                close(arena);
                            });
            begun.countDown();
            buf.pack(0, target, bytes);
            assertThat(Thread.interrupted()).as("round %d", round).isFalse();
            closer.join();
        }
    }

    /** Closes it as soon as no native call holds it. */
    private static void close(Arena arena) {
        while (arena.scope().isAlive()) {
            try {
                arena.close();
            } catch (IllegalStateException held) {
                Thread.onSpinWait();
            }
        }
    }
}
