package org.strata.osc.rdma;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.strata.jcstress.Blocks;
import org.strata.opal.memory.Memory;

/**
 * Row 2 of docs/design/013: the bakery of lock cells, each member with the fences of
 * RdmaLocks.write.
 */
@JCStressTest
@Outcome(id = "2", expect = ACCEPTABLE, desc = "one after the other")
@Outcome(expect = FORBIDDEN, desc = "both were inside")
@State
public class BakeryStress {
    private static final int MEMBERS = 2;

    private final long cells = Blocks.take((long) MEMBERS * LockCells.BYTES);
    private int window;

    /** Nobody wants the lock. */
    public BakeryStress() {
        for (int member = 0; member < MEMBERS; member++) {
            LockCells.write(cells + (long) member * LockCells.BYTES, LockCells.IDLE);
        }
    }

    private void write(int me, long value) {
        Memory.releaseFence();
        LockCells.write(cells + (long) me * LockCells.BYTES, value);
        Memory.fullFence();
    }

    private void add(int me) {
        write(me, LockCells.choosing(true));
        long number = LockCells.next(cells, MEMBERS);
        while (number == LockCells.TORN) {
            number = LockCells.next(cells, MEMBERS);
        }
        long ticket = LockCells.ticket(number, true);
        write(me, ticket);
        while (LockCells.blocker(cells, MEMBERS, me, ticket) != LockCells.NOBODY) {
            Thread.onSpinWait();
        }
        window++;
        write(me, LockCells.IDLE);
    }

    /** A member. */
    @Actor
    public void one() {
        add(0);
    }

    /** Another one. */
    @Actor
    public void two() {
        add(1);
    }

    /** The end. */
    @Arbiter
    public void end(I_Result result) {
        result.r1 = window;
    }
}
