package org.strata.osc.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;
import org.strata.opal.progress.Progressable;
import org.strata.opal.progress.Sleeper;
import org.strata.opal.shared.PeerBells;
import org.strata.osc.base.FixedMemory;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Whoever lets another member have a lock rings it. Rank 0 is real, the others are words in memory;
 * what they do meanwhile, rank 0's progress does for them.
 */
class WindowBellsTest {
    private static final int RANKS = 4;
    private static final int TARGET = 1;
    private static final int HOLDER = 2;
    private static final int BEHIND = 3;

    private final Arena arena = Arena.ofShared();
    private final FakeJob job = FakeJob.of(RANKS);
    private final FakeRank rank = job.rank(0);
    private final CommContext comm =
            new CommContext(3, 0, rank.procs().toArray(new Proc[0]), rank.rank());
    private final ControlBlock[] controls = new ControlBlock[RANKS];
    private final long[] words = new long[RANKS];
    private final List<String> complaints = new ArrayList<>();
    private final WindowBells bells;
    private final SharedWindow window;
    private final WindowLock lock;

    WindowBellsTest() {
        for (int member = 0; member < RANKS; member++) {
            long address = Memory.allocate(arena, ControlBlock.bytes(RANKS), 128);
            controls[member] = new ControlBlock(address, RANKS);
            controls[member].clear();
            words[member] = member == 0 ? 0 : Memory.allocate(arena, 128, 128);
        }
        Doorbell doorbell = new Doorbell(complaints::add);
        bells = new WindowBells(comm, new PeerBells(words, false, doorbell), doorbell);
        SharedMembers members =
                new SharedMembers(
                        controls, new FixedMemory[RANKS], null, null, arena, null, List.of());
        window = new SharedWindow(comm, rank.engine(), members, bells);
        lock = controls[TARGET].lock();
        for (int member = 1; member < RANKS; member++) {
            Memory.putIntVolatile(words[member], Sleeper.AWAKE);
        }
    }

    @AfterEach
    void close() {
        assertThat(complaints).isEmpty();
        window.close();
        job.close();
    }

    private void sleeps(int... members) {
        for (int member : members) {
            Memory.putIntVolatile(words[member], Sleeper.IN_FUTEX);
        }
    }

    private List<Integer> asleep() {
        List<Integer> found = new ArrayList<>();
        for (int member = 1; member < RANKS; member++) {
            if (Memory.getIntVolatile(words[member]) != Sleeper.AWAKE) {
                found.add(member);
            }
        }
        return found;
    }

    /** Locks while the others act in rank 0's progress; returns the Rc code. */
    private int lock(boolean alone, Runnable others) {
        Progressable acts =
                () -> {
                    others.run();
                    return 0;
                };
        rank.engine().register(acts);
        try {
            return window.lock(TARGET, alone);
        } finally {
            rank.engine().unregister(acts);
        }
    }

    @Test
    void allThatMayShareTheLockAreRung() {
        assertThat(window.lock(TARGET, true)).isEqualTo(Rc.OK);
        lock.enqueue(1, false);
        lock.enqueue(2, false);
        lock.enqueue(3, true);
        sleeps(1, 2, 3);
        assertThat(window.unlock(TARGET)).isEqualTo(Rc.OK);
        assertThat(asleep()).as("the one that wants it alone is behind them").containsExactly(3);
    }

    /** The last one that shares the lock rings, and nobody before it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theLastHolderRings(boolean last) {
        assertThat(window.lock(TARGET, false)).isEqualTo(Rc.OK);
        assertThat(last || lock.tryAtOnce(HOLDER, false)).isTrue();
        lock.enqueue(BEHIND, true);
        sleeps(BEHIND);
        assertThat(window.unlock(TARGET)).isEqualTo(Rc.OK);
        assertThat(asleep().isEmpty()).isEqualTo(last);
    }

    /** A shared request waits behind this one, which fails: now it may have the lock. */
    @Test
    void whoStopsWaitingRingsThoseBehind() {
        assertThat(lock.tryAtOnce(HOLDER, false)).isTrue();
        Runnable loses =
                () -> {
                    if (!comm.peer(TARGET).isLost()) {
                        lock.enqueue(BEHIND, false);
                        sleeps(BEHIND);
                        comm.peer(TARGET).fail("killed by the test");
                    }
                };
        assertThat(Rc.name(lock(true, loses))).isEqualTo("PEER_FAILED");
        assertThat(asleep()).isEmpty();
    }

