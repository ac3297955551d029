package org.strata.tests.system.api;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

/** Bytes allocated per small message in the steady state; ranks 0 and 1 play ping-pong. */
final class AllocationProgram {
    private static final int MESSAGES = 2_000;
    private static final int ROUNDS = 100;

    private AllocationProgram() {}

    /** One ping and one pong. */
    @FunctionalInterface
    private interface Exchange {
        void run(int peer) throws MPIException;
    }

    static void run() throws MPIException {
        if (MPI.COMM_WORLD.getSize() < 2) {
            return;
        }
        ByteBuffer direct = MPI.newByteBuffer(64);
        int[] array = new int[16];
        measure("direct", 40, peer -> blocking(direct, 8, peer));
        measure("array", 40, peer -> blockingInts(array, peer));
        measure("64 bytes", 40, peer -> blocking(direct, 64, peer));
        measure("non-blocking", 2 * 64, peer -> nonBlocking(direct, peer));
    }

    /** Rank 0 allocates a status per pong; nothing else is allowed. */
    private static void measure(String what, int limit, Exchange exchange) throws MPIException {
        int rank = MPI.COMM_WORLD.getRank();
        MPI.COMM_WORLD.barrier();
        if (rank > 1) {
            return;
        }
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] enough = {0};
        double bytes = 0;
        for (int round = 0; round < ROUNDS && enough[0] == 0; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < MESSAGES; i++) {
                exchange.run(1 - rank);
            }
            bytes = (threads.getCurrentThreadAllocatedBytes() - before) / (double) MESSAGES;
            byte[] mine = {(byte) (bytes <= limit ? 1 : 0)};
            MPI.COMM_WORLD.sendRecv(
                    mine, 1, MPI.BYTE, 1 - rank, 1, enough, 1, MPI.BYTE, 1 - rank, 1);
            enough[0] &= mine[0];
        }
        Check.that(bytes <= limit, what + ": " + bytes + " bytes per round trip");
    }

    private static void blocking(ByteBuffer buffer, int bytes, int peer) throws MPIException {
        if (peer == 1) {
            MPI.COMM_WORLD.send(buffer, bytes, MPI.BYTE, peer, 0);
            MPI.COMM_WORLD.recv(buffer, bytes, MPI.BYTE, peer, 0);
        } else {
            MPI.COMM_WORLD.recv(buffer, bytes, MPI.BYTE, peer, 0);
            MPI.COMM_WORLD.send(buffer, bytes, MPI.BYTE, peer, 0);
        }
    }

    private static void blockingInts(int[] array, int peer) throws MPIException {
        if (peer == 1) {
            MPI.COMM_WORLD.send(array, 2, MPI.INT, peer, 0);
            MPI.COMM_WORLD.recv(array, 2, MPI.INT, peer, 0);
        } else {
            MPI.COMM_WORLD.recv(array, 2, MPI.INT, peer, 0);
            MPI.COMM_WORLD.send(array, 2, MPI.INT, peer, 0);
        }
    }

    private static void nonBlocking(ByteBuffer buffer, int peer) throws MPIException {
        Request receive = MPI.COMM_WORLD.iRecv(buffer, 8, MPI.BYTE, peer, 0);
        MPI.COMM_WORLD.iSend(buffer, 8, MPI.BYTE, peer, 0).waitFor();
        receive.waitFor();
    }
}
