package org.strata.tests.system.api;

import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * A program that closes arenas under its operations, by another thread. Its operations fail, or
 * they are over before; or the thread that closes gets the exception. Arguments: who closes (send
 * or receive), bytes, rounds, whether the data have gaps.
 */
final class ClosingProgram {
    private final Random random = new Random(7);
    private final int me = MPI.COMM_WORLD.getRank();
    private final int size = MPI.COMM_WORLD.getSize();
    private final boolean sends;
    private final int bytes;
    private final Datatype type;
    private int complete;
    private int failed;
    private int refused;

    private ClosingProgram(String[] args) throws MPIException {
        sends = args[0].equals("send");
        bytes = Integer.parseInt(args[1]);
        type =
                Boolean.parseBoolean(args[3])
                        ? Datatype.createVector(bytes / 16, 1, 2, MPI.DOUBLE)
                        : Datatype.createContiguous(bytes, MPI.BYTE);
        type.commit();
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws Exception {
        MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        ClosingProgram program = new ClosingProgram(args);
        int rounds = Integer.parseInt(args[2]);
        for (int round = 0; round < rounds; round++) {
            program.round(round);
        }
        System.out.printf(
                "rank %d: complete %d, failed %d, not closed %d%n",
                program.me, program.complete, program.failed, program.refused);
        MPI.Finalize();
    }

    private void round(int round) throws Exception {
        MPI.COMM_WORLD.barrier();
        Arena arena = Arena.ofShared();
        MemorySegment memory = arena.allocate(bytes, 64);
        ByteBuffer buffer = memory.fill((byte) round).asByteBuffer();
        int peer = size == 1 ? 0 : 1 - me;
        boolean closes = size == 1 || (me == 0) == sends;
        Arena other = Arena.ofShared();
        Request first = null;
        if (size == 1) {
            ByteBuffer partner = other.allocate(bytes, 64).asByteBuffer();
            first = sends ? receive(partner, peer) : send(partner, peer);
        }
        Request request =
                (me == 0) == sends || (size == 1 && sends)
                        ? send(buffer, peer)
                        : receive(buffer, peer);
        CompletableFuture<Boolean> closer = closes ? closeSoon(arena) : null;
        await(request, closes);
        if (first != null) {
            await(first, false);
        }
        if (closer == null || !closer.get()) {
            refused += closer == null ? 0 : 1;
            arena.close();
        }
        other.close();
    }

    private Request send(ByteBuffer buffer, int to) throws MPIException {
        return MPI.COMM_WORLD.iSend(buffer, 1, type, to, 3);
    }

    private Request receive(ByteBuffer buffer, int from) throws MPIException {
        return MPI.COMM_WORLD.iRecv(buffer, 1, type, from, 3);
    }

    private CompletableFuture<Boolean> closeSoon(Arena arena) {
        long delay = random.nextInt(2_000_000);
        return CompletableFuture.supplyAsync(() -> {
            long end = System.nanoTime() + delay;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            try {
                arena.close();
                return true;
            } catch (IllegalStateException e) {
                return false;
            }
        });
    }

    private void await(Request request, boolean mayFail) throws MPIException {
        try {
            request.waitFor();
            complete++;
        } catch (MPIException e) {
            Check.that(mayFail, "the other side's operation: " + e.getMessage());
            Check.equal(e.getErrorClass(), MPI.ERR_BUFFER, "error class");
            failed++;
        }
    }
}
