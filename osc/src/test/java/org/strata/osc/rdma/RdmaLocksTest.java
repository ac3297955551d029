package org.strata.osc.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.osc.base.FixedMemory;
import org.strata.testkit.FakeJob;

import java.lang.foreign.Arena;

/** The lock of a member's own window: it waits for others, but not for those that are lost. */
final class RdmaLocksTest {
    private static final int MEMBERS = 3;

    private final Arena arena = Arena.ofShared();
    private final FakeJob job = FakeJob.of(MEMBERS);
    private final long cells = Memory.allocate(arena, (long) MEMBERS * LockCells.BYTES, 64);
    private final Proc[] procs = job.rank(0).procs().toArray(new Proc[0]);
    private final CommContext comm = new CommContext(3, 0, procs, 0);
    private final RdmaLocks locks;

    RdmaLocksTest() {
        RdmaPeer[] peers = new RdmaPeer[MEMBERS];
        for (int member = 0; member < MEMBERS; member++) {
            set(member, LockCells.IDLE);
            FixedMemory none = new FixedMemory(0, 0, 1);
            peers[member] = new RdmaPeer(member, null, none, 0, cells, 0, null);
        }
        CopyBlocks blocks = new CopyBlocks(job.rank(0).engine(), 64, 0);
        locks = new RdmaLocks(job.rank(0).engine(), comm, peers, blocks);
    }

    @AfterEach
    void close() {
        job.close();
        arena.close();
    }

    private void set(int member, long value) {
        LockCells.write(cells + (long) member * LockCells.BYTES, value);
    }

    private long own() {
        return LockCells.read(cells);
    }

    @Test
    void aFreeLockIsHadAtOnce() {
        assertThat(locks.lock(0, true)).isEqualTo(Rc.OK);
        assertThat(own()).isEqualTo(LockCells.ticket(1, true));
        assertThat(locks.unlock(0)).isEqualTo(Rc.OK);
        assertThat(own()).isEqualTo(LockCells.IDLE);
    }

    @Test
    void sharedHoldersDoNotWaitForEachOther() {
        set(1, LockCells.ticket(4, false));
        assertThat(locks.lock(0, false)).isEqualTo(Rc.OK);
        assertThat(own()).isEqualTo(LockCells.ticket(5, false));
    }

    @Test
    void aHolderThatIsLostIsAnError() {
        set(1, LockCells.ticket(1, true));
        set(2, LockCells.ticket(2, true));
        comm.peer(1).fail("killed by the test");
        assertThat(Rc.name(locks.lock(0, true))).isEqualTo("PEER_FAILED");
        assertThat(own()).as("the ticket is given back").isEqualTo(LockCells.IDLE);
        set(1, LockCells.choosing(true));
        assertThat(Rc.name(locks.lock(0, false))).isEqualTo("PEER_FAILED");
    }

    /** A cell and its complement do not match: the writer died between the two stores. */
    @Test
    void aMemberThatIsLostWhileItWritesIsAnError() {
        Memory.putLong(cells + LockCells.BYTES, LockCells.ticket(1, true));
        comm.peer(1).fail("killed by the test");
        assertThat(Rc.name(locks.lock(0, true))).isEqualTo("PEER_FAILED");
        assertThat(own()).isEqualTo(LockCells.IDLE);
    }

    /** The holder waits for a member that shares the lock, and comes behind this one. */
    @Test
    void anExclusiveRequestStepsBackBehindSharedOnes() throws InterruptedException {
        set(1, LockCells.ticket(1, false));
        long second = LockCells.ticket(3, false);
        Thread member =
                Thread.ofPlatform()
                        .start(() -> {
                            while (own() != LockCells.ticket(2, true)) {
                                Thread.onSpinWait();
                            }
                            set(2, second);
                            Memory.fullFence();
                            while (LockCells.blocker(cells, MEMBERS, 2, second) >= 0) {
                                Thread.onSpinWait();
                            }
                            set(2, LockCells.IDLE);
                            set(1, LockCells.IDLE);
                        });
        assertThat(locks.lock(0, true)).isEqualTo(Rc.OK);
        member.join();
        assertThat(own()).isEqualTo(LockCells.ticket(4, true));
        assertThat(locks.unlock(0)).isEqualTo(Rc.OK);
    }

    @Test
    void itWaitsUntilTheHolderReleasesIt() throws InterruptedException {
        set(2, LockCells.ticket(1, true));
        Thread holder =
                Thread.ofPlatform()
                        .start(() -> {
                            while (LockCells.read(cells) == LockCells.IDLE) {
                                Thread.onSpinWait();
                            }
                            Memory.fullFence();
                            set(2, LockCells.IDLE);
                        });
        assertThat(locks.lock(0, true)).isEqualTo(Rc.OK);
        holder.join();
        assertThat(locks.unlock(0)).isEqualTo(Rc.OK);
    }
}
