package mpi;

import java.util.function.Supplier;

/** A persistent request: a communication that can be started any number of times. */
public class Prequest extends Request {
    /** Starts a communication of objects; null in others, and once freed. */
    private Supplier<Request> starter;

    private boolean freed;

    Prequest(org.strata.mpi.Prequest core, Datatype type) {
        super(core, type);
    }

    /** Makes a request of objects, which are written at each start. */
    Prequest(Supplier<Request> starter) {
        super(org.strata.mpi.MPI.REQUEST_NULL, (Datatype) null);
        this.starter = starter;
    }

    /** Starts the communication. */
    public void Start() throws MPIException {
        if (starter == null) {
            Core.run(() -> {
                if (core instanceof org.strata.mpi.Prequest persistent) {
                    persistent.start();
                } else {
                    throw MPIException.bad("MPI_ERR_REQUEST", "the request is null");
                }
            });
        } else if (core.isNull()) {
            adopt(starter.get());
        } else {
            throw MPIException.bad("MPI_ERR_REQUEST", "the request is active already");
        }
    }

    /** Starts all of the requests. */
    public static void Startall(Prequest[] array_of_request) throws MPIException {
        if (array_of_request == null) {
            throw MPIException.bad("MPI_ERR_ARG", "the array of requests is null");
        }
        for (Prequest request : array_of_request) {
            if (request == null) {
                throw MPIException.bad("MPI_ERR_REQUEST", "a request is null");
            }
            request.Start();
        }
    }

    @Override
    public void Free() throws MPIException {
        super.Free();
        freed = true;
        starter = null;
    }

    @Override
    public boolean Is_null() throws MPIException {
        return freed;
    }
}
