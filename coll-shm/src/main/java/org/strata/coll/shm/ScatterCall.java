package org.strata.coll.shm;

import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/**
 * One call of MPI_Reduce_scatter or MPI_Reduce_scatter_block: every member reduces its part of the
 * vector. Used again by the next call, so that calls allocate nothing.
 */
final class ScatterCall {
    SharedKind kind;
    ReduceOp op;

    /** Whether the result overlaps the input. */
    boolean inPlace;

    /** The whole vector. */
    final Buf input = new Buf();

    /** The first element of this member's part. */
    long start;

    /** This member's part of the result. */
    final Buf result = new Buf();

    ScatterCall of(SharedKind collective, ReduceOp operation) {
        kind = collective;
        op = operation;
        return this;
    }

    /**
     * Sets the memory.
     *
     * @param send the vector; null when it is in {@code receive}
     * @param from the first element of this member's part
     * @param own elements of the part
     * @param total elements of all parts
     */
    ScatterCall on(Buf send, Buf receive, long from, long own, long total) {
        Buf data = send != null ? send : receive;
        inPlace = send == null;
        input.set(data.base(), data.offset(), total, data.layout(), null);
        start = from;
        result.set(receive.base(), receive.offset(), own, receive.layout(), null);
        return this;
    }

    /** Makes the call for some elements of the vector. */
    ScatterCall part(long from, long count) {
        ScatterCall part = new ScatterCall().of(kind, op);
        long first = Math.clamp(start, from, from + count);
        long end = Math.clamp(start + result.count(), from, from + count);
        part.inPlace = inPlace;
        part.input.set(input.at(from, count));
        part.start = first - from;
        part.result.set(result.at(first - start, end - first));
        return part;
    }
}
