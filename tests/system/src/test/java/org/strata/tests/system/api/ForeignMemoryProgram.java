package org.strata.tests.system.api;

import mpi.MPI;
import mpi.MPIException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Rank 0 sends long messages to rank 1 from memory that is freed in ways that the library cannot
 * see, while it keeps registrations. Each message arrives as it was sent. The argument says how.
 */
final class ForeignMemoryProgram {
    private static final int BYTES = 4 << 20;
    static final int BUFFERS = 12;
    static final int TIMES = 3;

    private ForeignMemoryProgram() {}

    /** Runs as a rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        switch (args[0]) {
            case "clean" -> clean();
            case "malloc" -> malloc();
            case "overlap" -> overlap();
            case "global" -> talk(Arena.global().allocate(BYTES).asByteBuffer(), 1);
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.out.println("rank " + MPI.COMM_WORLD.getRank() + " ok");
        MPI.Finalize();
    }

    /** As Netty does. */
    private static void clean() throws MPIException {
        for (int i = 0; i < BUFFERS; i++) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
            talk(buffer, i);
            ForeignMemory.clean(buffer);
        }
    }

    /** As JavaCPP and Arrow do. */
    private static void malloc() throws MPIException {
        for (int i = 0; i < BUFFERS; i++) {
            ByteBuffer buffer = ForeignMemory.malloc(BYTES);
            talk(buffer, i);
            ForeignMemory.free(buffer);
        }
    }

    /** Each mapping overlaps the place of the former, whose other half is not mapped any more. */
    private static void overlap() throws MPIException {
        long room = ForeignMemory.reserve(8L * BYTES);
        for (int i = 0; i < BUFFERS; i++) {
            ByteBuffer buffer = ForeignMemory.map(room + (1 + i % 2) * (long) BYTES / 2, BYTES);
            talk(buffer, i);
            ForeignMemory.unmap(buffer);
        }
        // Beside memory of the JVM's own that lies in no such room.
        talk(ByteBuffer.allocateDirect(BYTES), BUFFERS);
    }

    private static void talk(ByteBuffer buffer, int value) throws MPIException {
        int last = buffer.capacity() - 1;
        for (int k = 0; k < TIMES; k++) {
            if (MPI.COMM_WORLD.getRank() == 0) {
                buffer.put(0, (byte) (value + 1)).put(last, (byte) (value + k + 1));
                MPI.COMM_WORLD.send(buffer, BYTES, MPI.BYTE, 1, 0);
            } else {
                MPI.COMM_WORLD.recv(buffer, BYTES, MPI.BYTE, 0, 0);
                Check.equal(buffer.get(0), (byte) (value + 1), "first byte");
                Check.equal(buffer.get(last), (byte) (value + k + 1), "last byte");
            }
        }
        Check.that(MemorySegment.ofBuffer(buffer).address() != 0, "kept to here");
    }
}
