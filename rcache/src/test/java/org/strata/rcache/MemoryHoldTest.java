package org.strata.rcache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicBoolean;

class MemoryHoldTest {
    /** How a program comes by a buffer, and whether its end is seen. */
    enum Way {
        ROOT(false),
        SLICE(true),
        VIEW(true),
        SEGMENT(true),
        SEGMENT_VIEW(true),
        SEGMENT_SLICE(true);

        final boolean seen;

        Way(boolean seen) {
            this.seen = seen;
        }

        Buffer make() {
            ByteOrder order = ByteOrder.nativeOrder();
            return switch (this) {
                case ROOT -> ByteBuffer.allocateDirect(10_000).order(order);
                case SLICE -> ByteBuffer.allocateDirect(10_000).slice(100, 200);
                case VIEW -> ByteBuffer.allocateDirect(10_000).order(order).asDoubleBuffer();
                case SEGMENT -> Arena.ofAuto().allocate(10_000).asByteBuffer();
                case SEGMENT_VIEW -> Arena.ofAuto().allocate(10_000).asByteBuffer().asIntBuffer();
                case SEGMENT_SLICE -> Arena.ofAuto().allocate(10_000).asByteBuffer().slice(5, 10);
            };
        }
    }

    private static MemoryHold holdOfDropped(Way way) {
        return MemoryHold.of(way.make());
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void theEndOfABufferIsSeenWhereTheJdkAllowsIt(Way way) {
        MemoryHold hold = holdOfDropped(way);
        if (way.seen) {
            assertThat(Garbage.until(hold::dropped)).isTrue();
        } else {
            // The hold is what keeps it: no number of collections ends it.
            for (int i = 0; i < 5; i++) {
                Garbage.collect();
            }
            assertThat(hold.dropped()).isFalse();
        }
        assertThat(hold.alive()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aBufferInUseIsNotDropped(Way way) {
        Buffer buffer = way.make();
        MemoryHold hold = MemoryHold.of(buffer);
        System.gc();
        assertThat(hold.dropped()).isFalse();
        Reference.reachabilityFence(buffer);
    }

    private static MemoryHold holdOfWatched(AtomicBoolean freed) {
        Arena arena = Arena.ofAuto();
        MemorySegment memory =
                MemorySegment.ofAddress(arena.allocate(100).address())
                        .reinterpret(100, Arena.ofAuto(), gone -> freed.set(true));
        return MemoryHold.of(memory.asByteBuffer());
    }

    @Test
    void heldMemoryIsNotFreedThoughItsBufferIsGone() {
        AtomicBoolean freed = new AtomicBoolean();
        MemoryHold hold = holdOfWatched(freed);
        assertThat(Garbage.until(hold::dropped)).isTrue();
        assertThat(freed).isFalse();
        Reference.reachabilityFence(hold);
        hold = null;
        assertThat(Garbage.until(freed::get)).isTrue();
    }

    @Test
    void aClosedArenaIsSeenAtOnce() {
        MemoryHold hold;
        ByteBuffer buffer;
        try (Arena arena = Arena.ofConfined()) {
            buffer = arena.allocate(100).asByteBuffer();
            hold = MemoryHold.of(buffer);
            assertThat(hold.alive()).isTrue();
        }
        assertThat(hold.alive()).isFalse();
        assertThat(hold.dropped()).isFalse();
        Reference.reachabilityFence(buffer);
    }
}
