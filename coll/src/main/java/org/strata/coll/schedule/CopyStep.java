package org.strata.coll.schedule;

import org.strata.coll.base.LocalCopy;
import org.strata.coll.base.Scratch;
import org.strata.opal.datatype.Buf;

/** Copies local data between any two layouts. */
final class CopyStep extends Step {
    private final Scratch scratch;
    private final Buf from;
    private final Buf to;

    CopyStep(Scratch scratch, Buf from, Buf to) {
        this.scratch = scratch;
        this.from = from;
        this.to = to;
    }

    @Override
    boolean run(Execution execution) {
        execution.note(LocalCopy.copy(scratch, from, to));
        return true;
    }
}
