package mpi;

/**
 * A communication under way. It keeps the buffer alive until it is complete; once a wait or test
 * has completed it, it is null. Null elements, null requests and inactive persistent ones count as
 * not active.
 */
public class Request implements Freeable {
    /** The bindings' request; of a receive of objects, that of the message's first part. */
    org.strata.mpi.Request core;

    /** The receive of objects that is under way; else null. */
    private ObjectReceive objects;

    private final Datatype type;

    /**
     * Makes the program's handle.
     *
     * @param type the datatype, or null
     */
    Request(org.strata.mpi.Request core, Datatype type) {
        this.core = core;
        this.type = type;
    }

    /** Makes the program's handle of a receive of objects. */
    Request(org.strata.mpi.Request core, ObjectReceive objects) {
        this(core, (Datatype) null);
        this.objects = objects;
    }

    /** Takes over another request's communication, which has just been started. */
    final void adopt(Request started) {
        core = started.core;
        objects = started.objects;
    }

    /** Returns the program's status of what a wait or test has completed. */
    private Status status(org.strata.mpi.Status done) {
        ObjectReceive receive = objects;
        objects = null;
        return receive == null ? new Status(done, type, -1) : receive.finish(done);
    }

    /** Waits until the communication is complete. */
    public Status Wait() throws MPIException {
        return status(Core.get(core::waitStatus));
    }

    /** Completes the communication if it can be now; returns null if it cannot. */
    public Status Test() throws MPIException {
        org.strata.mpi.Status done = Core.get(core::testStatus);
        return done == null ? null : status(done);
    }

    /** Frees the request without waiting: the communication goes on. */
    public void Free() throws MPIException {
        Core.run(core::free);
    }

    /** As {@link #Free}. */
    @Override
    public void free() throws MPIException {
        Free();
    }

    /** Does nothing: the garbage collector reclaims requests. mpiJava declares it. */
    @Override
    @SuppressWarnings("removal")
    public void finalize() throws MPIException {}

    /** Cancels a receive that has not matched; it must still be completed. */
    public void Cancel() throws MPIException {
        Core.run(core::cancel);
    }

    /** Returns whether there is nothing to complete. */
    public boolean Is_null() throws MPIException {
        return core.isNull();
    }

    private static org.strata.mpi.Request[] cores(Request[] requests) {
        if (requests == null) {
            throw MPIException.bad("MPI_ERR_ARG", "the array of requests is null");
        }
        org.strata.mpi.Request[] cores = new org.strata.mpi.Request[requests.length];
        for (int i = 0; i < cores.length; i++) {
            cores[i] = requests[i] == null ? null : requests[i].core;
        }
        return cores;
    }

    private static Status indexed(Request[] requests, org.strata.mpi.Status done) {
        int index = Numbers.count(done.getIndex());
        if (index == MPI.UNDEFINED) {
            Status none = new Status();
            none.index = MPI.UNDEFINED;
            return none;
        }
        Status status = requests[index].status(done);
        status.index = index;
        return status;
    }

    private static Status[] indexed(Request[] requests, org.strata.mpi.Status[] done) {
        if (done == null) {
            return null;
        }
        Status[] statuses = new Status[done.length];
        for (int i = 0; i < done.length; i++) {
            statuses[i] = indexed(requests, done[i]);
        }
        return statuses;
    }

    private static Status[] all(Request[] requests, org.strata.mpi.Status[] done) {
        if (done == null) {
            return null;
        }
        Status[] statuses = new Status[done.length];
        for (int i = 0; i < done.length; i++) {
            statuses[i] = requests[i] == null ? new Status() : requests[i].status(done[i]);
            statuses[i].index = i;
        }
        return statuses;
    }

    /** Waits until one of the requests is complete; the status has its index. */
    public static Status Waitany(Request[] array_of_requests) throws MPIException {
        org.strata.mpi.Request[] cores = cores(array_of_requests);
        return indexed(
                array_of_requests, Core.get(() -> org.strata.mpi.Request.waitAnyStatus(cores)));
    }

    /** Completes one of the requests if one can be now; returns null if none can. */
    public static Status Testany(Request[] array_of_requests) throws MPIException {
        org.strata.mpi.Request[] cores = cores(array_of_requests);
        org.strata.mpi.Status done = Core.get(() -> org.strata.mpi.Request.testAnyStatus(cores));
        return done == null ? null : indexed(array_of_requests, done);
    }

    /** Waits until all of the requests are complete. */
    public static Status[] Waitall(Request[] array_of_requests) throws MPIException {
        org.strata.mpi.Request[] cores = cores(array_of_requests);
        return all(array_of_requests, Core.get(() -> org.strata.mpi.Request.waitAllStatus(cores)));
    }

    /** Completes all of the requests if all can be now; returns null if not. */
    public static Status[] Testall(Request[] array_of_requests) throws MPIException {
        org.strata.mpi.Request[] cores = cores(array_of_requests);
        return all(array_of_requests, Core.get(() -> org.strata.mpi.Request.testAllStatus(cores)));
    }

    /**
     * Waits until at least one of the requests is complete, and completes all that are; returns
     * null if none is active.
     */
    public static Status[] Waitsome(Request[] array_of_requests) throws MPIException {
        org.strata.mpi.Request[] cores = cores(array_of_requests);
        return indexed(
                array_of_requests, Core.get(() -> org.strata.mpi.Request.waitSomeStatus(cores)));
    }

    /**
     * Completes all of the requests that can be now; returns an empty array if none can, also if
     * none is active.
     */
    public static Status[] Testsome(Request[] array_of_requests) throws MPIException {
        org.strata.mpi.Request[] cores = cores(array_of_requests);
        Status[] done =
                indexed(
                        array_of_requests,
                        Core.get(() -> org.strata.mpi.Request.testSomeStatus(cores)));
        return done == null ? new Status[0] : done;
    }
}
