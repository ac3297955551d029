package org.strata.pml.ob1;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.rcache.Registration;

/** A piece of a message that moves by RDMA into a receive's buffer. Pooled. */
final class Piece implements Named, RdmaBtl.RdmaCallback {
    private final RdmaReceiver owner;
    RecvRequest request;
    Lane lane;
    long offset;
    long length;

    /** Its own registration, or null when the lane's covers it or none is needed. */
    Registration registration;

    /** Its place among its transfer's pieces. */
    int index;

    Piece nextFree;
    private int slot = -1;

    Piece(RdmaReceiver owner) {
        this.owner = owner;
    }

    @Override
    public int slot() {
        return slot;
    }

    @Override
    public void setSlot(int newSlot) {
        slot = newSlot;
    }

    /** A read is over. */
    @Override
    public void onComplete(BtlEndpoint endpoint, Object context, long bytes, int rc) {
        owner.onPieceOver(this, rc);
    }
}
