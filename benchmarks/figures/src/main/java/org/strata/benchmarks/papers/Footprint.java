package org.strata.benchmarks.papers;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The program of P1: talks in a pattern and leaves the counting to the stack, which prints its
 * counters at Finalize. Arguments: the pattern; {@code static} or {@code dynamic}; rounds.
 */
final class Footprint {
    private static final int[] SIZES = {8, 4 << 10, 48 << 10};
    private static final int TIMED_BYTES = 1024;

    private final int rank = MPI.COMM_WORLD.getRank();
    private final int size = MPI.COMM_WORLD.getSize();

    private Footprint() throws MPIException {}

    /** Who talks to whom. */
    enum Talk {
        /** Nobody. */
        HELLO,
        /** Neighbours in pairs. */
        PAIRWISE,
        /** Everybody. */
        ALL_TO_ALL
    }

    /** Runs in any number of ranks. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Footprint test = new Footprint();
        if (args[1].equals("static")) {
            test.exchange(Talk.ALL_TO_ALL, 1);
        }
        Talk pattern = Talk.valueOf(args[0]);
        for (int bytes : SIZES) {
            test.exchange(pattern, bytes);
        }
        int rounds = Integer.parseInt(args[2]);
        if (rounds > 0) {
            test.timed(pattern, rounds);
        }
        MPI.Finalize();
    }

    private boolean talks(Talk pattern, int peer) {
        return peer != rank
                && (pattern == Talk.ALL_TO_ALL || (pattern == Talk.PAIRWISE && peer == (rank ^ 1)));
    }

    private void exchange(Talk pattern, int bytes) throws MPIException {
        List<Request> requests = new ArrayList<>();
        ByteBuffer out = MPI.newByteBuffer(bytes);
        for (int step = 0; step < size; step++) {
            int from = (rank - step + size) % size;
            int to = (rank + step) % size;
            if (talks(pattern, from)) {
                ByteBuffer in = MPI.newByteBuffer(bytes);
                requests.add(MPI.COMM_WORLD.iRecv(in, bytes, MPI.BYTE, from, 0));
            }
            if (talks(pattern, to)) {
                requests.add(MPI.COMM_WORLD.iSend(out, bytes, MPI.BYTE, to, 0));
            }
        }
        Request.waitAll(requests.toArray(new Request[0]));
    }

    /** Prints the time of one exchange, and of one round of MPI_Alltoall. */
    private void timed(Talk pattern, int rounds) throws MPIException {
        ByteBuffer out = MPI.newByteBuffer(TIMED_BYTES * size);
        ByteBuffer in = MPI.newByteBuffer(TIMED_BYTES * size);
        double best = Double.MAX_VALUE;
        for (int batch = 0; batch < 5; batch++) {
            MPI.COMM_WORLD.barrier();
            long start = System.nanoTime();
            for (int i = 0; i < rounds; i++) {
                MPI.COMM_WORLD.allToAll(out, TIMED_BYTES, MPI.BYTE, in, TIMED_BYTES, MPI.BYTE);
            }
            best = Math.min(best, (System.nanoTime() - start) / 1e3 / rounds);
        }
        if (rank == 0) {
            System.out.println("alltoall " + pattern + " " + best);
        }
    }
}
