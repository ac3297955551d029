package org.strata.btl.openib;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.RdmaBtl;
import org.strata.verbs.SendWr;
import org.strata.verbs.WrOpcode;

/** One put, get or atomic on its way. Pooled by the link. */
final class RdmaOperation {
    /** The next in a queue or in the pool. */
    RdmaOperation next;

    /** The peer; null for this process. */
    BtlEndpoint endpoint;

    /** Its place in the order of its peer's operations. */
    int number;

    /** One of {@link WrOpcode}. */
    int opcode;

    long local;
    int lkey;
    long remote;
    int rkey;
    long length;

    /** Of an atomic: what it adds or compares with, and what it stores. */
    long operand;

    long swap;
    RdmaBtl.RdmaCallback callback;

    /** How it ended, while it waits for its callback. */
    int rc;

    /** Returns whether it is among those of which an adapter serves few at a time. */
    boolean fetches() {
        return opcode >= WrOpcode.RDMA_READ;
    }

    /** Returns whether it may be sent again when nobody knows whether it has taken place. */
    boolean repeatable() {
        boolean atomic = opcode > WrOpcode.RDMA_READ;
        return !atomic || (opcode == WrOpcode.ATOMIC_FETCH_AND_ADD && operand == 0);
    }

    /** Writes the request, but its number. */
    void write(SendWr request, int flags) {
        request.operation(opcode, flags).sge(local, (int) length, lkey);
        if (opcode > WrOpcode.RDMA_READ) {
            request.atomic(remote, rkey, operand, swap);
        } else {
            request.remote(remote, rkey);
        }
    }
}
