package org.strata.btl.fault;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlErrorHandler;
import org.strata.mca.btl.RdmaBtl;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.time.Clock;

/** Faults on a link that puts and gets. */
final class FaultRdmaBtl extends FaultBtl implements RdmaBtl {
    FaultRdmaBtl(
            Btl link,
            FaultConfig config,
            Dice dice,
            ProgressEngine engine,
            Clock clock,
            BtlErrorHandler errors) {
        super(link, config, dice, engine, clock, errors);
    }
}
