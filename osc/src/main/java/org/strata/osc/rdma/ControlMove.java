package org.strata.osc.rdma;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.progress.Completion;

/** A write or read of a member's control memory; as a completion, that the link has taken it. */
final class ControlMove implements RdmaBtl.RdmaCallback, Completion {
    private final RdmaPeer peer;
    private final boolean put;
    private final long local;
    private final Registration registration;
    private final long offset;
    private final int bytes;
    private int rc = Rc.NO_RESOURCE;
    private boolean over;
    private int result;

    /**
     * @param registration of the local memory; null where none is needed
     * @param offset in the control memory
     */
    ControlMove(
            RdmaPeer peer,
            boolean put,
            long local,
            Registration registration,
            long offset,
            int bytes) {
        this.peer = peer;
        this.put = put;
        this.local = local;
        this.registration = registration;
        this.offset = offset;
        this.bytes = bytes;
    }

    /** Tries to start it, unless it has been; returns whether the link has taken or refused it. */
    @Override
    public boolean isDone() {
        if (rc == Rc.NO_RESOURCE) {
            rc = start();
            if (rc != Rc.OK && rc != Rc.NO_RESOURCE) {
                onComplete(null, 0, rc);
            }
        }
        return rc != Rc.NO_RESOURCE;
    }

    private int start() {
        RdmaBtl btl = peer.link.rdma;
        BtlEndpoint to = peer.link.endpoint;
        long remote = peer.control + offset;
        long handle = peer.controlHandle;
        return put
                ? btl.put(to, local, registration, remote, handle, bytes, this)
                : btl.get(to, local, registration, remote, handle, bytes, this);
    }

    @Override
    public void onComplete(BtlEndpoint endpoint, long moved, int ended) {
        over = true;
        result = ended;
    }

    int member() {
        return peer.rank;
    }

    boolean isOver() {
        return over;
    }

    int result() {
        return result;
    }
}
