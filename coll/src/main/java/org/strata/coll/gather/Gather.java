package org.strata.coll.gather;

import org.strata.coll.base.Call;
import org.strata.opal.datatype.Buf;

/** The function that every algorithm of MPI_Gather implements. */
@FunctionalInterface
public interface Gather {
    /**
     * Collects the parts of all ranks at the root.
     *
     * @param own this rank's part; null at the root in place
     * @param receive where parts go, {@code count()} elements each; used at the root only
     */
    void run(Call call, Buf own, Buf receive, int root);
}
