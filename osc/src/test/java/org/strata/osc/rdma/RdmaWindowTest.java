package org.strata.osc.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.osc.OscWindow;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.osc.base.FixedMemory;
import org.strata.testkit.FakeJob;

import java.lang.foreign.Arena;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;

/** Locks of all members' windows at once. */
final class RdmaWindowTest {
    private static final int MEMBERS = 4;
    private static final long CELLS = (long) MEMBERS * LockCells.BYTES;

    private final Arena arena = Arena.ofShared();
    private final FakeJob job = FakeJob.of(MEMBERS);

    /** The cells of member 0, then those of member 1, and so on. */
    private final long cells = Memory.allocate(arena, MEMBERS * CELLS, 64);

    private final Proc[] procs = job.rank(0).procs().toArray(new Proc[0]);
    private final CommContext comm = new CommContext(3, 0, procs, 0);
    private final RdmaWindow window;

    RdmaWindowTest() {
        RdmaPeer[] peers = new RdmaPeer[MEMBERS];
        for (int target = 0; target < MEMBERS; target++) {
            for (int member = 0; member < MEMBERS; member++) {
                LockCells.write(cell(target, member), LockCells.IDLE);
            }
            FixedMemory none = new FixedMemory(0, 0, 1);
            peers[target] = new RdmaPeer(target, null, none, 0, cell(target, 0), 0, null);
        }
        CopyBlocks blocks = new CopyBlocks(job.rank(0).engine(), 64, 0);
        RdmaMembers members = new RdmaMembers(peers, List.of(), blocks, null, arena);
        InvocationHandler nothing = (proxy, method, arguments) -> Rc.OK;
        Class<?>[] types = {OscWindow.class};
        ClassLoader loader = OscWindow.class.getClassLoader();
        OscWindow messages = (OscWindow) Proxy.newProxyInstance(loader, types, nothing);
        RdmaOscConfig config = new RdmaOscConfig(1, 64, 0, false);
        window = new RdmaWindow(comm, job.rank(0).engine(), config, members, messages);
    }

    @AfterEach
    void close() {
        job.close();
        arena.close();
    }

    private long cell(int target, int member) {
        return cells + target * CELLS + (long) member * LockCells.BYTES;
    }

    private long own(int target) {
        return LockCells.read(cell(target, 0));
    }

    @Test
    void lockAllSharesTheLockOfEachMember() {
        assertThat(window.lockAll()).isEqualTo(Rc.OK);
        for (int target = 0; target < MEMBERS; target++) {
            assertThat(own(target)).isEqualTo(LockCells.ticket(1, false));
        }
        assertThat(window.unlockAll()).isEqualTo(Rc.OK);
        for (int target = 0; target < MEMBERS; target++) {
            assertThat(own(target)).as("member %d", target).isEqualTo(LockCells.IDLE);
        }
    }

    /** An epoch that has not begun locks nobody's window: others would wait for its end. */
    @Test
    void aLockAllThatFailsReleasesTheLocksThatItHas() {
        LockCells.write(cell(3, 2), LockCells.ticket(1, true));
        comm.peer(2).fail("killed by the test");
        assertThat(window.lockAll()).isEqualTo(Rc.PEER_FAILED);
        for (int target = 0; target < MEMBERS; target++) {
            assertThat(own(target)).as("member %d", target).isEqualTo(LockCells.IDLE);
        }
    }
}
