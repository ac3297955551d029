package org.strata.coll.scatter;

import org.strata.coll.base.Call;
import org.strata.opal.datatype.Buf;

/** The function that every algorithm of MPI_Scatter implements. */
@FunctionalInterface
public interface Scatter {
    /**
     * Sends every rank its part of the root's data.
     *
     * @param send what is sent, {@code count()} elements per rank; used at the root only
     * @param own where this rank's part goes; null at the root in place
     */
    void run(Call call, Buf send, Buf own, int root);
}
