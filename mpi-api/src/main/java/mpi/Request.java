package mpi;

import org.strata.mca.coll.CollRequest;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.Rc;

import java.util.concurrent.CompletableFuture;

/**
 * A communication under way (MPI 3.1 §3.7). It keeps the buffer alive until the communication is
 * complete. Once a wait or test has completed it, a request is null: waiting again returns at once
 * with an empty status.
 *
 * <p>In the calls on arrays, null elements, null requests and inactive persistent requests count as
 * not active.
 */
public class Request implements Freeable {
    /** The communicator, for its error handler; null only for a null request. */
    final Communicator comm;

    /** The rank that it is with, or ANY_SOURCE; UNDEFINED for none. */
    final int peer;

    /** The operation, with buffer and outcome; null while the request is not active. */
    PmlRequest pml;

    /** Makes a null request. */
    Request() {
        this(null, null, MPI.UNDEFINED);
    }

    /** Makes the program's handle of an operation that the PML has started. */
    Request(Communicator comm, PmlRequest pml, int peer) {
        this.comm = comm;
        this.peer = peer;
        this.pml = pml;
        if (pml != null) {
            noteOpened();
        }
    }

    /** Tells the account of leaks, if there is one, that the program has this handle. */
    final void noteOpened() {
        MpiRuntime runtime = MpiRuntime.running();
        if (runtime != null && runtime.leaks != null) {
            runtime.leaks.opened(this);
        }
    }

    /** Tells the account of leaks that the program needs this handle no longer. */
    final void noteClosed() {
        MpiRuntime runtime = MpiRuntime.running();
        if (runtime != null && runtime.leaks != null) {
            runtime.leaks.closed(this);
        }
    }

    /** Returns whether a wait or test has something to complete. */
    final boolean isActive() {
        return pml != null;
    }

    /** Returns whether the communication is complete; there must be one. */
    final boolean isDone() {
        return pml.isDone();
    }

    /**
     * Completes the request, which must be done; inside the bracket.
     *
     * @param status receives the result, may be null
     * @return Rc code of the communication
     */
    final int complete(Status status) {
        PmlRequest done = pml;
        int rc = done.error == Rc.CANCELLED ? Rc.OK : done.error;
        if (status != null) {
            status.set(done);
        }
        if (Observed.ON) {
            Observed.moved(done.moved());
        }
        release();
        return rc;
    }

    /** Releases an active operation to the PML, which finishes it. In the bracket. */
    private void release() {
        pml.release();
        pml = null;
        if (!exists()) {
            noteClosed();
        }
    }

    /**
     * Frees the request without waiting (MPI 3.1 §3.7.3): the communication continues, and its
     * buffer must not be touched until it is known to be complete. Does nothing on a null request.
     *
     * @throws MPIException ERR_REQUEST if a collective operation is under way
     */
    @Override
    public void free() throws MPIException {
        MpiRuntime runtime = MpiRuntime.current();
        checkNotCollective("MPI_Request_free", "freed");
        if (isActive()) {
            try (var _ = runtime.enter()) {
                release();
            } catch (Error | RuntimeException e) {
                throw runtime.cutOff(e);
            }
        }
    }

    /**
     * Cancels the communication if possible (MPI 3.1 §3.8.4). Only a receive that has not matched
     * can be. The request must still be completed; {@link Status#isCancelled} returns whether it
     * was cancelled.
     *
     * @throws MPIException ERR_REQUEST if the request is not active, or is a collective operation
     */
    public final void cancel() throws MPIException {
        MpiRuntime runtime = MpiRuntime.current();
        if (!isActive()) {
            throw Errors.raise(comm, MPI.ERR_REQUEST, "MPI_Cancel", "the request is not active");
        }
        checkNotCollective("MPI_Cancel", "cancelled");
        runtime.engine.enter();
        try {
            pml.cancel();
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        } finally {
            runtime.engine.exit();
        }
    }

    /** Checks that the request is no active collective operation (MPI 3.1 §5.12). */
    private void checkNotCollective(String call, String what) throws MPIException {
        if (pml instanceof CollRequest) {
            String detail = "a collective operation under way cannot be " + what;
            throw Errors.raise(comm, MPI.ERR_REQUEST, call, detail);
        }
    }

    /** Returns whether this is {@link MPI#REQUEST_NULL}, or completed or freed. */
    public final boolean isNull() {
        return !exists();
    }

    /** Returns whether there is a communication to complete or, if persistent, to start. */
    boolean exists() {
        return pml != null;
    }

