package org.strata.tests.system.launcher.programs;

import mpi.MPI;

import java.nio.ByteBuffer;

/** Each rank has a buffer of 48 MB, writes all of it, and passes it on. */
public final class LongBuffers {
    private static final int BYTES = 48 << 20;

    private LongBuffers() {}

    /** Runs the rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        ByteBuffer buffer = MPI.newByteBuffer(BYTES);
        while (buffer.hasRemaining()) {
            buffer.put((byte) rank);
        }
        int next = (rank + 1) % size;
        int last = (rank + size - 1) % size;
        MPI.COMM_WORLD.sendRecvReplace(buffer, BYTES, MPI.BYTE, next, 1, last, 1);
        for (int i = 0; i < BYTES; i++) {
            if (buffer.get(i) != (byte) last) {
                throw new AssertionError("byte " + i + " of rank " + rank + ": " + buffer.get(i));
            }
        }
        System.out.println("right");
        MPI.Finalize();
    }
}
