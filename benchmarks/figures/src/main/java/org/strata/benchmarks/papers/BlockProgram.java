package org.strata.benchmarks.papers;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.nio.ByteBuffer;

/**
 * Everybody sends a block to everybody, all at once, again and again. Argument: the bytes of a
 * block. Rank 0 prints the time of an exchange in microseconds, on average over the second half,
 * and how many there were.
 */
final class BlockProgram {
    static final String RESULT = "exchange";

    /** Bytes that a rank sends in all, so that long and short blocks take a similar time. */
    private static final long BYTES = 64L << 20;

    private static final int LEAST = 8;

    private BlockProgram() {}

    /** Runs in any number of ranks. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int bytes = Integer.parseInt(args[0]);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        int peers = size - 1;
        ByteBuffer out = MPI.newByteBuffer(bytes);
        ByteBuffer[] in = new ByteBuffer[peers];
        for (int i = 0; i < peers; i++) {
            in[i] = MPI.newByteBuffer(bytes);
        }
        long count = Math.max(LEAST, BYTES / bytes / Math.max(1, peers));
        long nanos = 0;
        Request[] requests = new Request[2 * peers];
        for (long i = 0; i < count; i++) {
            MPI.COMM_WORLD.barrier();
            long began = System.nanoTime();
            for (int step = 0; step < peers; step++) {
                int from = (rank - step - 1 + size) % size;
                requests[step] = MPI.COMM_WORLD.iRecv(in[step], bytes, MPI.BYTE, from, 0);
            }
            for (int step = 0; step < peers; step++) {
                int to = (rank + step + 1) % size;
                requests[peers + step] = MPI.COMM_WORLD.iSend(out, bytes, MPI.BYTE, to, 0);
            }
            Request.waitAll(requests);
            nanos += i < count / 2 ? 0 : System.nanoTime() - began;
        }
        if (rank == 0) {
            System.out.println(RESULT + " " + nanos / 1e3 / (count - count / 2) + " " + count);
        }
        MPI.Finalize();
    }
}
