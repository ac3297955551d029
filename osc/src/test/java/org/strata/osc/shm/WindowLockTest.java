package org.strata.osc.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/** Who gets the lock of a window, and who goes first. */
class WindowLockTest {
    private static final int MEMBERS = 4;
    private static final IntPredicate NONE = member -> false;

    /** Cells have 61 bits of a ticket: the tests pass the wrap. */
    private static final long FIRST = (1L << 61) - 2;

    private final Arena arena = Arena.ofShared();
    private final WindowLock lock =
            new WindowLock(Memory.allocate(arena, WindowLock.bytes(MEMBERS), 128), MEMBERS);

    WindowLockTest() {
        lock.clear(FIRST);
    }

    @AfterEach
    void close() {
        arena.close();
    }

    private boolean tryInTurn(int member, long ticket, boolean alone) {
        return lock.tryInTurn(member, ticket, alone, false, NONE);
    }

    @Test
    void itIsSharedOrExclusive() {
        assertThat(lock.tryAtOnce(0, false)).isTrue();
        assertThat(lock.tryAtOnce(1, false)).isTrue();
        assertThat(lock.tryAtOnce(2, true)).as("held by two").isFalse();
        assertThat(lock.isShared()).isTrue();
        assertThat(lock.release(1, false)).isFalse();
        assertThat(lock.release(0, false)).isFalse();
        assertThat(lock.tryAtOnce(2, true)).isTrue();
        assertThat(lock.isShared()).isFalse();
        assertThat(lock.mayHold(2)).isTrue();
        assertThat(lock.tryAtOnce(0, false)).isFalse();
        assertThat(lock.tryAtOnce(0, true)).isFalse();
        assertThat(lock.mayHold(0)).isFalse();
        assertThat(lock.release(2, true)).isFalse();
        assertThat(lock.tryAtOnce(0, false)).isTrue();
    }

    /** With tickets before and behind the wrap. */
    @Test
    void thoseThatWaitGoInTheirOrder() {
        assertThat(lock.tryAtOnce(0, true)).isTrue();
        long one = lock.enqueue(1, true);
        long two = lock.enqueue(2, true);
        long three = lock.enqueue(3, false);
        assertThat(three - one).isEqualTo(2);
        assertThat(tryInTurn(1, one, true)).isFalse();
        assertThat(lock.release(0, true)).as("somebody may get it").isTrue();
        assertThat(List.of(lock.mayTry(1, NONE), lock.mayTry(2, NONE), lock.mayTry(3, NONE)))
                .containsExactly(true, false, false);
        assertThat(tryInTurn(2, two, true)).isFalse();
        assertThat(tryInTurn(3, three, false)).isFalse();
        assertThat(lock.blocker(3, three, false, NONE)).isEqualTo(1);
        assertThat(tryInTurn(1, one, true)).isTrue();
        assertThat(lock.release(1, true)).isTrue();
        assertThat(tryInTurn(3, three, false)).isFalse();
        assertThat(tryInTurn(2, two, true)).isTrue();
        assertThat(lock.release(2, true)).isTrue();
        assertThat(tryInTurn(3, three, false)).isTrue();
        assertThat(lock.release(3, false)).isFalse();
        assertThat(lock.tryAtOnce(0, true)).isTrue();
    }

    @Test
    void nobodyPassesOneThatInsists() {
        assertThat(lock.tryAtOnce(0, true)).isTrue();
        long shared = lock.enqueue(1, false);
        assertThat(lock.release(0, true)).isTrue();
        assertThat(lock.tryAtOnce(2, true)).as("nobody insists yet").isTrue();
        lock.insist();
        assertThat(lock.release(2, true)).isTrue();
        assertThat(lock.tryAtOnce(2, true)).isFalse();
        assertThat(lock.tryAtOnce(0, false)).isFalse();
        assertThat(lock.tryInTurn(1, shared, false, true, NONE)).isTrue();
        assertThat(lock.tryAtOnce(0, false)).isTrue();
        assertThat(lock.tryAtOnce(2, false)).isTrue();
    }

