package org.strata.tests.system.launcher.programs;

import mpi.MPI;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Each rank prints where it is and what it has got; all of them exchange messages. */
public final class WhereProgram {
    private WhereProgram() {}

    /** Runs a rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        int[] token = {rank == 0 ? 1 : 0};
        int next = (rank + 1) % size;
        int before = (rank + size - 1) % size;
        if (rank == 0) {
            MPI.COMM_WORLD.send(token, 1, MPI.INT, next, 1);
            MPI.COMM_WORLD.recv(token, 1, MPI.INT, before, 1);
        } else {
            MPI.COMM_WORLD.recv(token, 1, MPI.INT, before, 1);
            token[0]++;
            MPI.COMM_WORLD.send(token, 1, MPI.INT, next, 1);
        }
        double[] large = new double[100_000];
        large[99_999] = rank;
        MPI.COMM_WORLD.allReduce(large, large.length, MPI.DOUBLE, MPI.SUM);
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.printf(
                "rank %d of %d local %s/%s token %d sum %.0f stdin %s greeting %s%n",
                rank,
                size,
                System.getenv("OMPI_COMM_WORLD_LOCAL_RANK"),
                System.getenv("OMPI_COMM_WORLD_LOCAL_SIZE"),
                token[0],
                large[99_999],
                in.readLine(),
                System.getenv("GREETING"));
        MPI.Finalize();
        if (args.length > 0) {
            System.exit(Integer.parseInt(args[0]));
        }
    }
}
