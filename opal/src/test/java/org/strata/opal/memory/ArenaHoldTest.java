package org.strata.opal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;

class ArenaHoldTest {
    @Test
    void anotherThreadCannotCloseAHeldArena() throws Exception {
        Arena arena = Arena.ofShared();
        MemorySegment segment = arena.allocate(8);
        CountDownLatch held = new CountDownLatch(1);
        FutureTask<Throwable> closer =
                new FutureTask<>(() -> {
                    held.await();
                    try {
                        arena.close();
                        return null;
                    } catch (IllegalStateException e) {
                        return e;
                    }
                });
        Thread.ofPlatform().daemon().start(closer);
        boolean ran =
                ArenaHold.run(
                        segment,
                        () -> {
                            held.countDown();
                            assertThat(get(closer)).isInstanceOf(IllegalStateException.class);
                            segment.set(ValueLayout.JAVA_LONG, 0, 42);
                        });
        assertThat(ran).isTrue();
        assertThat(segment.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(42);
        arena.close();
    }

    private static Throwable get(FutureTask<Throwable> task) {
        try {
            return task.get();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void nothingRunsOnAClosedArena() {
        Arena arena = Arena.ofShared();
        MemorySegment segment = arena.allocate(8);
        arena.close();
        int[] runs = {0};
        assertThat(ArenaHold.run(segment, () -> runs[0]++)).isFalse();
        assertThat(runs[0]).isZero();
    }

    @Test
    void holdsNest() {
        try (Arena one = Arena.ofShared();
                Arena other = Arena.ofConfined()) {
            StringBuilder order = new StringBuilder();
            MemorySegment inner = other.allocate(8);
            ArenaHold.run(
                    one.allocate(8),
                    () -> {
                        order.append('a');
                        ArenaHold.run(inner, () -> order.append('b'));
                        ArenaHold.run(inner, () -> order.append('c'));
                        assertThatThrownBy(one::close).isInstanceOf(IllegalStateException.class);
                        order.append('d');
                    });
            assertThat(order).hasToString("abcd");
        }
    }

    @Test
    void whatTheCodeThrowsComesOut() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = arena.allocate(8);
            assertThatThrownBy(() ->
                            ArenaHold.run(
                                    segment,
                                    () -> {
                                        throw new IllegalStateException("the code's own");
                                    }))
                    .hasMessage("the code's own");
            assertThatThrownBy(() ->
                            ArenaHold.run(
                                    segment,
                                    () -> {
                                        throw new AssertionError("an error");
                                    }))
                    .isInstanceOf(AssertionError.class);
        }
    }

    /** Only its own thread can close it. */
    @Test
    void anArenaThatIsConfinedElsewhereIsNotHeld() throws Exception {
        try (ExecutorService owner = Executors.newSingleThreadExecutor()) {
            Arena arena = owner.submit(Arena::ofConfined).get();
            MemorySegment segment = owner.submit(() -> arena.allocate(8)).get();
            int[] runs = {0};
            assertThat(ArenaHold.run(segment, () -> runs[0]++)).isTrue();
            assertThat(runs[0]).isEqualTo(1);
            owner.submit(arena::close).get();
            assertThat(ArenaHold.run(segment, () -> runs[0]++)).isFalse();
            assertThat(runs[0]).isEqualTo(1);
        }
    }
}
