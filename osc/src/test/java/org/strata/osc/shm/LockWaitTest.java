package org.strata.osc.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RankThreads;

import java.lang.foreign.Arena;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** Ranks that wait for locks of several windows: nobody waits for ever. */
class LockWaitTest {
    private static final int RANKS = 4;

    private final Arena arena = Arena.ofShared();
    private final FakeJob job = FakeJob.of(RANKS);
    private final WindowLock[] locks = new WindowLock[RANKS];

    LockWaitTest() {
        for (int target = 0; target < RANKS; target++) {
            long address = Memory.allocate(arena, WindowLock.bytes(RANKS), 128);
            locks[target] = new WindowLock(address, RANKS);
            locks[target].clear((1L << 61) - 1000);
        }
    }

    @AfterEach
    void close() {
        job.close();
        arena.close();
    }

    private CommContext comm(FakeRank rank) {
        return new CommContext(3, rank.rank(), rank.procs().toArray(new Proc[0]), rank.rank());
    }

    private int lock(FakeRank rank, CommContext comm, int target, boolean alone) {
        if (locks[target].tryAtOnce(rank.rank(), alone)) {
            return Rc.OK;
        }
        WindowBells bells = new WindowBells(comm, null, new Doorbell(why -> {}));
        return new LockWait(rank.engine(), comm, bells, target, locks[target], alone).await();
    }

    private void unlock(FakeRank rank, int target, boolean alone) {
        locks[target].release(rank.rank(), alone);
    }

    /** Three ranks get and release the lock alone until the fourth has had it. */
    @Test
    void nobodyStarves() {
        for (boolean alone : new boolean[] {false, true}) {
            AtomicBoolean stop = new AtomicBoolean();
            CountDownLatch running = new CountDownLatch(RANKS - 1);
            RankThreads.run(
                    job,
                    rank -> {
                        CommContext comm = comm(rank);
                        if (rank.rank() == 0) {
                            running.await();
                            assertThat(lock(rank, comm, 0, alone)).isEqualTo(Rc.OK);
                            stop.set(true);
                            unlock(rank, 0, alone);
                        }
                        boolean theirs = !alone || rank.rank() == 1;
                        for (boolean stopped = rank.rank() == 0; !stopped; ) {
                            assertThat(lock(rank, comm, 0, theirs)).isEqualTo(Rc.OK);
                            stopped = stop.get();
                            unlock(rank, 0, theirs);
                            running.countDown();
                        }
                    });
        }
    }

    /** Two ranks share both locks, in opposite orders, while two want one of them alone each. */
    @Test
    void sharedLocksDoNotExcludeEachOther() {
        CountDownLatch first = new CountDownLatch(2);
        CountDownLatch bothWait = new CountDownLatch(2);
        RankThreads.run(
                job,
                rank -> {
                    CommContext comm = comm(rank);
                    int mine = rank.rank() % 2;
                    if (rank.rank() < 2) {
                        assertThat(lock(rank, comm, mine, false)).isEqualTo(Rc.OK);
                        first.countDown();
                        while (!locks[0].isInsistedOn() || !locks[1].isInsistedOn()) {
                            Thread.sleep(1);
                        }
                        bothWait.countDown();
                        bothWait.await();
                        assertThat(lock(rank, comm, 1 - mine, false)).isEqualTo(Rc.OK);
                        unlock(rank, mine, false);
                        unlock(rank, 1 - mine, false);
                    } else {
                        first.await();
                        assertThat(lock(rank, comm, mine, true)).isEqualTo(Rc.OK);
                        unlock(rank, mine, true);
                    }
                });
    }

    @Test
    void aHolderThatIsLostIsAnError() {
        FakeRank rank = job.rank(0);
        CommContext comm = comm(rank);
        assertThat(locks[1].tryAtOnce(2, true)).isTrue();
        locks[1].enqueue(3, true);
        comm.peer(2).fail("killed by the test");
        assertThat(Rc.name(lock(rank, comm, 1, true))).isEqualTo("PEER_FAILED");
        assertThat(Rc.name(lock(rank, comm, 1, false))).isEqualTo("PEER_FAILED");
        assertThat(locks[1].mayHold(0)).isFalse();
    }

    @Test
    void oneThatIsLostWhileItWaitsKeepsNobody() {
        FakeRank rank = job.rank(0);
        CommContext comm = comm(rank);
        locks[1].enqueue(3, true);
        locks[1].insist();
        assertThat(locks[1].tryAtOnce(0, true)).isFalse();
        comm.peer(3).fail("killed by the test");
        assertThat(Rc.name(lock(rank, comm, 1, true))).isEqualTo("OK");
        unlock(rank, 1, true);
    }

    @Test
    void reportsNameTheHolders() {
        FakeRank rank = job.rank(0);
        CommContext comm = comm(rank);
        assertThat(locks[1].tryAtOnce(2, false)).isTrue();
        assertThat(locks[1].tryAtOnce(3, false)).isTrue();
        WindowBells bells = new WindowBells(comm, null, new Doorbell(why -> {}));
        LockWait wait = new LockWait(rank.engine(), comm, bells, 1, locks[1], true);
        assertThat(wait.waitState().what())
                .isEqualTo("ranks 2, 3 to release the lock of rank 1's window");
        assertThat(wait.waitState().ranks()).containsExactly(2, 3);
    }
}
