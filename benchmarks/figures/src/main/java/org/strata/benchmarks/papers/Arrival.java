package org.strata.benchmarks.papers;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The program of P5's second question: does a message arrive while both processes are outside MPI?
 * Rank 1 posts a receive, tells rank 0, and watches its buffer; rank 0 starts the send and works
 * for longer than that. Each size is exchanged once before, so that connections exist and memory is
 * registered. Argument: the sizes, joined by commas.
 */
final class Arrival {
    private static final int DATA = 1;
    private static final int READY = 2;
    private static final long WATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
    private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(600);
    private static final VarHandle WORD =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private Arrival() {}

    /** Runs in two ranks. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        ByteBuffer empty = MPI.newByteBuffer(0);
        for (int bytes : Arrays.stream(args[0].split(",")).mapToInt(Integer::parseInt).toArray()) {
            ByteBuffer buffer = MPI.newByteBuffer(bytes);
            for (int turn = 0; turn < 2; turn++) {
                if (rank == 0) {
                    send(buffer, empty, turn + 1L, turn == 0 ? 0 : WORK_NANOS);
                } else {
                    boolean arrived = receive(buffer, empty, turn == 0 ? 0 : WATCH_NANOS, turn);
                    if (turn > 0) {
                        System.out.println("arrival " + bytes + (arrived ? " yes" : " no"));
                    }
                }
            }
        }
        MPI.Finalize();
    }

    private static void send(ByteBuffer buffer, ByteBuffer empty, long value, long work)
            throws MPIException {
        int bytes = buffer.capacity();
        WORD.setVolatile(buffer, bytes - Long.BYTES, value);
        MPI.COMM_WORLD.recv(empty, 0, MPI.BYTE, 1, READY);
        Request request = MPI.COMM_WORLD.iSend(buffer, bytes, MPI.BYTE, 1, DATA);
        long end = System.nanoTime() + work;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
        request.waitFor();
    }

    /** Returns whether the message had arrived before the wait. */
    private static boolean receive(ByteBuffer buffer, ByteBuffer empty, long watch, long before)
            throws MPIException {
        int bytes = buffer.capacity();
        Request request = MPI.COMM_WORLD.iRecv(buffer, bytes, MPI.BYTE, 0, DATA);
        MPI.COMM_WORLD.send(empty, 0, MPI.BYTE, 0, READY);
        long end = System.nanoTime() + watch;
        boolean arrived = false;
        while (!arrived && System.nanoTime() - end < 0) {
            arrived = (long) WORD.getVolatile(buffer, bytes - Long.BYTES) == before + 1;
        }
        request.waitFor();
        if ((long) WORD.getVolatile(buffer, bytes - Long.BYTES) != before + 1) {
            throw new IllegalStateException("a message of " + bytes + " bytes has other contents");
        }
        return arrived;
    }
}
