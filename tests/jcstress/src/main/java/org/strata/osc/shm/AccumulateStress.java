package org.strata.osc.shm;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.strata.jcstress.Blocks;

/** Row 19 of docs/design/013: accumulates of a window exclude each other. */
@JCStressTest
@Outcome(id = "2", expect = ACCEPTABLE, desc = "both sums")
@Outcome(expect = FORBIDDEN, desc = "an update is lost")
@State
public class AccumulateStress {
    private final ControlBlock block = new ControlBlock(Blocks.take(ControlBlock.bytes(2)), 2);
    private int element;

    private void add() {
        while (!block.tryAccumulate()) {
            Thread.onSpinWait();
        }
        element++;
        block.endAccumulate();
    }

    /** A member. */
    @Actor
    public void one() {
        add();
    }

    /** Another one. */
    @Actor
    public void two() {
        add();
    }

    /** The end. */
    @Arbiter
    public void end(I_Result result) {
        result.r1 = element;
    }
}
