package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.Rc;

/**
 * A persistent request (MPI 3.1 §3.9): a communication with fixed arguments that can be started any
 * number of times. Completion makes it inactive; {@link #free} makes it null.
 */
public final class Prequest extends Request {
    /** The communicator's context, which this request retains: the communicator may be freed. */
    private final CommContext context;

    /** What to start; null once the request is freed. */
    private PersistentStart communication;

    /** Inside the bracket. */
    Prequest(Communicator comm, PersistentStart communication, int peer) {
        super(comm, null, peer);
        this.context = comm.context();
        this.communication = communication;
        context.retain();
        noteOpened();
    }

    @Override
    boolean exists() {
        return communication != null;
    }

    @Override
    public void free() throws MPIException {
        super.free();
        if (exists()) {
            MpiRuntime runtime = MpiRuntime.current();
            try (var _ = runtime.enter()) {
                communication.discard();
                context.release();
            } catch (Error | RuntimeException e) {
                throw runtime.cutOff(e);
            }
            communication = null;
            noteClosed();
        }
    }

    /**
     * Starts the communication (MPI_Start, MPI 3.1 §3.9). Its communicator may be freed: it exists
     * until its persistent requests are freed.
     *
     * @throws MPIException ERR_REQUEST if the request is active or null
     */
    public void start() throws MPIException {
        start("MPI_Start");
    }

    private void start(String call) throws MPIException {
        try (var _ = Observed.call(call)) {
            MpiRuntime runtime = MpiRuntime.current();
            if (!exists() || isActive()) {
                String state = exists() ? "active already" : "null";
                throw Errors.raise(comm, MPI.ERR_REQUEST, call, "the request is " + state);
            }
            int rc;
            try (var _ = runtime.enter()) {
                PmlRequest begun = communication.begin(runtime);
                rc = Refusal.of(begun);
                if (rc == Rc.OK) {
                    pml = begun;
                    if (Observed.ON) {
                        communication.note();
                    }
                    return;
                }
                begun.release();
            } catch (Error | RuntimeException e) {
                throw runtime.cutOff(e);
            }
            boolean full = rc == Rc.NO_BUFFER_SPACE;
            throw Errors.fail(
                    comm, rc, call, peer, full ? BufferedModeCalls.shortage(runtime) : null);
        }
    }

    /**
     * Starts all of the requests, in any order (MPI_Startall, MPI 3.1 §3.9).
     *
     * @throws MPIException ERR_REQUEST if a request is active or null
     */
    public static void startAll(Prequest[] requests) throws MPIException {
        if (requests == null) {
            String detail = "the array of requests is null";
            throw Errors.raise(null, MPI.ERR_REQUEST, "MPI_Startall", detail);
        }
        for (Prequest request : requests) {
            if (request == null) {
                throw Errors.raise(null, MPI.ERR_REQUEST, "MPI_Startall", "a request is null");
            }
            request.start("MPI_Startall");
        }
    }
}
