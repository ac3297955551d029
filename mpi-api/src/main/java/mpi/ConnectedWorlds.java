package mpi;

import org.strata.mca.coll.CollRequest;
import org.strata.mca.pml.CommContext;

import java.util.ArrayList;
import java.util.List;

/**
 * The communicators with processes of other worlds. MPI_Finalize is collective over all processes
 * that are connected, and MPI_Comm_free does not disconnect (MPI 3.1 §8.7, §10.5.4): one side may
 * free such a communicator while the other waits for it in MPI_Finalize or MPI_Comm_disconnect.
 *
 * <p>So the last operation of both sides on it is a barrier that progress executes. Who frees the
 * communicator only starts it; who disconnects waits for it; MPI_Finalize starts those that are
 * left and waits for all. Used inside the bracket.
 */
final class ConnectedWorlds {
    private final MpiRuntime runtime;

    /** Those that this process has neither freed nor disconnected. */
    private final List<Communicator> connected = new ArrayList<>();

    /** The barriers of freed ones that may not have ended. */
    private final List<CollRequest> partings = new ArrayList<>();

    ConnectedWorlds(MpiRuntime runtime) {
        this.runtime = runtime;
    }

    void add(Communicator made) {
        connected.add(made);
    }

    /** The communicator is about to be freed; no effect on one within this world. */
    void leave(Communicator comm) {
        if (connected.remove(comm)) {
            partings.removeIf(ConnectedWorlds::releasedIfDone);
            partings.add(part(comm.context()));
        }
    }

    /** Waits until all members disconnect the communicator; returns the Rc code. */
    int disconnect(Communicator comm) {
        CommContext context = comm.context();
        if (!connected.remove(comm)) {
            return runtime.coll(context).barrier(context);
        }
        return end(part(context));
    }

    /**
     * Waits until the processes of all these worlds have come as far. A world that is gone is no
     * error here: it has been reported where it ended.
     */
    void awaitAll() {
        for (Communicator comm : connected) {
            partings.add(part(comm.context()));
        }
        connected.clear();
        for (CollRequest parting : partings) {
            int _ = end(parting);
        }
        partings.clear();
    }

    private CollRequest part(CommContext context) {
        CollRequest barrier =
                runtime.coll(context).record(coll -> coll.barrier(context), false, context);
        barrier.start();
        return barrier;
    }

    private int end(CollRequest barrier) {
        runtime.engine.waitFor(barrier);
        int rc = barrier.error;
        barrier.release();
        return rc;
    }

    private static boolean releasedIfDone(CollRequest barrier) {
        boolean done = barrier.isDone();
        if (done) {
            barrier.release();
        }
        return done;
    }
}
