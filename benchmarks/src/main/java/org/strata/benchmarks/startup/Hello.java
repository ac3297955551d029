package org.strata.benchmarks.startup;

import mpi.MPI;
import mpi.MPIException;

/** Joins the job and leaves it; with the argument {@code idle} it stays until it is ended. */
public final class Hello {
    private Hello() {}

    /** Runs the program. */
    public static void main(String[] args) throws MPIException, InterruptedException {
        MPI.Init(args);
        if (args.length > 0 && args[0].equals("idle")) {
            System.out.println(Footprint.READY);
            Thread.sleep(Long.MAX_VALUE);
        }
        MPI.Finalize();
    }
}
