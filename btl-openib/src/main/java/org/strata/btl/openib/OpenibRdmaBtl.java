package org.strata.btl.openib;

import org.strata.mca.btl.AtomicBtl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.verbs.WrOpcode;

/** The part of a link that registers memory, writes, reads, and changes words atomically. */
abstract class OpenibRdmaBtl extends OpenibQueueBtl implements AtomicBtl {
    /** Bytes of a handle: the remote key. */
    private static final int HANDLE = Integer.BYTES;

    /** Made by the first atomic on memory of this process. */
    private Loopback loopback;

    OpenibRdmaBtl(OpenibContext processes) {
        super(processes);
    }

    /** Returns what the peers of this link share. */
    abstract LinkParts parts();

    abstract OpenibCompletions completions();

    /** Has the link make progress. */
    public abstract void activate();

    @Override
    public final int handleSize() {
        return HANDLE;
    }

    @Override
    public final Registration register(
            BtlEndpoint endpoint, long address, long length, int access, Object owner) {
        return parts().adapter().acquire(address, length, access, owner);
    }

    @Override
    public final void deregister(Registration registration) {
        parts().adapter().release(registration);
    }

    @Override
    public final boolean reachable(BtlEndpoint endpoint, long address, long length) {
        return true;
    }

    @Override
    public final void writeHandle(Registration registration, long address, long target) {
        Memory.putInt(target, ((OpenibRegistration) registration).region.rkey());
    }

    @Override
    public final long maxRdmaSize() {
        return parts().queues().maxRdma();
    }

    @Override
    public final int put(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaCallback callback) {
        int opcode = WrOpcode.RDMA_WRITE;
        return move(endpoint, opcode, local, localRegistration, remote, handle, length, callback);
    }

    @Override
    public final int get(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaCallback callback) {
        int opcode = WrOpcode.RDMA_READ;
        return move(endpoint, opcode, local, localRegistration, remote, handle, length, callback);
    }

    private int move(
            BtlEndpoint endpoint,
            int opcode,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long length,
            RdmaCallback callback) {
        OpenibEndpoint to = (OpenibEndpoint) endpoint;
        int rc = to.mayStart();
        if (rc != Rc.OK) {
            return rc;
        }
        RdmaOperation operation = completions().takeOperation();
        operation.opcode = opcode;
        operation.local = local;
        operation.lkey = ((OpenibRegistration) localRegistration).region.lkey();
        operation.remote = remote;
        operation.rkey = Memory.getInt(handle);
        operation.length = length;
        operation.callback = callback;
        return to.start(operation);
    }

    // ---- atomics

    @Override
    public final int fetchAdd(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long operand,
            RdmaCallback callback) {
        RdmaOperation operation = atomic(local, localRegistration, remote, handle, callback);
        operation.opcode = WrOpcode.ATOMIC_FETCH_AND_ADD;
        operation.operand = operand;
        return begin((OpenibEndpoint) endpoint, operation);
    }

    @Override
    public final int compareSwap(
            BtlEndpoint endpoint,
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            long compare,
            long swap,
            RdmaCallback callback) {
        RdmaOperation operation = atomic(local, localRegistration, remote, handle, callback);
        operation.opcode = WrOpcode.ATOMIC_CMP_AND_SWP;
        operation.operand = compare;
        operation.swap = swap;
        return begin((OpenibEndpoint) endpoint, operation);
    }

    /** Starts an atomic on a peer's word, or on one of this process, or takes it back. */
    private int begin(OpenibEndpoint to, RdmaOperation operation) {
        int rc = to == null ? Rc.OK : to.mayStart();
        if (rc != Rc.OK) {
            completions().recycle(operation);
            return rc;
        }
        return to == null ? startOwn(operation) : to.start(operation);
    }

    private RdmaOperation atomic(
            long local,
            Registration localRegistration,
            long remote,
            long handle,
            RdmaCallback callback) {
        RdmaOperation operation = completions().takeOperation();
        operation.local = local;
        operation.lkey = ((OpenibRegistration) localRegistration).region.lkey();
        operation.remote = remote;
        operation.rkey = Memory.getInt(handle);
        operation.length = Long.BYTES;
        operation.callback = callback;
        return operation;
    }

    /** Carries out an atomic on memory of this process; its callback runs in progress. */
    private int startOwn(RdmaOperation operation) {
        if (loopback == null) {
            loopback = new Loopback(parts().port(), parts().queues().arena(), parts()::trace);
        }
        operation.endpoint = null;
        int rc = loopback.execute(operation);
        if (rc == Rc.NO_RESOURCE) {
            completions().recycle(operation);
            return rc;
        }
        completions().add(operation, rc);
        activate();
        return Rc.OK;
    }

    final void closeLoopback() {
        if (loopback != null) {
            loopback.close();
        }
    }
}
