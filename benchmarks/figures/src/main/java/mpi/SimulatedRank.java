package mpi;

import org.strata.mca.coll.Coll;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.CommId;
import org.strata.mca.pml.Pml;
import org.strata.mca.proc.Proc;
import org.strata.opal.progress.ProgressEngine;

import java.util.List;

/**
 * The API of one of many ranks in a JVM. The API keeps one runtime per process: whoever lets the
 * ranks run in turn calls {@link #resume} when the turn of this one begins.
 */
public final class SimulatedRank {
    private final MpiRuntime runtime;
    private final Intracomm world;

    /** Opens MPI_COMM_WORLD of a rank. */
    public SimulatedRank(
            ProgressEngine engine, ProcessEnvironment environment, Pml pml, Coll coll) {
        runtime =
                new MpiRuntime(
                        engine,
                        environment,
                        pml,
                        coll,
                        new SharedBuffers(List.of()),
                        () -> {},
                        MPI.THREAD_SINGLE,
                        true);
        Proc[] procs = environment.procs().toArray(new Proc[0]);
        int rank = environment.rank();
        CommContext context = new CommContext(CommId.world(0), rank, procs, rank);
        pml.addComm(context);
        Communicator all = new Communicator();
        all.open(context);
        world = new Intracomm(all);
    }

    /** Returns this rank's MPI_COMM_WORLD. */
    public Intracomm world() {
        return world;
    }

    /** Makes the following calls of the API calls of this rank. */
    public void resume() {
        MpiRuntime.begin(runtime);
    }

    /** Returns to a process without MPI. */
    public static void forget() {
        MpiRuntime.forget();
    }
}
