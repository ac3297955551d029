package mpi;

import org.strata.mca.pml.PmlRequest;
import org.strata.opal.Rc;

/**
 * A persistent request (MPI 3.1 §3.9): a communication with fixed arguments that is started as
 * often as wanted. Completing it makes it inactive; {@link #free} makes it null.
 */
public final class Prequest extends Request {
    private boolean active;

    Prequest(Communicator comm, PmlRequest pml, Object buffer, int peer) {
        super(comm, pml, buffer, peer);
    }

    @Override
    boolean isActive() {
        return active;
    }

    @Override
    void retire() {
        active = false;
    }

    @Override
    void setInactive() {
        active = false;
    }

    /**
     * Starts the communication (MPI_Start, MPI 3.1 §3.9).
     *
     * @throws MPIException ERR_REQUEST if the request is active or null
     */
    public void start() throws MPIException {
        start("MPI_Start");
    }

    private void start(String call) throws MPIException {
        MpiRuntime runtime = MpiRuntime.current();
        if (pml == null || active) {
            String state = pml == null ? "null" : "active already";
            throw Errors.raise(comm, MPI.ERR_REQUEST, call, "the request is " + state);
        }
        int rc;
        runtime.engine.enter();
        try {
            rc = pml == ProcNullRequest.INSTANCE ? Rc.OK : runtime.pml.start(pml);
            if (rc == Rc.OK) {
                active = true;
                if (!isDone()) {
                    runtime.active.add(this);
                }
            }
        } finally {
            runtime.engine.exit();
        }
        if (rc != Rc.OK) {
            throw Errors.fail(comm, rc, call, peer, null);
        }
    }

    /**
     * Starts all of the requests, in any order (MPI_Startall, MPI 3.1 §3.9).
     *
     * @throws MPIException ERR_REQUEST if a request is active or null
     */
    public static void startAll(Prequest[] requests) throws MPIException {
        for (Prequest request : requests) {
            if (request == null) {
                throw Errors.raise(null, MPI.ERR_REQUEST, "MPI_Startall", "a request is null");
            }
            request.start("MPI_Startall");
        }
    }
}
