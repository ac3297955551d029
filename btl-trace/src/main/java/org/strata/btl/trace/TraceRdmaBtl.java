package org.strata.btl.trace;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.btl.RdmaBtl;

/** Traces a link that puts and gets. */
final class TraceRdmaBtl extends TraceBtl implements RdmaBtl {
    TraceRdmaBtl(Btl link, TraceSink sink, BtlErrorHandler errors) {
        super(link, sink, errors);
    }
}
