package org.strata.tests.system.launcher.programs;

import mpi.MPI;
import mpi.MPIException;

/** Two ranks: messages fly between the main threads, other threads wait for messages in vain. */
public final class ThreadWaits {
    private ThreadWaits() {}

    /** Runs one rank of two. */
    public static void main(String[] args) throws MPIException {
        MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        int peer = 1 - MPI.COMM_WORLD.getRank();
        for (int tag = 10; tag < 12; tag++) {
            int wanted = tag;
            Thread.ofPlatform()
                    .daemon()
                    .name("reader-" + tag)
                    .start(() -> {
                        try {
                            MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, peer, wanted);
                        } catch (MPIException e) {
                            throw new AssertionError(e);
                        }
                    });
        }
        System.out.println("up");
        int[] value = new int[1];
        for (int i = 0; i < Integer.MAX_VALUE; i++) {
            if (peer == 1) {
                MPI.COMM_WORLD.send(value, 1, MPI.INT, peer, 1);
            }
            MPI.COMM_WORLD.recv(value, 1, MPI.INT, peer, 1);
            if (peer == 0) {
                MPI.COMM_WORLD.send(value, 1, MPI.INT, peer, 1);
            }
        }
    }
}