    @Test
    void whoStopsWaitingInsistsNoMore() {
        assertThat(lock.tryAtOnce(HOLDER, false)).isTrue();
        int[] looks = {0};
        Runnable loses =
                () -> {
                    looks[0] += lock.isInsistedOn() ? 1 : 0;
                    if (looks[0] == 5) {
                        comm.peer(TARGET).fail("killed by the test");
                    }
                };
        assertThat(Rc.name(lock(true, loses))).isEqualTo("PEER_FAILED");
        assertThat(lock.isInsistedOn()).isFalse();
        assertThat(lock.release(HOLDER, false)).as("nobody waits").isFalse();
    }

    /** However often it has looked since it began to insist. */
    @Test
    void whoHasGotTheLockInsistsNoMore() {
        assertThat(lock.tryAtOnce(HOLDER, true)).isTrue();
        int[] looks = {0};
        Runnable releases =
                () -> {
                    looks[0] += lock.isInsistedOn() ? 1 : 0;
                    if (looks[0] == 5) {
                        lock.release(HOLDER, true);
                    }
                };
        assertThat(lock(false, releases)).isEqualTo(Rc.OK);
        assertThat(lock.isInsistedOn()).isFalse();
        assertThat(lock.tryAtOnce(HOLDER, false)).isTrue();
    }

    /** The holder may wait for the one behind, so that one is rung when it goes first. */
    @Test
    void whoStepsBackRingsThoseThatGoFirst() {
        assertThat(lock.tryAtOnce(HOLDER, false)).isTrue();
        boolean[] rung = {false};
        int[] looks = {0};
        Runnable follows =
                () -> {
                    if (looks[0]++ == 0) {
                        lock.enqueue(BEHIND, false);
                        sleeps(BEHIND);
                    } else if (lock.mayHold(HOLDER) && lock.mayTry(BEHIND, member -> false)) {
                        rung[0] = asleep().isEmpty();
                        lock.leave(BEHIND, false);
                        lock.release(HOLDER, false);
                    }
                };
        assertThat(lock(true, follows)).isEqualTo(Rc.OK);
        assertThat(rung[0]).isTrue();
    }

    /** Only a holder that is lost makes a wait hopeless. */
    @Test
    void oneThatIsLostInTheQueueIsNoErrorWhileTheHolderLives() {
        assertThat(lock.tryAtOnce(HOLDER, true)).isTrue();
        lock.enqueue(BEHIND, true);
        comm.peer(BEHIND).fail("killed by the test");
        int[] looks = {0};
        Runnable releases =
                () -> {
                    if (++looks[0] == 5) {
                        lock.release(HOLDER, true);
                    }
                };
        assertThat(Rc.name(lock(true, releases))).isEqualTo("OK");
    }

    @Test
    void lockAllThatFailsKeepsNoLock() {
        assertThat(controls[HOLDER].lock().tryAtOnce(HOLDER, true)).isTrue();
        comm.peer(HOLDER).fail("killed by the test");
        assertThat(Rc.name(window.lockAll())).isEqualTo("PEER_FAILED");
        assertThat(Arrays.stream(controls).map(each -> each.lock().mayHold(0)))
                .containsExactly(false, false, false, false);
        assertThat(controls[0].lock().tryAtOnce(BEHIND, true)).isTrue();
        assertThat(controls[1].lock().tryAtOnce(BEHIND, true)).isTrue();
    }
}
