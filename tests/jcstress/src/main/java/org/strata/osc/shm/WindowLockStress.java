package org.strata.osc.shm;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.strata.jcstress.Blocks;

/** Row 19 of docs/design/013: an exclusive lock excludes, by tickets and at once. */
@JCStressTest
@Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "both have added to the window, one at a time")
@Outcome(expect = FORBIDDEN, desc = "an update is lost, or the lock is held at the end")
@State
public class WindowLockStress {
    private static final int MEMBERS = 2;

    private final WindowLock lock = new WindowLock(Blocks.take(WindowLock.bytes(MEMBERS)), MEMBERS);
    private int window;

    /** The first ticket is the last before the wrap. */
    public WindowLockStress() {
        lock.clear((1L << 61) - 1);
    }

    private void add(int me) {
        if (!lock.tryAtOnce(me, true)) {
            long ticket = lock.enqueue(me, true);
            while (!lock.tryInTurn(me, ticket, true, false, member -> false)) {
                Thread.onSpinWait();
            }
        }
        window++;
        lock.release(me, true);
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
    public void end(II_Result result) {
        result.r1 = window;
        result.r2 = lock.admits(true) ? 0 : 1;
    }
}
