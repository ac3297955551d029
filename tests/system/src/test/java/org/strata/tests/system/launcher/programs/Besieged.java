package org.strata.tests.system.launcher.programs;

import mpi.MPI;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Joins, computes until a file is there, and only then exchanges its first messages. */
public final class Besieged {
    private static final int ROUNDS = 50;
    private static final int LENGTH = 100_000;

    private Besieged() {}

    /** Runs a rank: the file. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        System.out.println("up " + rank);
        while (!Files.exists(Path.of(args[0]))) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        double[] sum = new double[LENGTH];
        for (int i = 0; i < ROUNDS; i++) {
            sum[i] = 1;
            MPI.COMM_WORLD.allReduce(sum, LENGTH, MPI.DOUBLE, MPI.SUM);
            if (sum[i] != size) {
                throw new IllegalStateException("sum " + sum[i]);
            }
        }
        System.out.println("done " + rank);
        MPI.Finalize();
    }
}
