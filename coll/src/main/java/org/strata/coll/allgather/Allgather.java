package org.strata.coll.allgather;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.opal.datatype.Buf;

/** The function that every algorithm of MPI_Allgather and MPI_Allgatherv implements. */
@FunctionalInterface
public interface Allgather {
    /**
     * Collects the parts of all ranks at each of them.
     *
     * @param own this rank's part; may lie in its place already
     * @param parts where all parts go
     */
    void run(Call call, Buf own, Parts parts);
}
