package org.strata.benchmarks.papers;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.nio.ByteBuffer;

/**
 * Rank 1 sends windows of messages to rank 0, which all others are connected with. Arguments: the
 * bytes of a message, the messages of a window, and how many windows. Rank 0 prints the
 * microseconds of a message, in the best tenth of the second half.
 */
final class WindowProgram {
    static final String RESULT = "window";

    private static final int PARTS = 10;
    private static final int ANSWER = 8;

    private WindowProgram() {}

    /** Runs in two ranks and more. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        ByteBuffer answer = MPI.newByteBuffer(ANSWER);
        for (int peer = 1; peer < MPI.COMM_WORLD.getSize(); peer++) {
            if (rank == 0) {
                MPI.COMM_WORLD.recv(answer, ANSWER, MPI.BYTE, peer, 0);
                MPI.COMM_WORLD.send(answer, ANSWER, MPI.BYTE, peer, 0);
            } else if (rank == peer) {
                MPI.COMM_WORLD.send(answer, ANSWER, MPI.BYTE, 0, 0);
                MPI.COMM_WORLD.recv(answer, ANSWER, MPI.BYTE, 0, 0);
            }
        }
        if (rank <= 1) {
            windows(rank, args, answer);
        }
        MPI.Finalize();
    }

    private static void windows(int rank, String[] args, ByteBuffer answer) throws MPIException {
        int bytes = Integer.parseInt(args[0]);
        int window = Integer.parseInt(args[1]);
        int count = Integer.parseInt(args[2]);
        ByteBuffer buffer = MPI.newByteBuffer(bytes);
        Request[] requests = new Request[window];
        int perPart = Math.max(1, count / PARTS);
        double best = Double.POSITIVE_INFINITY;
        for (int part = 0; part < 2 * PARTS; part++) {
            long began = System.nanoTime();
            for (int i = 0; i < perPart; i++) {
                for (int j = 0; j < window; j++) {
                    requests[j] =
                            rank == 0
                                    ? MPI.COMM_WORLD.iRecv(buffer, bytes, MPI.BYTE, 1, 0)
                                    : MPI.COMM_WORLD.iSend(buffer, bytes, MPI.BYTE, 0, 0);
                }
                Request.waitAll(requests);
                if (rank == 0) {
                    MPI.COMM_WORLD.send(answer, ANSWER, MPI.BYTE, 1, 0);
                } else {
                    MPI.COMM_WORLD.recv(answer, ANSWER, MPI.BYTE, 0, 0);
                }
            }
            long nanos = System.nanoTime() - began;
            if (part >= PARTS) {
                best = Math.min(best, nanos / 1e3 / perPart / window);
            }
        }
        if (rank == 0) {
            System.out.println(RESULT + " " + best);
        }
    }
}
