package org.strata.pml.ob1.request;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.rcache.Registration;
import org.strata.pml.base.CookieHolder;
import org.strata.pml.base.CookieSlot;

/** A piece of a message that moves by RDMA into a receive's buffer. Pooled. */
public final class Piece implements CookieHolder, RdmaBtl.RdmaCallback {
    /** The receive. */
    public RecvRequest request;

    /** The lane that moves it. */
    public Lane lane;

    /** First byte of the message. */
    public long offset;

    /** Bytes. */
    public long length;

    /** Whether a transfer that reads has ordered it from the sender. */
    public boolean ordered;

    /** Its own registration, or null when the lane's covers it or none is needed. */
    public Registration registration;

    /** Its index among the transfer's pieces. */
    int index;

    Piece nextFree;
    private final Sink sink;
    private final CookieSlot cookieSlot = new CookieSlot();

    /** Notified when the BTL has completed the read of a piece. */
    @FunctionalInterface
    public interface Sink {
        /** A read has completed or failed. */
        void onRead(Piece piece, int rc);
    }

    Piece(Sink sink) {
        this.sink = sink;
    }

    /** Returns the registration that covers it, or null when none is needed. */
    public Registration coveringRegistration() {
        return registration != null ? registration : lane.registration;
    }

    /** Returns its address in this side's memory. */
    public long address() {
        return request.buf.start() + offset;
    }

    @Override
    public CookieSlot cookieSlot() {
        return cookieSlot;
    }

    @Override
    public void onComplete(BtlEndpoint endpoint, long bytes, int rc) {
        sink.onRead(this, rc);
    }
}
