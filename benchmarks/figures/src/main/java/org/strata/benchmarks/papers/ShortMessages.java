package org.strata.benchmarks.papers;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.nio.ByteBuffer;

/**
 * The program of P3: what a short message takes, as ping-pong (its figure 11) and in windows of 100
 * that one reply answers (figure 12), and of the processors (figure 14), by size. See {@link
 * BlockTimer} for what it prints.
 *
 * <p>Arguments: milliseconds of warm-up per test, blocks per test.
 */
final class ShortMessages {
    private static final int[] SIZES = {8, 512, 4096, 8192};
    private static final int[] WINDOW_SIZES = {8, 512, 4096};
    private static final int WINDOW = 100;

    /** Messages of rank 0 per block. */
    private static final int PING_PONGS = 10_000;

    private static final int WINDOWS = 200;
    private static final int OVERHEADS = 1000;
    private static final long WORK_NANOS = 10_000;
    private static final int DATA = 1;
    private static final int REPLY = 2;

    private final int rank;
    private final ByteBuffer out = MPI.newByteBuffer(8192);
    private final ByteBuffer in = MPI.newByteBuffer(8192);
    private final Request[] requests = new Request[WINDOW];

    private ShortMessages(int rank) {
        this.rank = rank;
    }

    /** Runs in two ranks. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        BlockTimer timer = new BlockTimer(args);
        ShortMessages test = new ShortMessages(MPI.COMM_WORLD.getRank());
        // What is measured first must not be what is compiled first.
        for (int bytes : SIZES) {
            timer.warmUp(test::pingPong, bytes);
        }
        for (int bytes : SIZES) {
            timer.measure("latency", test::pingPong, bytes);
        }
        for (int bytes : WINDOW_SIZES) {
            timer.measure("window", test::window, bytes);
        }
        for (int bytes : WINDOW_SIZES) {
            timer.measure("overhead", test::overhead, bytes);
        }
        MPI.Finalize();
    }

    private double pingPong(int bytes) throws MPIException {
        long start = System.nanoTime();
        for (int i = 0; i < PING_PONGS; i++) {
            if (rank == 0) {
                MPI.COMM_WORLD.send(out, bytes, MPI.BYTE, 1, DATA);
                MPI.COMM_WORLD.recv(in, bytes, MPI.BYTE, 1, DATA);
            } else {
                MPI.COMM_WORLD.recv(in, bytes, MPI.BYTE, 0, DATA);
                MPI.COMM_WORLD.send(out, bytes, MPI.BYTE, 0, DATA);
            }
        }
        return BlockTimer.micros(start, 2L * PING_PONGS);
    }

    private double window(int bytes) throws MPIException {
        long start = System.nanoTime();
        for (int i = 0; i < WINDOWS; i++) {
            for (int k = 0; k < WINDOW; k++) {
                requests[k] =
                        rank == 0
                                ? MPI.COMM_WORLD.iSend(out, bytes, MPI.BYTE, 1, DATA)
                                : MPI.COMM_WORLD.iRecv(in, bytes, MPI.BYTE, 0, DATA);
            }
            Request.waitAll(requests);
            if (rank == 0) {
                MPI.COMM_WORLD.recv(in, 4, MPI.BYTE, 1, REPLY);
            } else {
                MPI.COMM_WORLD.send(out, 4, MPI.BYTE, 0, REPLY);
            }
        }
        return BlockTimer.micros(start, (long) WINDOWS * WINDOW);
    }

    /**
     * Both ranks send, work for longer than the message takes, and receive: what send and receive
     * take is their processors' time. A blocking send would wait for the peer's receive where a
     * message has a rendezvous.
     */
    private double overhead(int bytes) throws MPIException {
        int peer = 1 - rank;
        long spent = 0;
        for (int i = 0; i < OVERHEADS; i++) {
            long start = System.nanoTime();
            Request sending = MPI.COMM_WORLD.iSend(out, bytes, MPI.BYTE, peer, DATA);
            long sent = System.nanoTime();
            while (System.nanoTime() - sent < WORK_NANOS) {
                Thread.onSpinWait();
            }
            long worked = System.nanoTime();
            MPI.COMM_WORLD.recv(in, bytes, MPI.BYTE, peer, DATA);
            sending.waitFor();
            spent += System.nanoTime() - worked + sent - start;
        }
        return spent / 1e3 / OVERHEADS;
    }
}
