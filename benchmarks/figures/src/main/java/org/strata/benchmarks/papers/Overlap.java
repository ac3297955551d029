package org.strata.benchmarks.papers;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The program of P5's first figure, the Sandia overhead test: a rank posts an operation, works and
 * waits. The receive is always posted before the sender is told to send. Arguments: the smallest
 * and the largest size. Rank 0 prints {@code overlap BYTES AVAILABILITY OVERHEAD}, in % and
 * microseconds, of the worse of both sides, and at last {@code latency BYTES MICROSECONDS}.
 */
final class Overlap {
    private static final int SENDER = 0;
    private static final int RECEIVER = 1;
    private static final int DATA = 1;
    private static final int READY = 2;
    private static final int RESULT = 3;
    private static final int WARM = 2000;
    private static final int ITERATIONS = 30;
    private static final int PINGS = 20_000;
    private static final int WARM_BLOCKS = 10;
    private static final int BLOCKS = 20;
    private static final int PING_BYTES = 8;

    /** No size takes longer: the work of an iteration stops to grow. */
    private static final int MOST_GROWTHS = 12;

    private static final int CALIBRATION = 2_000_000;

    private final int rank;
    private final ByteBuffer empty = MPI.newByteBuffer(0);
    private final double[] results = new double[2];
    private final double turnsPerNano;
    private long sink;

    private Overlap(int rank) {
        this.rank = rank;
        double best = 0;
        for (int i = 0; i < 20; i++) {
            long start = System.nanoTime();
            turn(CALIBRATION);
            best = Math.max(best, (double) CALIBRATION / (System.nanoTime() - start));
        }
        this.turnsPerNano = best;
    }

    /** Runs in two ranks. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Overlap test = new Overlap(MPI.COMM_WORLD.getRank());
        int smallest = Integer.parseInt(args[0]);
        int largest = Integer.parseInt(args[1]);
        for (int bytes = smallest; bytes <= largest; bytes *= 2) {
            test.measure(bytes);
        }
        test.latency();
        MPI.Finalize();
        if (test.sink == 1) {
            System.out.println("the work had a result");
        }
    }

    /** Works: what takes the processor's time, whatever else uses the processor. */
    private void turn(long turns) {
        long value = sink;
        for (long i = 0; i < turns; i++) {
            value = value * 0x5851_f42d_4c95_7f2dL + 0x1405_7b7e_f767_814fL;
        }
        sink = value;
    }

    private void measure(int bytes) throws MPIException {
        ByteBuffer buffer = MPI.newByteBuffer(bytes);
        double sendersOwn = base(buffer, SENDER);
        double base = base(buffer, RECEIVER);
        OverheadPoint sender = measure(buffer, SENDER, Math.max(sendersOwn, base));
        OverheadPoint receiver = measure(buffer, RECEIVER, base);
        if (rank == SENDER) {
            System.out.printf(
                    Locale.ROOT,
                    "overlap %d %.1f %.2f%n",
                    bytes,
                    Math.min(sender.availability(), receiver.availability()),
                    Math.max(sender.overhead(), receiver.overhead()) / 1e3);
        }
        MPI.freeMem(buffer);
    }

    private double base(ByteBuffer buffer, int side) throws MPIException {
        int warm = Math.min(WARM, Math.max(ITERATIONS, (64 << 20) / buffer.capacity()));
        for (int i = 0; i < warm; i++) {
            iteration(buffer, side, 0);
        }
        return agreed(side, median(buffer, side, 0));
    }

    private OverheadPoint measure(ByteBuffer buffer, int side, double base) throws MPIException {
        double work = base / 2;
        OverheadPoint point = new OverheadPoint(base, 0, base);
        for (int i = 0; i < MOST_GROWTHS && !point.isDominatedByWork(); i++) {
            work *= OverheadPoint.GROWTH;
            double time = median(buffer, side, Math.round(work * turnsPerNano));
            point = new OverheadPoint(base, work, agreed(side, time));
        }
        return point;
    }

    private double median(ByteBuffer buffer, int side, long turns) throws MPIException {
        long[] times = new long[ITERATIONS];
        for (int i = 0; i < ITERATIONS; i++) {
            times[i] = iteration(buffer, side, turns);
        }
        Arrays.sort(times);
        return times[ITERATIONS / 2];
    }

    /** Both ranks go on with the measuring side's result. */
    private double agreed(int side, double result) throws MPIException {
        results[0] = result;
        if (rank == side) {
            MPI.COMM_WORLD.send(results, 1, MPI.DOUBLE, 1 - side, RESULT);
        } else {
            MPI.COMM_WORLD.recv(results, 1, MPI.DOUBLE, side, RESULT);
        }
        return results[0];
    }

    /** Returns the nanoseconds from the post to the end of the wait. */
    private long iteration(ByteBuffer buffer, int side, long turns) throws MPIException {
        int bytes = buffer.capacity();
        long work = rank == side ? turns : 0;
        if (rank == SENDER) {
            MPI.COMM_WORLD.recv(empty, 0, MPI.BYTE, RECEIVER, READY);
            long start = System.nanoTime();
            Request request = MPI.COMM_WORLD.iSend(buffer, bytes, MPI.BYTE, RECEIVER, DATA);
            turn(work);
            request.waitFor();
            return System.nanoTime() - start;
        }
        long start = System.nanoTime();
        Request request = MPI.COMM_WORLD.iRecv(buffer, bytes, MPI.BYTE, SENDER, DATA);
        Request ready = MPI.COMM_WORLD.iSend(empty, 0, MPI.BYTE, SENDER, READY);
        turn(work);
        request.waitFor();
        long time = System.nanoTime() - start;
        ready.waitFor();
        return time;
    }

    /**
     * Half the time of a ping-pong whose receives are posted before the message is sent, in the
     * best of some blocks: the JVM compiles in others.
     */
    private void latency() throws MPIException {
        ByteBuffer out = MPI.newByteBuffer(PING_BYTES);
        ByteBuffer in = MPI.newByteBuffer(PING_BYTES);
        Request next = MPI.COMM_WORLD.iRecv(in, PING_BYTES, MPI.BYTE, 1 - rank, DATA);
        MPI.COMM_WORLD.barrier();
        long best = Long.MAX_VALUE;
        for (int block = -WARM_BLOCKS; block < BLOCKS; block++) {
            long start = System.nanoTime();
            for (int i = 0; i < PINGS; i++) {
                next = ping(out, in, next);
            }
            best = block < 0 ? best : Math.min(best, System.nanoTime() - start);
        }
        next.cancel();
        next.waitFor();
        if (rank == SENDER) {
            double micros = best / 2.0 / PINGS / TimeUnit.MICROSECONDS.toNanos(1);
            System.out.printf(Locale.ROOT, "latency %d %.2f%n", PING_BYTES, micros);
        }
    }

    private Request ping(ByteBuffer out, ByteBuffer in, Request posted) throws MPIException {
        if (rank == SENDER) {
            MPI.COMM_WORLD.send(out, PING_BYTES, MPI.BYTE, 1, DATA);
        }
        posted.waitFor();
        Request next = MPI.COMM_WORLD.iRecv(in, PING_BYTES, MPI.BYTE, 1 - rank, DATA);
        if (rank == RECEIVER) {
            MPI.COMM_WORLD.send(out, PING_BYTES, MPI.BYTE, 0, DATA);
        }
        return next;
    }
}
