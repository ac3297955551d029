package org.strata.benchmarks.papers;

import mpi.MPI;
import mpi.MPIException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * The program of P2: bandwidth from rank 0 to rank 1, with every buffer used once, and with a
 * buffer used again and again. Each message is acknowledged by an empty one; the time is that of
 * both, and of giving the buffer up after its last use: what a protocol has kept for a buffer that
 * does not come again must go some time. Arguments: smallest and largest size, messages per size,
 * largest reuse count.
 */
final class Bandwidth {
    private static final int DATA = 1;
    private static final int ACK = 2;
    private static final int REUSED_BYTES = 8 << 20;
    private static final int FRESH_BUFFERS = 4;
    private static final int WARM_MESSAGES = 10;

    /** Bytes moved before anything is timed, until the JVM has compiled the protocol. */
    private static final long WARM_BYTES = 2L << 30;

    private static final int WARM_PIECE = 4 << 20;
    private static final long MOST_MEMORY = 192L << 20;

    private final int rank;
    private final ByteBuffer empty = ByteBuffer.allocateDirect(0);

    private Bandwidth(int rank) {
        this.rank = rank;
    }

    /** Runs in two ranks. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int smallest = Integer.parseInt(args[0]);
        int largest = Integer.parseInt(args[1]);
        int messages = Integer.parseInt(args[2]);
        int reuses = Integer.parseInt(args[3]);
        Bandwidth test = new Bandwidth(MPI.COMM_WORLD.getRank());
        test.warmUp();
        for (int bytes = smallest; bytes <= largest; bytes *= 2) {
            test.withoutReuse(bytes, messages);
        }
        if (reuses > 0) {
            test.withReuse(reuses);
        }
        MPI.Finalize();
    }

    /** Memory of which no byte was ever registered, present in every page. */
    private static MemorySegment fresh(long bytes) {
        return Arena.ofAuto().allocate(bytes, 4096).fill((byte) 1);
    }

    private static ByteBuffer part(MemorySegment memory, int index, int bytes) {
        long stride = (bytes + 4095L) & -4096;
        return memory.asSlice(index * stride, bytes).asByteBuffer();
    }

    /** Moves one message; returns nanoseconds. */
    private long move(ByteBuffer buffer) throws MPIException {
        int bytes = buffer.capacity();
        long start = System.nanoTime();
        if (rank == 0) {
            MPI.COMM_WORLD.send(buffer, bytes, MPI.BYTE, 1, DATA);
            MPI.COMM_WORLD.recv(empty, 0, MPI.BYTE, 1, ACK);
        } else {
            MPI.COMM_WORLD.recv(buffer, bytes, MPI.BYTE, 0, DATA);
            MPI.COMM_WORLD.send(empty, 0, MPI.BYTE, 0, ACK);
        }
        return System.nanoTime() - start;
    }

    /** Lets go of what is kept for a buffer; returns nanoseconds. */
    private static long giveUp(ByteBuffer buffer) throws MPIException {
        long start = System.nanoTime();
        MPI.freeMem(buffer);
        return System.nanoTime() - start;
    }

    /** Both ranks have their memory: nobody's time counts for the other. */
    private void meet() throws MPIException {
        move(empty);
        move(empty);
    }

    private void warmUp() throws MPIException {
        int count = 8;
        MemorySegment memory = fresh((long) count * WARM_PIECE);
        for (int i = 0; i < WARM_BYTES / WARM_PIECE; i++) {
            ByteBuffer buffer = part(memory, i % count, WARM_PIECE);
            move(buffer);
            giveUp(buffer);
        }
    }

    private void withoutReuse(int bytes, int messages) throws MPIException {
        long stride = (bytes + 4095L) & -4096;
        int count = (int) Math.max(4, Math.min(messages, MOST_MEMORY / stride));
        int warm = Math.min(WARM_MESSAGES, count);
        MemorySegment memory = fresh(stride * (count + warm));
        meet();
        for (int i = 0; i < warm; i++) {
            ByteBuffer buffer = part(memory, i, bytes);
            move(buffer);
            giveUp(buffer);
        }
        long time = 0;
        for (int i = warm; i < warm + count; i++) {
            ByteBuffer buffer = part(memory, i, bytes);
            time += move(buffer) + giveUp(buffer);
        }
        if (rank == 0) {
            System.out.println("noreuse " + bytes + " " + megabytes((long) bytes * count, time));
        }
    }

    private void withReuse(int reuses) throws MPIException {
        long[] total = new long[reuses + 1];
        for (int round = 0; round < FRESH_BUFFERS; round++) {
            MemorySegment memory = fresh(REUSED_BYTES);
            ByteBuffer buffer = part(memory, 0, REUSED_BYTES);
            meet();
            long time = 0;
            for (int i = 1; i <= reuses; i++) {
                time += move(buffer);
                total[i] += time;
            }
            long last = giveUp(buffer);
            for (int uses = 1; uses <= reuses; uses++) {
                total[uses] += last;
            }
        }
        if (rank == 0) {
            for (int uses = 1; uses <= reuses; uses++) {
                long bytes = (long) REUSED_BYTES * uses * FRESH_BUFFERS;
                System.out.println("reuse " + uses + " " + megabytes(bytes, total[uses]));
            }
        }
    }

    private static double megabytes(long bytes, long nanos) {
        return bytes * 1e3 / nanos;
    }
}
