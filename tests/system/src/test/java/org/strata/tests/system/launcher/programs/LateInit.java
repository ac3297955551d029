package org.strata.tests.system.launcher.programs;

import mpi.MPI;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Rank 1 calls Init late, and makes a file before it does; the others print whether they see the
 * file when their Init is over.
 */
public final class LateInit {
    private static final long MILLIS = 700;

    private LateInit() {}

    /** Runs the rank; the argument is the file. */
    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0]);
        if (System.getenv("OMPI_COMM_WORLD_RANK").equals("1")) {
            Thread.sleep(MILLIS);
            Files.createFile(file);
        }
        MPI.Init(args);
        System.out.println(Files.exists(file));
        MPI.Finalize();
    }
}