    /**
     * Waits until the communication is complete (MPI_Wait, MPI 3.1 §3.7.3).
     *
     * @return its status; empty if the request is not active
     */
    public final Status waitStatus() throws MPIException {
        return waitStatus("MPI_Wait");
    }

    /** Waits on behalf of another call. */
    final Status waitStatus(String call) throws MPIException {
        Status status = new Status();
        waitInto(status, call);
        return status;
    }

    /** Waits until the communication is complete (MPI_Wait, MPI 3.1 §3.7.3). */
    public final void waitFor() throws MPIException {
        waitInto(null, "MPI_Wait");
    }

    private void waitInto(Status status, String call) throws MPIException {
        try (var _ = Observed.call(call)) {
            MpiRuntime runtime = MpiRuntime.current();
            if (!isActive()) {
                return;
            }
            int rc;
            RequestCompletion.Failure failure;
            runtime.engine.enter();
            try {
                runtime.engine.waitFor(pml);
                failure = RequestCompletion.failure(runtime, this);
                rc = complete(status);
            } catch (Error | RuntimeException e) {
                throw runtime.cutOff(e);
            } finally {
                runtime.engine.exit();
            }
            if (rc != Rc.OK) {
                throw RequestCompletion.failed(this, rc, call, failure);
            }
        }
    }

    /**
     * Completes the communication if it can be now (MPI_Test, MPI 3.1 §3.7.3).
     *
     * @return its status, empty if the request is not active; null when it is not complete
     */
    public final Status testStatus() throws MPIException {
        Status status = new Status();
        return testInto(status) ? status : null;
    }

    /**
     * Completes the communication if it can be now (MPI_Test, MPI 3.1 §3.7.3).
     *
     * @return whether it is complete; true if the request is not active
     */
    public final boolean test() throws MPIException {
        return testInto(null);
    }

    private boolean testInto(Status status) throws MPIException {
        try (var _ = Observed.call("MPI_Test")) {
            MpiRuntime runtime = MpiRuntime.current();
            if (!isActive()) {
                return true;
            }
            int rc;
            RequestCompletion.Failure failure;
            runtime.engine.enter();
            try {
                if (!RequestCompletion.poll(runtime, this)) {
                    return false;
                }
                failure = RequestCompletion.failure(runtime, this);
                rc = complete(status);
            } catch (Error | RuntimeException e) {
                throw runtime.cutOff(e);
            } finally {
                runtime.engine.exit();
            }
            if (rc != Rc.OK) {
                throw RequestCompletion.failed(this, rc, "MPI_Test", failure);
            }
            return true;
        }
    }

    /**
     * Hands the communication over to a future, which progress completes with its status; this
     * request is null afterwards. The thread that completes the future is one of the library's: it
     * runs what the program attaches to the future, which may call MPI with {@link
     * MPI#THREAD_MULTIPLE} only. Finalize fails futures that are not complete. An extension.
     *
     * @return the future of the status; complete with an empty one if the request is not active
     * @throws MPIException ERR_REQUEST if the request is persistent
     */
    public final CompletableFuture<Status> toFuture() throws MPIException {
        MpiRuntime runtime = MpiRuntime.current();
        if (this instanceof Prequest) {
            String detail = "a persistent request has no future: it can be started again";
            throw Errors.raise(comm, MPI.ERR_REQUEST, "toFuture", detail);
        }
        if (!isActive()) {
            return CompletableFuture.completedFuture(new Status());
        }
        Request handedOver = new Request(comm, pml, peer);
        pml = null;
        noteClosed();
        return runtime.futures.add(handedOver);
    }

    /**
     * Returns the status if the communication is complete, without completing the request (MPI 3.1
     * §3.7.6).
     *
     * @return its status, empty if the request is not active; null when it is not complete
     */
    public final Status getStatus() throws MPIException {
        MpiRuntime runtime = MpiRuntime.current();
        if (!isActive()) {
            return new Status();
        }
        runtime.engine.enter();
        try {
            return RequestCompletion.poll(runtime, this) ? Status.of(pml) : null;
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        } finally {
            runtime.engine.exit();
        }
    }

    /**
     * Waits until one of the requests is complete (MPI_Waitany, MPI 3.1 §3.7.5).
     *
     * @return its status, with its index; index {@link MPI#UNDEFINED} when none is active
     */
    public static Status waitAnyStatus(Request[] requests) throws MPIException {
        Status status = new Status();
        status.setIndex(RequestCompletion.waitAny(requests, status));
        return status;
    }

