package org.strata.tests.system.launcher.programs;

import mpi.MPI;
import mpi.MPIException;

/** A rank that only joins and leaves. It makes no classes of its own, not even for a text. */
public final class Brief {
    private Brief() {}

    /** Runs the rank. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        MPI.Finalize();
    }
}
