package org.strata.osc.rdma;

import org.strata.mca.osc.OscOperation;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

/** A put or get, which is one write or read, or several. */
final class RdmaMove {
    final RdmaPeer peer;
    final boolean put;

    /** The origin's elements. */
    final Buf data = new Buf();

    /** Address of the target's first byte. */
    final long remote;

    private final CopyBlocks blocks;

    /** Of the origin's own memory, released at the end; null where it is copied. */
    private final Registration registration;

    private final OscOperation operation;

    /** Pieces that are not over, and one more until all have begun. */
    private int open = 1;

    private int failure = Rc.OK;

    /**
     * @param registration of the origin's own memory; or null
     * @param operation completed at the end; or null
     */
    RdmaMove(
            RdmaPeer peer,
            boolean put,
            Buf data,
            long remote,
            CopyBlocks blocks,
            Registration registration,
            OscOperation operation) {
        this.peer = peer;
        this.put = put;
        this.data.set(data);
        this.remote = remote;
        this.blocks = blocks;
        this.registration = registration;
        this.operation = operation;
    }

    /** Returns the registration of the memory that a piece moves to or from. */
    Registration registration(boolean copied) {
        return copied ? blocks.registration(peer.link) : registration;
    }

    void begin() {
        open++;
        peer.underWay++;
    }

    /**
     * A piece is over.
     *
     * @param block that it passed through; 0 for none
     */
    void end(long block, long position, long length, int rc) {
        if (block != 0) {
            if (!put && rc == Rc.OK) {
                data.unpack(block, position, length);
            }
            blocks.give(block);
        }
        if (rc != Rc.OK) {
            peer.fail(rc);
            failure = failure == Rc.OK ? rc : failure;
        }
        peer.underWay--;
        close();
    }

    /** All pieces have begun. */
    void allBegun() {
        close();
    }

    private void close() {
        if (--open > 0) {
            return;
        }
        if (registration != null) {
            peer.link.rdma.deregister(registration);
        }
        data.clear();
        if (operation != null) {
            operation.complete(failure);
        }
    }
}
