package org.strata.btl.fault;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.btl.RdmaBtl;

/** Faults on a link that puts and gets. */
final class FaultRdmaBtl extends FaultBtl implements RdmaBtl {
    FaultRdmaBtl(Btl link, FaultSource source, BtlErrorHandler errors) {
        super(link, source, errors);
    }
}
