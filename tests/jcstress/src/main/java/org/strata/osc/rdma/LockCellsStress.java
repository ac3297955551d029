package org.strata.osc.rdma;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;
import org.strata.jcstress.Blocks;

/** Row 2 of docs/design/013: a cell is read whole, or as being written. */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "before")
@Outcome(id = "28", expect = ACCEPTABLE, desc = "ticket 7")
@Outcome(id = "-1", expect = ACCEPTABLE, desc = "being written")
@Outcome(expect = FORBIDDEN, desc = "a value that nobody has written")
@State
public class LockCellsStress {
    private final long cell = Blocks.take(LockCells.BYTES);

    /** Writes the value of a member at rest. */
    public LockCellsStress() {
        LockCells.write(cell, LockCells.IDLE);
    }

    /** The cell's member. */
    @Actor
    public void take() {
        LockCells.write(cell, LockCells.ticket(7, true));
    }

    /** Another one. */
    @Actor
    public void look(J_Result result) {
        result.r1 = LockCells.read(cell);
    }
}