    /**
     * Waits until one of the requests is complete (MPI_Waitany, MPI 3.1 §3.7.5).
     *
     * @return its index; {@link MPI#UNDEFINED} when none is active
     */
    public static int waitAny(Request[] requests) throws MPIException {
        return RequestCompletion.waitAny(requests, null);
    }

    /**
     * Completes one of the requests if one can be now (MPI_Testany, MPI 3.1 §3.7.5).
     *
     * @return its status, with its index; empty with index {@link MPI#UNDEFINED} when none is
     *     active; null when none is complete
     */
    public static Status testAnyStatus(Request[] requests) throws MPIException {
        Status status = new Status();
        int index = RequestCompletion.testAny(requests, status);
        if (index == RequestCompletion.NONE) {
            return null;
        }
        status.setIndex(index);
        return status;
    }

    /**
     * Completes one of the requests if one can be now (MPI_Testany, MPI 3.1 §3.7.5).
     *
     * @return its index; {@link MPI#UNDEFINED} when none is complete or none is active
     */
    public static int testAny(Request[] requests) throws MPIException {
        int index = RequestCompletion.testAny(requests, null);
        return index == RequestCompletion.NONE ? MPI.UNDEFINED : index;
    }

    /**
     * Waits until all of the requests are complete (MPI_Waitall, MPI 3.1 §3.7.5).
     *
     * @return their statuses, empty for those not active
     * @throws MPIException ERR_IN_STATUS when one failed; the message names each
     */
    public static Status[] waitAllStatus(Request[] requests) throws MPIException {
        Status[] statuses = RequestCompletion.statuses(requests);
        RequestCompletion.waitAll(requests, statuses);
        return statuses;
    }

    /**
     * Waits until all of the requests are complete (MPI_Waitall, MPI 3.1 §3.7.5).
     *
     * @throws MPIException ERR_IN_STATUS when one failed; the message names each
     */
    public static void waitAll(Request[] requests) throws MPIException {
        RequestCompletion.waitAll(requests, null);
    }

    /**
     * Completes all of the requests if all can be now (MPI_Testall, MPI 3.1 §3.7.5).
     *
     * @return their statuses, empty for those not active; null when not all are complete
     * @throws MPIException ERR_IN_STATUS when one failed; the message names each
     */
    public static Status[] testAllStatus(Request[] requests) throws MPIException {
        Status[] statuses = RequestCompletion.statuses(requests);
        return RequestCompletion.testAll(requests, statuses) ? statuses : null;
    }

    /**
     * Completes all of the requests if all can be now (MPI_Testall, MPI 3.1 §3.7.5).
     *
     * @return whether all are complete
     * @throws MPIException ERR_IN_STATUS when one failed; the message names each
     */
    public static boolean testAll(Request[] requests) throws MPIException {
        return RequestCompletion.testAll(requests, null);
    }

    /**
     * Waits until at least one of the requests is complete, and completes all that are
     * (MPI_Waitsome, MPI 3.1 §3.7.5).
     *
     * @return their statuses, with their indices; null when none is active
     * @throws MPIException ERR_IN_STATUS when one failed; the message names each
     */
    public static Status[] waitSomeStatus(Request[] requests) throws MPIException {
        return RequestCompletion.someStatuses(requests, true);
    }

    /**
     * Waits until at least one of the requests is complete, and completes all that are
     * (MPI_Waitsome, MPI 3.1 §3.7.5).
     *
     * @return their indices; null when none is active
     * @throws MPIException ERR_IN_STATUS when one failed; the message names each
     */
    public static int[] waitSome(Request[] requests) throws MPIException {
        return RequestCompletion.some(requests, true);
    }

    /**
     * Completes all of the requests that can be now (MPI_Testsome, MPI 3.1 §3.7.5).
     *
     * @return their statuses, with their indices; empty when none is complete, null when none is
     *     active
     * @throws MPIException ERR_IN_STATUS when one failed; the message names each
     */
    public static Status[] testSomeStatus(Request[] requests) throws MPIException {
        return RequestCompletion.someStatuses(requests, false);
    }

    /**
     * Completes all of the requests that can be now (MPI_Testsome, MPI 3.1 §3.7.5).
     *
     * @return their indices; empty when none is complete, null when none is active
     * @throws MPIException ERR_IN_STATUS when one failed; the message names each
     */
    public static int[] testSome(Request[] requests) throws MPIException {
        return RequestCompletion.some(requests, false);
    }
}