    @Test
    void sharedOnesDoNotWaitForSharedOnesInTheQueue() {
        assertThat(lock.tryAtOnce(0, true)).isTrue();
        long one = lock.enqueue(1, false);
        long two = lock.enqueue(2, false);
        assertThat(lock.release(0, true)).isTrue();
        assertThat(lock.mayTry(1, NONE) && lock.mayTry(2, NONE)).isTrue();
        assertThat(tryInTurn(2, two, false)).isTrue();
        assertThat(tryInTurn(1, one, false)).isTrue();
    }

    @Test
    void oneThatStepsBackLetsSharedOnesGoFirst() {
        assertThat(lock.tryAtOnce(0, false)).isTrue();
        long alone = lock.enqueue(1, true);
        long shared = lock.enqueue(2, false);
        assertThat(lock.anyWaitsShared(NONE)).isTrue();
        assertThat(tryInTurn(2, shared, false)).isFalse();
        long again = lock.stepBack(1, true);
        assertThat(again - alone).isEqualTo(2);
        assertThat(lock.mayTry(2, NONE)).isTrue();
        assertThat(tryInTurn(2, shared, false)).isTrue();
        assertThat(lock.anyWaitsShared(NONE)).isFalse();
        long later = lock.enqueue(3, false);
        assertThat(tryInTurn(3, later, false)).as("the next one is behind").isFalse();
        assertThat(lock.release(2, false)).isFalse();
        assertThat(lock.release(0, false)).isTrue();
        assertThat(tryInTurn(1, again, true)).isTrue();
    }

    @Test
    void whoLeavesAndWhoIsLostKeepsNobody() {
        assertThat(lock.tryAtOnce(0, true)).isTrue();
        lock.enqueue(1, true);
        lock.enqueue(2, true);
        long last = lock.enqueue(3, false);
        lock.insist();
        lock.leave(2, true);
        assertThat(lock.release(0, true)).isTrue();
        assertThat(tryInTurn(3, last, false)).isFalse();
        IntPredicate gone = member -> member == 1;
        assertThat(lock.mayTry(3, gone)).isTrue();
        assertThat(lock.tryInTurn(3, last, false, false, gone)).isTrue();
        assertThat(lock.release(3, false)).as("a dead one seems to wait").isTrue();
        assertThat(lock.tryAtOnce(2, true)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, (1L << 61) - 1000, (1L << 60) - 1000, -1000})
    void oneThreadAtATimeHasItAlone(long first) throws InterruptedException {
        lock.clear(first);
        AtomicInteger alone = new AtomicInteger();
        AtomicInteger together = new AtomicInteger();
        AtomicInteger faults = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int member = 0; member < MEMBERS; member++) {
            int me = member;
            threads.add(Thread.ofPlatform().start(() -> rounds(me, alone, together, faults)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(faults).hasValue(0);
        assertThat(lock.tryAtOnce(0, true)).as("all counts are back at 0").isTrue();
        assertThat(lock.release(0, true)).isFalse();
    }

    private void rounds(int me, AtomicInteger alone, AtomicInteger together, AtomicInteger faults) {
        for (int round = 0; round < 4000; round++) {
            boolean exclusive = (round + me) % 3 == 0;
            acquire(me, exclusive, round % 5 == 0);
            if (exclusive) {
                faults.addAndGet(alone.incrementAndGet() == 1 && together.get() == 0 ? 0 : 1);
                alone.decrementAndGet();
            } else {
                together.incrementAndGet();
                faults.addAndGet(alone.get());
                together.decrementAndGet();
            }
            lock.release(me, exclusive);
        }
    }

    private void acquire(int me, boolean exclusive, boolean insists) {
        if (lock.tryAtOnce(me, exclusive)) {
            return;
        }
        long ticket = lock.enqueue(me, exclusive);
        if (insists) {
            lock.insist();
        }
        for (int look = 1; !lock.tryInTurn(me, ticket, exclusive, insists, NONE); look++) {
            if (exclusive && look % 100 == 0) {
                ticket = lock.stepBack(me, true);
            }
            Thread.yield();
        }
    }
}
