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

class KeepAliveTest {
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

    private static KeepAlive keepAliveOfDropped(Way way) {
        return KeepAlive.of(way.make(), 0, 1);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void theEndOfABufferIsSeenWhereTheJdkAllowsIt(Way way) {
        KeepAlive keepAlive = keepAliveOfDropped(way);
        if (way.seen) {
            assertThat(Garbage.until(keepAlive::dropped)).isTrue();
        } else {
            // The keep-alive refers to the buffer itself: no collection frees it.
            for (int i = 0; i < 5; i++) {
                Garbage.collect();
            }
            assertThat(keepAlive.dropped()).isFalse();
        }
        assertThat(keepAlive.alive()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aBufferInUseIsNotDropped(Way way) {
        Buffer buffer = way.make();
        KeepAlive keepAlive = KeepAlive.of(buffer, 0, 1);
        System.gc();
        assertThat(keepAlive.dropped()).isFalse();
        Reference.reachabilityFence(buffer);
    }

    private static KeepAlive keepAliveOfWatched(AtomicBoolean freed) {
        Arena arena = Arena.ofAuto();
        MemorySegment memory =
                MemorySegment.ofAddress(arena.allocate(100).address())
                        .reinterpret(100, Arena.ofAuto(), gone -> freed.set(true));
        return KeepAlive.of(memory.asByteBuffer(), 0, 1);
    }

    @Test
    void heldMemoryIsNotFreedThoughItsBufferIsGone() {
        AtomicBoolean freed = new AtomicBoolean();
        KeepAlive keepAlive = keepAliveOfWatched(freed);
        assertThat(Garbage.until(keepAlive::dropped)).isTrue();
        assertThat(freed).isFalse();
        Reference.reachabilityFence(keepAlive);
        keepAlive = null;
        assertThat(Garbage.until(freed::get)).isTrue();
    }

    @Test
    void aClosedArenaIsSeenAtOnce() {
        KeepAlive keepAlive;
        ByteBuffer buffer;
        try (Arena arena = Arena.ofConfined()) {
            buffer = arena.allocate(100).asByteBuffer();
            keepAlive = KeepAlive.of(buffer, 0, 1);
            assertThat(keepAlive.alive()).isTrue();
        }
        assertThat(keepAlive.alive()).isFalse();
        assertThat(keepAlive.dropped()).isFalse();
        Reference.reachabilityFence(buffer);
    }
}
