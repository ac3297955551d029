package org.strata.benchmarks.first;

import mpi.MPI;
import mpi.MPIException;

import java.util.Arrays;

/**
 * How long an idle rank takes to answer: rank 0 is silent for 20 ms, in which rank 1 falls asleep,
 * then sends 8 bytes and waits for as many. Run it with {@code STRATA_PLATFORM=portable} and
 * without in turn: {@code ./mpirun -np 2 java -cp benchmarks/target/classes
 * org.strata.benchmarks.first.IdleAnswer [TRIPS]}.
 */
public final class IdleAnswer {
    private static final int SILENCE_MILLIS = 20;
    private static final int BYTES = 8;

    private IdleAnswer() {}

    public static void main(String[] args) throws MPIException, InterruptedException {
        String[] words = MPI.Init(args);
        int trips = words.length > 0 ? Integer.parseInt(words[0]) : 200;
        boolean asks = MPI.COMM_WORLD.getRank() == 0;
        byte[] message = new byte[BYTES];
        double[] micros = new double[trips];
        for (int i = 0; i < trips; i++) {
            if (asks) {
                Thread.sleep(SILENCE_MILLIS);
                long begin = System.nanoTime();
                MPI.COMM_WORLD.send(message, BYTES, MPI.BYTE, 1, 0);
                MPI.COMM_WORLD.recv(message, BYTES, MPI.BYTE, 1, 0);
                micros[i] = (System.nanoTime() - begin) / 1e3;
            } else {
                MPI.COMM_WORLD.recv(message, BYTES, MPI.BYTE, 0, 0);
                MPI.COMM_WORLD.send(message, BYTES, MPI.BYTE, 0, 0);
            }
        }
        Arrays.sort(micros);
        if (asks) {
            System.out.printf(
                    "answer after %d ms of silence, us: least %.0f, tenth %.0f, median %.0f%n",
                    SILENCE_MILLIS, micros[0], micros[trips / 10], micros[trips / 2]);
        }
        MPI.Finalize();
    }
}
