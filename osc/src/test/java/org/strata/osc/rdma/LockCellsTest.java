package org.strata.osc.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/** Who goes first, and what several threads that follow the algorithm see. */
final class LockCellsTest {
    private static final int MEMBERS = 3;
    private static final int PAIRS = 60;

    private final Arena arena = Arena.ofShared();
    private final long cells = Memory.allocate(arena, (long) MEMBERS * LockCells.BYTES, 64);

    LockCellsTest() {
        for (int member = 0; member < MEMBERS; member++) {
            set(member, LockCells.IDLE);
        }
    }

    @AfterEach
    void close() {
        arena.close();
    }

    private long cell(int member) {
        return cells + (long) member * LockCells.BYTES;
    }

    private void set(int member, long value) {
        LockCells.write(cell(member), value);
    }

    private int blocker(int me, long ticket) {
        return LockCells.blocker(cells, MEMBERS, me, ticket);
    }

    @Test
    void ticketsAreServedInTheirOrder() {
        assertThat(LockCells.next(cells, MEMBERS)).isEqualTo(1);
        set(1, LockCells.ticket(1, true));
        assertThat(LockCells.next(cells, MEMBERS)).isEqualTo(2);
        assertThat(blocker(0, LockCells.ticket(2, true))).isEqualTo(1);
        assertThat(blocker(0, LockCells.ticket(2, false))).isEqualTo(1);
        assertThat(blocker(0, LockCells.ticket(1, true))).isEqualTo(LockCells.NOBODY);
        assertThat(blocker(2, LockCells.ticket(1, true))).isEqualTo(1);
        set(1, LockCells.IDLE);
        assertThat(blocker(2, LockCells.ticket(1, true))).isEqualTo(LockCells.NOBODY);
    }

    @Test
    void sharedTicketsWaitForExclusiveOnesOnly() {
        set(0, LockCells.ticket(1, false));
        set(1, LockCells.choosing(false));
        assertThat(blocker(2, LockCells.ticket(5, false))).isEqualTo(LockCells.NOBODY);
        assertThat(blocker(2, LockCells.ticket(5, true))).isZero();
        set(1, LockCells.choosing(true));
        assertThat(blocker(2, LockCells.ticket(5, false))).isEqualTo(1);
    }

    @Test
    void anExclusiveTicketHoldsUpSharedOnesBehindSharedHolders() {
        long mine = LockCells.ticket(2, true);
        set(0, LockCells.ticket(1, false));
        assertThat(holdsUpShared(mine)).as("nobody waits").isFalse();
        set(1, LockCells.ticket(3, false));
        assertThat(holdsUpShared(mine)).isTrue();
        assertThat(holdsUpShared(LockCells.ticket(2, false))).as("a shared ticket").isFalse();
        set(0, LockCells.ticket(1, true));
        assertThat(holdsUpShared(mine)).as("an exclusive one is first").isFalse();
        set(0, LockCells.choosing(true));
        assertThat(holdsUpShared(mine)).isFalse();
    }

    private boolean holdsUpShared(long ticket) {
        return LockCells.holdsUpShared(cells, MEMBERS, 2, ticket);
    }

    @Test
    void aCellThatIsBeingWrittenIsReadAgain() {
        Memory.putLong(cell(1), LockCells.ticket(7, true));
        assertThat(LockCells.read(cell(1))).isEqualTo(LockCells.TORN);
        assertThat(LockCells.next(cells, MEMBERS)).isEqualTo(LockCells.TORN);
        assertThat(blocker(0, LockCells.ticket(1, true))).isEqualTo(1);
    }

    /**
     * An adapter may store the bytes of a write in any order: a reader of any of them sees what the
     * cell was, what it becomes, or that it is being written.
     */
    @Test
    void halfOfACellIsNeverTakenForAnotherOne() {
        Random random = new Random(1);
        for (int pair = 0; pair < PAIRS; pair++) {
            long number = 1L + random.nextInt(random.nextBoolean() ? 600 : 1 << 20);
            boolean exclusive = random.nextBoolean();
            long[] life = {
                LockCells.IDLE,
                LockCells.choosing(exclusive),
                LockCells.ticket(number, exclusive),
                LockCells.IDLE
            };
            for (int step = 1; step < life.length; step++) {
                assertThat(mistaken(life[step - 1], life[step]))
                        .as("read while %x becomes %x", life[step - 1], life[step])
                        .isEmpty();
            }
        }
    }

    /** Returns the values that are neither, and are read from a mixture of two cells. */
    private Set<Long> mistaken(long before, long after) {
        set(0, before);
        long valueBefore = Memory.getLong(cell(0));
        long checkBefore = Memory.getLong(cell(0) + Long.BYTES);
        set(0, after);
        long valueAfter = Memory.getLong(cell(0));
        long checkAfter = Memory.getLong(cell(0) + Long.BYTES);
        Set<Long> found = new TreeSet<>();
        for (int bytes = 0; bytes < 1 << Long.BYTES; bytes++) {
            long value = mix(valueBefore, valueAfter, bytes);
            if (value == valueBefore || value == valueAfter) {
                continue;
            }
            for (int others = 0; others < 1 << Long.BYTES; others++) {
                Memory.putLong(cell(0), value);
                Memory.putLong(cell(0) + Long.BYTES, mix(checkBefore, checkAfter, others));
                long read = LockCells.read(cell(0));
                if (read != LockCells.TORN) {
                    found.add(read);
                }
            }
        }
        return found;
    }

    private static long mix(long before, long after, int bytes) {
        long mask = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            mask |= ((bytes >> i) & 1) == 0 ? 0 : 0xffL << (i * Byte.SIZE);
        }
        return (before & ~mask) | (after & mask);
    }

    @Test
    void oneThreadAtATimeHasItAlone() throws InterruptedException {
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
        assertThat(LockCells.next(cells, MEMBERS)).isEqualTo(1);
    }

    private void rounds(int me, AtomicInteger alone, AtomicInteger together, AtomicInteger faults) {
        for (int round = 0; round < 3000; round++) {
            boolean exclusive = (round + me) % 3 != 0;
            acquire(me, exclusive);
            if (exclusive) {
                faults.addAndGet(alone.incrementAndGet() == 1 && together.get() == 0 ? 0 : 1);
                alone.decrementAndGet();
            } else {
                together.incrementAndGet();
                faults.addAndGet(alone.get());
                together.decrementAndGet();
            }
            Memory.fullFence();
            set(me, LockCells.IDLE);
        }
    }

    private void acquire(int me, boolean exclusive) {
        set(me, LockCells.choosing(exclusive));
        Memory.fullFence();
        long number = LockCells.TORN;
        while (number == LockCells.TORN) {
            number = LockCells.next(cells, MEMBERS);
        }
        long ticket = LockCells.ticket(number, exclusive);
        set(me, ticket);
        Memory.fullFence();
        while (blocker(me, ticket) != LockCells.NOBODY) {
            Thread.yield();
        }
    }
}
