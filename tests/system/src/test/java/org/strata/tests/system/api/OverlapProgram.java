package org.strata.tests.system.api;

import mpi.MPI;
import mpi.Request;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Ranks 0 and 1 send each other a message and stay outside MPI until both have arrived: only a
 * thread of the library can have moved them. The first argument is the directory in which they tell
 * each other so, the second the bytes of the message.
 */
final class OverlapProgram {
    private static final long LIMIT_NANOS = 100_000_000_000L;

    private OverlapProgram() {}

    /** Runs as a rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int peer = 1 - rank;
        int bytes = Integer.parseInt(args[1]);
        ByteBuffer out = MPI.newByteBuffer(bytes);
        ByteBuffer in = MPI.newByteBuffer(bytes);
        for (int i = 0; i < bytes; i++) {
            out.put(i, pattern(peer, i));
            in.put(i, (byte) 0);
        }
        Request receive = MPI.COMM_WORLD.iRecv(in, bytes, MPI.BYTE, peer, 1);
        MPI.COMM_WORLD.barrier();
        Request send = MPI.COMM_WORLD.iSend(out, bytes, MPI.BYTE, peer, 1);

        long end = System.nanoTime() + LIMIT_NANOS;
        int arrived = 0;
        while (arrived < bytes && System.nanoTime() < end) {
            arrived = in.get(arrived) == pattern(rank, arrived) ? arrived + 1 : arrived;
        }
        Check.equal(arrived, bytes, "bytes that arrived while rank " + rank + " computed");
        Path directory = Path.of(args[0]);
        Files.createFile(directory.resolve("arrived-" + rank));
        while (!Files.exists(directory.resolve("arrived-" + peer)) && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        Request.waitAll(new Request[] {receive, send});
        if (rank == 0) {
            System.out.println("ok, " + bytes + " bytes each way");
        }
        MPI.Finalize();
    }

    /** Never 0, which is what the buffer holds before. */
    private static byte pattern(int receiver, int i) {
        return (byte) (1 + (i * 31 + receiver) % 127);
    }
}
