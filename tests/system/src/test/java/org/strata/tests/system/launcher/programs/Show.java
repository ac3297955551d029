package org.strata.tests.system.launcher.programs;

import mpi.MPI;

import java.util.Arrays;

/** Uses MPI and prints what it was started with. The "cp" in no option's place must not matter. */
public final class Show {
    private Show() {}

    /** Runs the rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        System.out.println(
                MPI.COMM_WORLD.getRank()
                        + "/"
                        + MPI.COMM_WORLD.getSize()
                        + " "
                        + Arrays.toString(args)
                        + " "
                        + System.getenv("OMPI_COMMAND")
                        + " "
                        + System.getenv("OMPI_ARGV")
                        + " "
                        + System.getProperty("given", "-"));
        MPI.Finalize();
    }
}
