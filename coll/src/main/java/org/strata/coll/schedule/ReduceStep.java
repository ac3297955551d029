package org.strata.coll.schedule;

import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** Computes {@code inout = in op inout}. */
final class ReduceStep extends Step {
    private final ReduceOp op;
    private final Buf in;
    private final Buf inout;

    ReduceStep(ReduceOp op, Buf in, Buf inout) {
        this.op = op;
        this.in = in;
        this.inout = inout;
    }

    @Override
    boolean run(Execution execution) {
        op.apply(in.base(), in.offset(), inout.base(), inout.offset(), inout.count());
        execution.noteThrown(op.failure());
        return true;
    }
}
