package org.strata.benchmarks.papers;

import mpi.MPI;
import mpi.MPIException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The program of P2: bandwidth from rank 0 to rank 1 against the size of messages, and at 8 MiB
 * against the number of uses of a buffer. Both are the same measurement: a <em>turn</em> takes the
 * next buffer of a long ring of memory, moves so many messages from or to it, and gives it up; so a
 * buffer with one use in the second series is a message of 8 MiB in the first. Each message is
 * acknowledged by an empty one; the time of a turn is that of all its messages and of giving the
 * buffer up: what a protocol has kept for a buffer that does not come again must go some time. The
 * median of the turns counts.
 *
 * <p>Arguments: smallest and largest size, messages per size, largest number of uses, and where the
 * ring is: {@code pool} for memory that the library allocates, {@code plain} for other.
 */
final class Bandwidth {
    private static final int DATA = 1;
    private static final int ACK = 2;
    private static final int REUSED_BYTES = 8 << 20;
    private static final int FEWEST_TURNS = 5;
    private static final int WARM_TURNS = 3;

    /** Before anything is timed: until the JVM has compiled the protocol. */
    private static final long WARM_BYTES = 4L << 30;

    private static final int WARM_PIECE = 4 << 20;

    /** More than the caches hold: each buffer is cold when its turn comes. */
    private static final long RING_BYTES = 192L << 20;

    private final int rank;
    private final ByteBuffer empty = ByteBuffer.allocateDirect(0);

    /** Present in every page; nothing of it is registered between turns. */
    private final MemorySegment ring;

    private long position;

    private Bandwidth(int rank, boolean pool) {
        this.rank = rank;
        this.ring = (pool ? pooled() : Arena.ofAuto().allocate(RING_BYTES, 4096)).fill((byte) 1);
    }

    private static MemorySegment pooled() {
        return MemorySegment.ofBuffer(MPI.newByteBuffer((int) RING_BYTES));
    }

    /** Runs in two ranks. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int smallest = Integer.parseInt(args[0]);
        int largest = Integer.parseInt(args[1]);
        int messages = Integer.parseInt(args[2]);
        int mostUses = Integer.parseInt(args[3]);
        Bandwidth test = new Bandwidth(MPI.COMM_WORLD.getRank(), args[4].equals("pool"));
        for (int i = 0; i < WARM_BYTES / WARM_PIECE; i++) {
            test.turn(WARM_PIECE, 1);
        }
        for (int bytes = smallest; bytes <= largest; bytes *= 2) {
            test.print("noreuse " + bytes, test.measure(bytes, 1, messages));
        }
        for (int uses = 1; uses <= mostUses; uses = next(uses)) {
            test.print("reuse " + uses, test.measure(REUSED_BYTES, uses, messages));
        }
        MPI.Finalize();
    }

    /** Every number at first, then in steps of a fifth at most. */
    private static int next(int uses) {
        return uses + Math.max(1, uses / 5);
    }

    private void print(String what, double rate) {
        if (rank == 0) {
            System.out.println(what + " " + rate);
        }
    }

    /** Returns MB/s: the median of turns with so many uses each. */
    private double measure(int bytes, int uses, int messages) throws MPIException {
        for (int i = 0; i < WARM_TURNS; i++) {
            turn(bytes, uses);
        }
        long[] times = new long[Math.max(FEWEST_TURNS, messages / uses)];
        for (int i = 0; i < times.length; i++) {
            times[i] = turn(bytes, uses);
        }
        Arrays.sort(times);
        return (double) bytes * uses * 1e3 / times[times.length / 2];
    }

    /** Moves messages from or to the next buffer and gives it up; returns nanoseconds. */
    private long turn(int bytes, int uses) throws MPIException {
        ByteBuffer buffer = nextBuffer(bytes);
        long start = System.nanoTime();
        for (int i = 0; i < uses; i++) {
            move(buffer);
        }
        MPI.freeMem(buffer);
        return System.nanoTime() - start;
    }

    private ByteBuffer nextBuffer(int bytes) {
        long stride = (bytes + 4095L) & -4096;
        if (position + stride > ring.byteSize()) {
            position = 0;
        }
        ByteBuffer buffer = ring.asSlice(position, bytes).asByteBuffer();
        position += stride;
        return buffer;
    }

    private void move(ByteBuffer buffer) throws MPIException {
        int bytes = buffer.capacity();
        if (rank == 0) {
            MPI.COMM_WORLD.send(buffer, bytes, MPI.BYTE, 1, DATA);
            MPI.COMM_WORLD.recv(empty, 0, MPI.BYTE, 1, ACK);
        } else {
            MPI.COMM_WORLD.recv(buffer, bytes, MPI.BYTE, 0, DATA);
            MPI.COMM_WORLD.send(empty, 0, MPI.BYTE, 0, ACK);
        }
    }
}
