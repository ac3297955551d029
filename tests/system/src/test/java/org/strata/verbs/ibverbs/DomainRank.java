package org.strata.verbs.ibverbs;

import mpi.MPI;
import mpi.MPIException;

import org.strata.ess.own.RankIdentity;

import java.nio.file.Path;

/**
 * A rank that holds the file of an XRC domain as on a real adapter, prints it with its process id,
 * and waits for a message that never comes.
 */
public final class DomainRank {
    private DomainRank() {}

    /** Runs the rank. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        // As OpenibComponent names a domain, which XrcDomainNameTest tests.
        String name = System.getenv(RankIdentity.JOB_ID) + ".xrc-0-mlx5_0-0";
        Path file = Path.of(IbvXrcd.file(name));
        if (!IbvXrcd.makeOwn(file)) {
            throw new MPIException("cannot make " + file);
        }
        // Everybody has met everybody: each has targets in the domain of the software adapter.
        MPI.COMM_WORLD.barrier();
        int me = MPI.COMM_WORLD.getRank();
        System.out.println("up " + me + " " + ProcessHandle.current().pid() + " " + file);
        MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 99);
        MPI.Finalize();
    }
}
