package org.strata.btl.self;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.proc.Proc;

/** The rank itself. There is no connection, so there is no state. */
final class SelfEndpoint extends BtlEndpoint {
    SelfEndpoint(Proc self) {
        super(self);
    }
}
