package org.strata.osc.rdma;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.RdmaBtl;
import org.strata.opal.Rc;
import org.strata.opal.progress.Completion;

/** One write or read; as a completion, that the link has taken it. */
final class RdmaPiece implements RdmaBtl.RdmaCallback, Completion {
    private final RdmaMove move;
    private final long local;
    private final long block;
    private final long position;
    private final long length;
    private int rc = Rc.NO_RESOURCE;

    /**
     * @param local address of its bytes in this process
     * @param block that they pass through, the same address then; 0 for none
     * @param position among the move's bytes
     */
    RdmaPiece(RdmaMove move, long local, long block, long position, long length) {
        this.move = move;
        this.local = local;
        this.block = block;
        this.position = position;
        this.length = length;
        move.begin();
    }

    /** Tries to start it, unless it has been; returns whether the link has taken or refused it. */
    @Override
    public boolean isDone() {
        if (rc == Rc.NO_RESOURCE) {
            rc = start();
            if (rc != Rc.OK && rc != Rc.NO_RESOURCE) {
                move.end(block, position, length, rc);
            }
        }
        return rc != Rc.NO_RESOURCE;
    }

    private int start() {
        RdmaPeer peer = move.peer;
        BtlLink link = peer.link;
        var registration = move.registration(block != 0);
        long remote = move.remote + position;
        return move.put
                ? link.rdma.put(
                        link.endpoint, local, registration, remote, peer.handle, length, this)
                : link.rdma.get(
                        link.endpoint, local, registration, remote, peer.handle, length, this);
    }

    @Override
    public void onComplete(BtlEndpoint endpoint, long moved, int result) {
        move.end(block, position, length, result);
    }
}
