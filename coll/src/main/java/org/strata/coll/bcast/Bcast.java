package org.strata.coll.bcast;

import org.strata.coll.base.Call;
import org.strata.opal.datatype.Buf;

/** The function that every algorithm of MPI_Bcast implements. */
@FunctionalInterface
public interface Bcast {
    /**
     * Sends the root's data to all ranks.
     *
     * @param buffer not empty; only read at the root, written elsewhere
     */
    void run(Call call, Buf buffer, int root);
}
