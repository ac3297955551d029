package org.strata.benchmarks.papers;

import mpi.MPI;
import mpi.MPIException;

import java.nio.ByteBuffer;

/**
 * The program of P3's figures 15 to 17: barrier, allreduce and broadcast by size, in any number of
 * ranks. See {@link BlockTimer} for its arguments and for what it prints.
 */
final class CollectiveTimes {
    private static final int[] SIZES = {8, 512, 4096};
    private static final int CALLS = 200;

    private final ByteBuffer out = MPI.newByteBuffer(4096);
    private final ByteBuffer in = MPI.newByteBuffer(4096);

    /** One call of a collective. */
    @FunctionalInterface
    private interface Call {
        void run(int bytes) throws MPIException;

        /** Returns this call and another behind it. */
        default Call then(Call next) {
            return bytes -> {
                run(bytes);
                next.run(bytes);
            };
        }
    }

    private CollectiveTimes() {}

    /** Runs in any number of ranks. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        BlockTimer timer = new BlockTimer(args);
        CollectiveTimes test = new CollectiveTimes();
        Call barrier = bytes -> MPI.COMM_WORLD.barrier();
        Call allreduce =
                bytes ->
                        MPI.COMM_WORLD.allReduce(
                                test.out, test.in, bytes / Long.BYTES, MPI.LONG, MPI.SUM);
        Call bcast = bytes -> MPI.COMM_WORLD.bcast(test.out, bytes, MPI.BYTE, 0);
        timer.measure("barrier", bytes -> block(barrier, bytes), 0);
        for (int bytes : SIZES) {
            timer.measure("allreduce", size -> block(allreduce, size), bytes);
        }
        for (int bytes : SIZES) {
            // The root waits for nobody: a barrier ends each broadcast.
            timer.measure("bcast", size -> block(bcast.then(barrier), size), bytes);
        }
        MPI.Finalize();
    }

    private static double block(Call call, int bytes) throws MPIException {
        long start = System.nanoTime();
        for (int i = 0; i < CALLS; i++) {
            call.run(bytes);
        }
        return BlockTimer.micros(start, CALLS);
    }
}
