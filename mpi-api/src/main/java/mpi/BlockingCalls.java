package mpi;

import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.jit.CompiledApart;
import org.strata.opal.jit.CompiledInto;

/**
 * Blocking sends and receives (MPI 3.1 §3.2, §3.4, §3.10). Tier 1.
 *
 * <p>The methods {@code *Now} are the border between what the JIT inlines into the program's loops
 * and what it compiles once.
 */
final class BlockingCalls {
    private BlockingCalls() {}

    /**
     * Sends in standard mode, and waits until the buffer may be reused. As many parameters as the
     * JVM passes in registers.
     */
    @CompiledApart("Callers stay short enough to be inlined into the program's loops.")
    static void sendNow(Communicator comm, Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        if (Observed.ON && Observed.sends()) {
            sendObserved(comm, buf, count, type, dest, tag);
        } else {
            sendPlain(comm, buf, count, type, dest, tag);
        }
    }

    @CompiledInto("C1 would leave it apart, for its length.")
    private static void sendPlain(
            Communicator comm, Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, "MPI_Send");
        Checks.send(runtime, comm, "MPI_Send", count, type, dest, tag);
        if (dest != MPI.PROC_NULL
                && !ShortCalls.send(
                        runtime, comm.context(), buf, count, type.layout(), dest, tag)) {
            sendOtherwise(
                    runtime, comm, "MPI_Send", SendMode.STANDARD, buf, count, type, dest, tag);
        }
    }

    /** {@link Observed#sends} has begun the call. */
    private static void sendObserved(
            Communicator comm, Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        CallLog log = Observed.log();
        try {
            sendPlain(comm, buf, count, type, dest, tag);
            log.send.bytes += dest == MPI.PROC_NULL ? 0 : count * type.layout().size();
        } finally {
            log.close();
        }
    }

    /** Sends in any mode, and waits until the buffer may be reused. */
    static void send(
            Communicator comm,
            String call,
            SendMode mode,
            Object buf,
            int count,
            Datatype type,
            int dest,
            int tag)
            throws MPIException {
        try (var _ = Observed.call(call)) {
            MpiRuntime runtime = Checks.runtime(comm, call);
            Checks.send(runtime, comm, call, count, type, dest, tag);
            if (dest != MPI.PROC_NULL) {
                sendOtherwise(runtime, comm, call, mode, buf, count, type, dest, tag);
                if (Observed.ON) {
                    Observed.sent(count * type.layout().size());
                }
            }
        }
    }

    private static void sendOtherwise(
            MpiRuntime runtime,
            Communicator comm,
            String call,
            SendMode mode,
            Object buf,
            int count,
            Datatype type,
            int dest,
            int tag)
            throws MPIException {
        DataLayout layout = Checks.readable(comm, call, buf, count, type);
        int rc;
        runtime.engine.enter();
        CallScratch scratch = runtime.borrow();
        try {
            Buf data = Buffers.wrap(scratch.buf, buf, 0, count, layout);
            rc = runtime.pml.send(data, dest, tag, mode, comm.context());
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        } finally {
            runtime.giveBack(scratch);
            runtime.engine.exit();
        }
        if (rc != Rc.OK) {
            throw sendFailed(runtime, comm, call, rc, count, type, dest, tag);
        }
    }

    /** Makes the error of a failed send. */
    static MPIException sendFailed(
            MpiRuntime runtime,
            Communicator comm,
            String call,
            int rc,
            int count,
            Datatype type,
            int dest,
            int tag) {
        long bytes = count * type.layout().size();
        String what = bytes + " bytes to rank " + dest + ", tag " + tag;
        if (rc == Rc.NO_BUFFER_SPACE) {
            what += ": " + BufferedModeCalls.shortage(runtime);
        }
        return Errors.fail(comm, rc, call, dest, what);
    }

    /**
     * Receives. The library owns the returned status, which is valid until this thread's next call.
     */
    @CompiledApart("Callers stay short enough to be inlined into the program's loops.")
    static PmlStatus receiveNow(
            Communicator comm, Object buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        if (Observed.ON && Observed.receives()) {
            return receiveObserved(comm, buf, count, type, source, tag);
        }
        return receivePlain(comm, buf, count, type, source, tag);
    }

    @CompiledInto("C1 would leave it apart, for its length.")
    private static PmlStatus receivePlain(
            Communicator comm, Object buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, "MPI_Recv");
        Checks.receive(runtime, comm, "MPI_Recv", count, type, source, tag);
        if (source == MPI.PROC_NULL) {
            return Status.PROC_NULL;
        }
        int received =
                ShortCalls.receive(runtime, comm.context(), buf, count, type.layout(), source, tag);
        if (received >= 0) {
            PmlStatus found = runtime.shortStatus;
            found.set(source, tag, received);
            return found;
        }
        return receiveOtherwise(runtime, comm, buf, count, type, source, tag);
    }

    /** {@link Observed#receives} has begun the call. */
    private static PmlStatus receiveObserved(
            Communicator comm, Object buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        CallLog log = Observed.log();
        try {
            PmlStatus status = receivePlain(comm, buf, count, type, source, tag);
            log.receive.bytes += status.bytes;
            return status;
        } finally {
            log.close();
        }
    }

    private static PmlStatus receiveOtherwise(
            MpiRuntime runtime,
            Communicator comm,
            Object buf,
            int count,
            Datatype type,
            int source,
            int tag)
            throws MPIException {
        DataLayout layout = Checks.writable(comm, "MPI_Recv", buf, count, type);
        PmlStatus found;
        int rc;
        runtime.engine.enter();
        CallScratch scratch = runtime.borrow();
        try {
            // Another thread's call must not overwrite what this one returns.
            found = runtime.engine.threadMultiple() ? new PmlStatus() : scratch.status;
            Buf data = Buffers.wrap(scratch.buf, buf, 0, count, layout);
            rc = runtime.pml.receive(data, source, tag, comm.context(), found);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        } finally {
            runtime.giveBack(scratch);
            runtime.engine.exit();
        }
        if (rc != Rc.OK) {
            throw receiveFailed(comm, rc, count, type, source, tag, found);
        }
        return found;
    }

    /**
     * Makes the error of a failed receive, with the message's origin and the room in the buffer.
     * When no message has matched, the origin is the source and tag of the receive.
     */
    private static MPIException receiveFailed(
            Communicator comm,
            int rc,
            int count,
            Datatype type,
            int source,
            int tag,
            PmlStatus found) {
        if (rc == Rc.BAD_ARGUMENT) {
            String why = MpiRuntime.running().pml.explain(source, comm.context(), rc);
            return Errors.fail(comm, rc, "MPI_Recv", source, why);
        }
        boolean matched = found.source >= 0;
        int from = matched ? found.source : source;
        long whole = rc == Rc.TRUNCATED ? found.messageBytes : 0;
        String sizes = Errors.truncated(whole, count * type.layout().size(), type);
        String what = Origin.of(from, matched ? found.tag : tag) + sizes;
        return Errors.fail(comm, rc, "MPI_Recv", from, what);
    }

    /** Sends and receives at the same time. */
    static Status sendReceive(
            Communicator comm,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException {
        String call = "MPI_Sendrecv";
        try (var _ = Observed.call(call)) {
            MpiRuntime runtime = Checks.runtime(comm, call);
            Checks.send(runtime, comm, call, sendcount, sendtype, dest, sendtag);
            Checks.receive(runtime, comm, call, recvcount, recvtype, source, recvtag);
            if (dest != MPI.PROC_NULL && source != MPI.PROC_NULL) {
                Checks.readable(comm, call, sendbuf, sendcount, sendtype);
                Checks.writable(comm, call, recvbuf, recvcount, recvtype);
                ElementBlock one = new ElementBlock(sendbuf, 0, sendcount, sendtype);
                ElementBlock other = new ElementBlock(recvbuf, 0, recvcount, recvtype);
                Checks.disjoint(
                        runtime, comm, call, one, other, "; sendRecvReplace takes one buffer");
            }
            Request receive =
                    NonBlockingCalls.startReceive(
                            comm, call, recvbuf, recvcount, recvtype, source, recvtag);
            try {
                if (dest != MPI.PROC_NULL
                        && !ShortCalls.send(
                                runtime,
                                comm.context(),
                                sendbuf,
                                sendcount,
                                sendtype.layout(),
                                dest,
                                sendtag)) {
                    SendMode mode = SendMode.STANDARD;
                    sendOtherwise(
                            runtime, comm, call, mode, sendbuf, sendcount, sendtype, dest, sendtag);
                }
            } catch (MPIException e) {
                withdraw(runtime, receive);
                throw e;
            } catch (Error | RuntimeException e) {
                throw runtime.cutOff(e);
            }
            if (Observed.ON && dest != MPI.PROC_NULL) {
                Observed.sent(sendcount * sendtype.layout().size());
            }
            return receive.waitStatus(call);
        }
    }

    /** Cancels a receive whose partner, the send, has failed; a matched one finishes by itself. */
    static void withdraw(MpiRuntime runtime, Request receive) throws MPIException {
        try (var _ = runtime.enter()) {
            if (receive.isActive()) {
                receive.pml.cancel();
            }
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
        receive.free();
    }
}
