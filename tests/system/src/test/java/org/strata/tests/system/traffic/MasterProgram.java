package org.strata.tests.system.traffic;

import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

import java.nio.ByteBuffer;

/**
 * A master that receives from any of its workers and answers each message: the answer is the
 * message's number. Every worker sends short and long messages in turn, each behind the answer to
 * the one before.
 */
public final class MasterProgram {
    private static final int WORK = 1;
    private static final int ANSWER = 2;
    private static final int ROUNDS = 60;
    private static final int[] LENGTHS = {8, 1000, 60_000};
    private static final int LONGEST = 60_000;

    private MasterProgram() {}

    /** Runs the master, rank 0, or a worker; the master prints how many messages it has got. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        if (rank == 0) {
            master(MPI.COMM_WORLD.getSize() - 1);
        } else {
            worker(rank);
        }
        MPI.Finalize();
    }

    private static int length(int round) {
        return LENGTHS[round % LENGTHS.length];
    }

    private static byte value(int worker, int round) {
        return (byte) (worker * ROUNDS + round);
    }

    private static void master(int workers) throws MPIException {
        int[] rounds = new int[workers + 1];
        ByteBuffer data = MPI.newByteBuffer(LONGEST);
        ByteBuffer answer = MPI.newByteBuffer(8);
        for (int i = 0; i < workers * ROUNDS; i++) {
            Status status = MPI.COMM_WORLD.recv(data, LONGEST, MPI.BYTE, MPI.ANY_SOURCE, WORK);
            int worker = status.getSource();
            int round = rounds[worker]++;
            int length = status.getCount(MPI.BYTE);
            if (length != length(round) || data.get(length - 1) != value(worker, round)) {
                throw new AssertionError("worker " + worker + ", round " + round + ": " + length);
            }
            answer.put(0, value(worker, round));
            MPI.COMM_WORLD.send(answer, 8, MPI.BYTE, worker, ANSWER);
        }
        System.out.println("ok, " + workers * ROUNDS + " messages");
    }

    private static void worker(int rank) throws MPIException {
        ByteBuffer data = MPI.newByteBuffer(LONGEST);
        ByteBuffer answer = MPI.newByteBuffer(8);
        for (int round = 0; round < ROUNDS; round++) {
            int length = length(round);
            data.put(length - 1, value(rank, round));
            MPI.COMM_WORLD.send(data, length, MPI.BYTE, 0, WORK);
            MPI.COMM_WORLD.recv(answer, 8, MPI.BYTE, 0, ANSWER);
            if (answer.get(0) != value(rank, round)) {
                throw new AssertionError("round " + round + ": " + answer.get(0));
            }
        }
    }
}
