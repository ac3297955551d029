package org.strata.pml.ob1.request;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;

/** A piece that the receiver ordered this side to write. Pooled; tier 2. */
public final class WriteOrder {
    /** Address of the receiver's handle. */
    public final long handle;

    /** The send. */
    public SendRequest request;

    /** The link to write over; null once it has failed. */
    public BtlLink link;

    /** First byte of the message to write. */
    public long offset;

    /** Bytes to write. */
    public long size;

    /** Their address at the receiver. */
    public long remoteAddress;

    /** The receiver's cookie of the piece. */
    public long piece;

    /** The registration of the whole piece, or null when each write has its own. */
    public Registration registration;

    /** The piece could not be registered as a whole. */
    public boolean refused;

    /** Longest write; shrinks when registrations run short. */
    public long limit;

    /** Polls in which no memory could be registered. */
    public int retries;

    /** Bytes for which a write has been started. */
    public long next;

    /** Writes that the BTL has not completed. */
    public int inFlight;

    /** Why writing has stopped, or OK. */
    public int failure;

    /** The next order of the same request. */
    public WriteOrder nextOrder;

    WriteOrder nextFree;

    WriteOrder(long handle) {
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

    /** Returns whether no write is left to start and none is under way. */
    public boolean over() {
        return inFlight == 0 && (next >= size || failure != Rc.OK);
    }

    /** One write of an order, with a registration of its own or none. Pooled. */
    public static final class Write implements RdmaBtl.RdmaCallback {
        /** The order. */
        public WriteOrder order;

        /** Its own registration, or null. */
        public Registration registration;

        private final Sink sink;
        Write nextFree;

        Write(Sink sink) {
            this.sink = sink;
        }

        @Override
        public void onComplete(BtlEndpoint endpoint, long length, int rc) {
            sink.onWritten(this, rc);
        }
    }

    /** Notified when the BTL has completed a write. */
    @FunctionalInterface
    public interface Sink {
        /** A write has completed or failed. */
        void onWritten(Write write, int rc);
    }
}
