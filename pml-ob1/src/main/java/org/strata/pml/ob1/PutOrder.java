package org.strata.pml.ob1;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;

/** A piece that the receiver asked this side to write. Pooled; tier 2. */
final class PutOrder {
    /** The receiver's handle, {@link Pools#HANDLE_BYTES}. */
    final long handle;

    SendRequest request;
    BtlLink link;
    long offset;
    long size;
    long remoteAddress;

    /** The receiver's name of the piece. */
    long piece;

    /** The registration of the whole piece, or null when each write has its own. */
    Registration registration;

    /** The piece could not be registered as a whole. */
    boolean refused;

    /** Longest write; shrinks when registrations run short. */
    long limit;

    /** Polls in which no registration could be had. */
    int retries;

    /** Bytes for which a write has been started. */
    long next;

    int inFlight;

    /** Why no more is written, or OK. */
    int failure;

    /** The next order of the same request. */
    PutOrder nextOrder;

    PutOrder nextFree;

    PutOrder(long handle) {
        this.handle = handle;
    }

    void reset() {
        registration = null;
        refused = false;
        limit = Long.MAX_VALUE;
        retries = 0;
        next = 0;
        inFlight = 0;
        failure = Rc.OK;
        nextOrder = null;
    }

    /** Returns whether nothing more will be written and nothing is under way. */
    boolean over() {
        return inFlight == 0 && (next >= size || failure != Rc.OK);
    }

    /** One write of an order with a registration of its own or none. Pooled. */
    static final class Write implements RdmaBtl.RdmaCallback {
        private final RdmaSender owner;
        PutOrder order;
        Registration registration;
        Write nextFree;

        Write(RdmaSender owner) {
            this.owner = owner;
        }

        @Override
        public void onComplete(BtlEndpoint endpoint, Object context, long length, int rc) {
            owner.onWritten(this, rc);
        }
    }
}
