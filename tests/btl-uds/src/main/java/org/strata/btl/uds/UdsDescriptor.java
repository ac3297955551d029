package org.strata.btl.uds;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;

/** A pooled send. */
final class UdsDescriptor extends Descriptor {
    private final long memory;

    UdsDescriptor(long memory) {
        this.memory = memory;
    }

    /** Makes it a fresh descriptor. */
    void reset(BtlEndpoint to, int header, int payload) {
        address = memory;
        endpoint = to;
        setLengths(header, payload);
        registration = null;
    }
}
