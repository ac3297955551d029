package org.strata.tests.system.launcher.programs;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.util.concurrent.CountDownLatch;

/** Ranks that wait for ever, each in another way; rank 5 computes. */
public final class Waits {
    private static final int LONG = 1 << 20;

    private Waits() {}

    /** Runs one rank of ten. */
    public static void main(String[] args) throws MPIException, InterruptedException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        Intracomm ocean = MPI.COMM_WORLD.split(rank / 2, rank);
        ocean.setName("ocean");
        Intracomm last = MPI.COMM_WORLD.split(rank == 5 || rank >= 7 ? 1 : 0, rank);
        for (int i = 0; i < 50; i++) {
            last.barrier();
        }
        System.out.println("up");
        switch (rank) {
            case 0 -> MPI.COMM_WORLD.recv(new long[1], 1, MPI.LONG, 1, 7);
            case 1 -> ocean.recv(new byte[3], 3, MPI.BYTE, 0, MPI.ANY_TAG);
            case 2, 3 -> MPI.COMM_WORLD.send(new byte[LONG], LONG, MPI.BYTE, 5 - rank, rank);
            case 4 -> MPI.COMM_WORLD.probe(MPI.ANY_SOURCE, 3);
            case 5 -> new CountDownLatch(1).await();
            case 6 ->
                    Request.waitAny(
                            new Request[] {
                                MPI.COMM_WORLD.iRecv(MPI.newByteBuffer(4), 4, MPI.BYTE, 4, 1),
                                MPI.COMM_WORLD.iRecv(MPI.newByteBuffer(4), 4, MPI.BYTE, 5, 2)
                            });
            case 7, 8 -> last.barrier();
            default -> MPI.Finalize();
        }
    }
}
