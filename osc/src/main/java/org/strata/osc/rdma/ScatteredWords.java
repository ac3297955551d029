package org.strata.osc.rdma;

import org.strata.mca.osc.OscTarget;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;

import java.lang.foreign.Arena;

/**
 * An accumulate of 8-byte integers of which some lie at multiples of 8, and others do not: each is
 * an accumulate of its own, which goes the way of its place, and is waited for. Rare.
 */
final class ScatteredWords {
    private static final DataLayout WORD = DataLayouts.basic(Long.BYTES, Long.BYTES);

    private final RdmaWindow window;
    private final OscTarget target;
    private final long place;
    private final OpKind op;
    private int failure = Rc.OK;

    /**
     * @param place address of the target's element 0
     */
    ScatteredWords(RdmaWindow window, OscTarget target, long place, OpKind op) {
        this.window = window;
        this.target = target;
        this.place = place;
        this.op = op;
    }

    /** Carries it out; returns how the first word has failed. */
    int accumulate(Buf origin, Buf result) {
        long[] position = {0};
        try (Arena scratch = Arena.ofShared()) {
            long operand = Memory.allocate(scratch, Long.BYTES, Long.BYTES);
            long before = Memory.allocate(scratch, Long.BYTES, Long.BYTES);
            Buf into = result == null ? null : new Buf(null, before, 1, WORD);
            Buf from = origin == null ? null : new Buf(null, operand, 1, WORD);
            target.layout()
                    .runs(
                            place,
                            0,
                            target.size(),
                            (at, length) -> {
                                for (long word = at; word < at + length; word += Long.BYTES) {
                                    if (from != null) {
                                        origin.pack(position[0], operand, Long.BYTES);
                                    }
                                    one(word, from, into);
                                    if (into != null) {
                                        result.unpack(before, position[0], Long.BYTES);
                                    }
                                    position[0] += Long.BYTES;
                                }
                            });
        }
        return failure;
    }

    private void one(long word, Buf origin, Buf result) {
        DataLayout there = DataLayouts.hindexed(new long[] {1}, new long[] {word - place}, WORD);
        OscTarget one = new OscTarget(target.rank(), target.displacement(), 1, there);
        NumberKind kind = NumberKind.INT64;
        int rc =
                result == null
                        ? window.accumulate(origin, one, op, kind, null)
                        : window.getAccumulate(origin, result, one, op, kind, null);
        rc = rc == Rc.OK ? window.flush(target.rank()) : rc;
        failure = failure == Rc.OK ? rc : failure;
    }
}
