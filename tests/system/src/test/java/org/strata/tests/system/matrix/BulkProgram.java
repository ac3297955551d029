package org.strata.tests.system.matrix;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.nio.ByteBuffer;
import java.util.Random;

/**
 * The ranks' program: {@code seed rounds longest}; the same seed repeats the same bytes. Long
 * messages of native memory to both neighbours in the ring of ranks at once, each byte checked:
 * from buffers used again and from fresh ones, in lengths that end nowhere evenly.
 */
public final class BulkProgram {
    private static final int LENGTHS = 4;

    private final Random random;
    private final int rank;
    private final int ranks;
    private int messages;

    private BulkProgram(long seed) throws MPIException {
        random = new Random(seed);
        rank = MPI.COMM_WORLD.getRank();
        ranks = MPI.COMM_WORLD.getSize();
    }

    /** Sends and checks; the first rank says how many messages there were. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        BulkProgram program = new BulkProgram(Long.parseLong(args[0]));
        int rounds = Integer.parseInt(args[1]);
        int longest = Integer.parseInt(args[2]);
        System.out.println("rank " + program.rank + " is process " + ProcessHandle.current().pid());
        MPI.COMM_WORLD.barrier();
        for (int i = 0; i < LENGTHS; i++) {
            program.rounds(rounds, (longest >> (2 * i)) + 3);
        }
        if (program.rank == 0) {
            System.out.println("ok, " + program.messages + " messages per rank");
        }
        MPI.Finalize();
    }

    private void rounds(int rounds, int length) throws MPIException {
        ByteBuffer[] kept = buffers(length);
        for (int round = 0; round < rounds; round++) {
            exchange(kept, random.nextLong());
            exchange(buffers(length), random.nextLong());
            if (rank == 0 && messages == 4) {
                System.out.println("moving");
            }
        }
    }

    /** Two to send, two to receive. */
    private static ByteBuffer[] buffers(int length) {
        ByteBuffer[] buffers = new ByteBuffer[4];
        for (int i = 0; i < buffers.length; i++) {
            buffers[i] = ByteBuffer.allocateDirect(length);
        }
        return buffers;
    }

    private void exchange(ByteBuffer[] buffers, long seed) throws MPIException {
        int right = (rank + 1) % ranks;
        int left = (rank + ranks - 1) % ranks;
        int length = buffers[0].capacity();
        fill(buffers[0], seed, rank, 0);
        fill(buffers[1], seed, rank, 1);
        Request[] requests = {
            MPI.COMM_WORLD.iRecv(buffers[2], length, MPI.BYTE, left, 0),
            MPI.COMM_WORLD.iRecv(buffers[3], length, MPI.BYTE, right, 1),
            MPI.COMM_WORLD.iSend(buffers[0], length, MPI.BYTE, right, 0),
            MPI.COMM_WORLD.iSend(buffers[1], length, MPI.BYTE, left, 1)
        };
        Request.waitAll(requests);
        check(buffers[2], seed, left, 0);
        check(buffers[3], seed, right, 1);
        messages += 2;
    }

    private static void fill(ByteBuffer buffer, long seed, int from, int tag) {
        long state = seed + 31L * from + tag;
        for (int i = 0; i < buffer.capacity(); i++) {
            state = state * 0x5851_f42d_4c95_7f2dL + 0x1405_7b7e_f767_814fL;
            buffer.put(i, (byte) (state >>> 56));
        }
    }

    private void check(ByteBuffer got, long seed, int from, int tag) {
        ByteBuffer expected = ByteBuffer.allocate(got.capacity());
        fill(expected, seed, from, tag);
        int wrong = got.mismatch(expected);
        if (wrong >= 0) {
            throw new AssertionError(
                    "rank "
                            + rank
                            + ", message of "
                            + got.capacity()
                            + " bytes from rank "
                            + from
                            + ": byte "
                            + wrong
                            + " is "
                            + got.get(wrong)
                            + " instead of "
                            + expected.get(wrong));
        }
    }
}
