package org.strata.pml.ob1;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.opal.datatype.DataLayout;

/** The arguments of a persistent send. */
record PersistentSend(
        Object base,
        long offset,
        long count,
        DataLayout layout,
        int destination,
        int tag,
        SendMode mode,
        CommContext comm)
        implements PersistentRequest.Origin {
    @Override
    public PmlRequest begin(Ob1Pml pml) {
        return pml.isend(base, offset, count, layout, destination, tag, mode, comm);
    }
}
