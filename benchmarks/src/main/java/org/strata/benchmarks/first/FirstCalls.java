package org.strata.benchmarks.first;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The ranks' program; first_peer.c is its counterpart. Prints a phase and its milliseconds per
 * line.
 *
 * <p>The argument "job" runs a short job of mixed calls; "trip", "barrier", "allreduce" and
 * "gather" run the first 1,000 such calls, of 8 bytes; "rise" runs round trips of 8 bytes until
 * their rate is final. Nothing is printed while a phase lasts: the JVM's first formatted text takes
 * as long as hundreds of calls.
 */
public final class FirstCalls {
    private static final int[] MIXED = {8, 40, 8, 300, 16, 1024};
    private static final int[] EIGHT = {8};
    static final int CALLS = 1_000;

    /** Round trips of "rise": so many groups of so many. */
    static final int GROUPS = 20_000;

    static final int GROUP = 200;

    private final int me = MPI.COMM_WORLD.getRank();
    private final ByteBuffer out = MPI.newByteBuffer(2048);
    private final ByteBuffer in = MPI.newByteBuffer(2048);
    private final double[] x = new double[128];
    private final double[] y = new double[128];
    private long began = System.nanoTime();

    private FirstCalls() throws MPIException {}

    /** Runs a rank. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        FirstCalls calls = new FirstCalls();
        if (args[0].equals("job")) {
            calls.job();
        } else if (args[0].equals("rise")) {
            calls.rise();
        } else {
            calls.thousand(args[0]);
        }
        MPI.Finalize();
    }

    private void report(String phase) {
        report(phase, System.nanoTime());
    }

    private void report(String phase, long ended) {
        if (me == 0) {
            System.out.printf("%s %.3f%n", phase, (ended - began) / 1e6);
        }
    }

    private void job() throws MPIException {
        trips(60_000, MIXED);
        report("trips");
        began = System.nanoTime();
        windows();
        report("windows");
        began = System.nanoTime();
        for (int i = 0; i < 60_000; i++) {
            MPI.COMM_WORLD.allReduce(x, y, 2, MPI.DOUBLE, MPI.SUM);
        }
        report("reductions");
        began = System.nanoTime();
        for (int i = 0; i < 40_000; i++) {
            int other = 1 - me;
            MPI.COMM_WORLD.sendRecv(x, 128, MPI.DOUBLE, other, 4, y, 128, MPI.DOUBLE, other, 4);
        }
        report("halo");
    }

    private void trips(int count, int[] sizes) throws MPIException {
        for (int i = 0; i < count; i++) {
            int bytes = sizes[i % sizes.length];
            if (me == 0) {
                MPI.COMM_WORLD.send(out, bytes, MPI.BYTE, 1, 1);
                MPI.COMM_WORLD.recv(in, bytes, MPI.BYTE, 1, 1);
            } else {
                MPI.COMM_WORLD.recv(in, bytes, MPI.BYTE, 0, 1);
                MPI.COMM_WORLD.send(out, bytes, MPI.BYTE, 0, 1);
            }
        }
    }

    private void windows() throws MPIException {
        Request[] all = new Request[32];
        for (int i = 0; i < 6_000; i++) {
            for (int k = 0; k < all.length; k++) {
                all[k] =
                        me == 0
                                ? MPI.COMM_WORLD.iSend(out, 64, MPI.BYTE, 1, 2)
                                : MPI.COMM_WORLD.iRecv(in, 64, MPI.BYTE, 0, 2);
            }
            Request.waitAll(all);
            if (me == 0) {
                MPI.COMM_WORLD.recv(in, 1, MPI.BYTE, 1, 3);
            } else {
                MPI.COMM_WORLD.send(out, 1, MPI.BYTE, 0, 3);
            }
        }
    }

    private void thousand(String call) throws MPIException {
        long first = 0;
        for (int i = 0; i < CALLS; i++) {
            switch (call) {
                case "trip" -> trips(1, EIGHT);
                case "barrier" -> MPI.COMM_WORLD.barrier();
                case "allreduce" -> MPI.COMM_WORLD.allReduce(x, y, 1, MPI.DOUBLE, MPI.SUM);
                case "gather" -> MPI.COMM_WORLD.gather(x, 1, MPI.DOUBLE, y, 1, MPI.DOUBLE, 0);
                default -> throw new IllegalArgumentException(call);
            }
            if (i == 0) {
                first = System.nanoTime();
            }
        }
        long last = System.nanoTime();
        report("first call", first);
        report("1,000 calls", last);
    }

    private void rise() throws MPIException {
        long[] ends = new long[GROUPS];
        for (int i = 0; i < GROUPS; i++) {
            trips(GROUP, EIGHT);
            ends[i] = System.nanoTime();
        }
        report("80 % of the final rate", ends[atFullRate(ends)]);
    }

    /**
     * Returns the first group that took no longer than 10/8 of the final ones. Those are as long as
     * the median of the last half.
     *
     * @param ends when each group ended, in nanoseconds
     */
    static int atFullRate(long[] ends) {
        long[] late = new long[ends.length / 2];
        for (int i = 0; i < late.length; i++) {
            int group = ends.length - late.length + i;
            late[i] = ends[group] - ends[group - 1];
        }
        Arrays.sort(late);
        long limit = late[late.length / 2] * 10 / 8;
        int group = 1;
        while (ends[group] - ends[group - 1] > limit) {
            group++;
        }
        return group;
    }
}
