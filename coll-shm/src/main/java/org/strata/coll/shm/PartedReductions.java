package org.strata.coll.shm;

import org.strata.mca.coll.ReduceOp;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

/**
 * Reductions of vectors that some member has no staging memory for: part by part, each part
 * directly, or through the cells when there is no memory for it either. All ways combine an
 * element's operands in the same order, so that a call gives the same bits whatever memory is free.
 * Tier 3.
 *
 * <p>NOT_AVAILABLE when an element fits no cell.
 */
final class PartedReductions {
    private static final long PART_BYTES = 1 << 20;

    private final DirectCollectives direct;
    private final CellCollectives cells;

    PartedReductions(DirectCollectives direct, CellCollectives cells) {
        this.direct = direct;
        this.cells = cells;
    }

    /** Reduces some elements; returns as collectives do. */
    private interface Part {
        int reduce(long from, long count);
    }

    private static int eachPart(SharedState state, Buf input, Part part) {
        long size = input.layout().size();
        if (size > state.members.cellBytes()) {
            return Rc.NOT_AVAILABLE;
        }
        long step = Math.max(1, PART_BYTES / size);
        int rc = Rc.OK;
        for (long from = 0; from < input.count() && rc == Rc.OK; from += step) {
            rc = part.reduce(from, Math.min(step, input.count() - from));
        }
        return rc;
    }

    int allreduce(SharedState state, Buf input, Buf receive, ReduceOp op) {
        ScatterCall all = new ScatterCall().of(SharedKind.ALLREDUCE, op);
        long total = input.count();
        all.on(input, receive, 0, total, total);
        return eachPart(
                state,
                input,
                (from, count) -> {
                    ScatterCall part = all.part(from, count);
                    int rc =
                            direct.allreduce(state, part.input, part.result, op, part.input.size());
                    return rc == Rc.NOT_AVAILABLE ? cells.reduceInPieces(state, part) : rc;
                });
    }

    int reduce(SharedState state, Buf input, Buf receive, ReduceOp op, int root) {
        return eachPart(
                state,
                input,
                (from, count) -> {
                    Buf in = input.at(from, count);
                    Buf out = state.members.rank() == root ? receive.at(from, count) : null;
                    int rc = direct.reduce(state, in, out, op, root, in.size());
                    return rc == Rc.NOT_AVAILABLE
                            ? cells.reduce(state, in, out, op, root, in.size())
                            : rc;
                });
    }

    int reduceScatter(SharedState state, ScatterCall call) {
        return eachPart(
                state,
                call.input,
                (from, count) -> {
                    ScatterCall part = call.part(from, count);
                    int rc = direct.reduceScatter(state, part);
                    return rc == Rc.NOT_AVAILABLE ? cells.reduceInPieces(state, part) : rc;
                });
    }
}
