package org.strata.pml.ob1;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.datatype.DataLayout;

/** The arguments of a persistent receive. */
record PersistentReceive(
        Object base,
        long offset,
        long count,
        DataLayout layout,
        int source,
        int tag,
        CommContext comm)
        implements PersistentRequest.Origin {
    @Override
    public PmlRequest begin(Ob1Pml pml) {
        return pml.ireceive(base, offset, count, layout, source, tag, comm);
    }
}
