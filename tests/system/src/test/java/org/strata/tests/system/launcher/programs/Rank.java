package org.strata.tests.system.launcher.programs;

import mpi.MPI;
import mpi.MPIException;

import java.util.concurrent.TimeUnit;

/**
 * A rank that says it is up, with its process id, and then does what its argument says (if a second
 * argument is given: only the rank of that number does, the others wait for a message that never
 * comes).
 */
public final class Rank {
    private Rank() {}

    /** Runs the rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.getRank();
        MPI.COMM_WORLD.barrier();
        System.out.println("up " + me + " " + ProcessHandle.current().pid());
        String action = args.length > 0 ? args[0] : "finish";
        if (args.length < 2 || Integer.parseInt(args[1]) == me) {
            act(action, args);
        } else {
            MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 99);
        }
        MPI.Finalize();
    }

    private static void act(String action, String[] args) throws Exception {
        switch (action) {
            case "finish" -> {}
            case "wait" -> MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 99);
            case "reduce" -> reduce();
            case "sleep" -> TimeUnit.SECONDS.sleep(Long.parseLong(args[2]));
            case "exit" -> System.exit(Integer.parseInt(args[2]));
            case "halt" -> Runtime.getRuntime().halt(Integer.parseInt(args[2]));
            case "throw" -> throw new IllegalStateException("boom");
            case "leave" -> System.exit(0);
            case "abort" -> MPI.COMM_WORLD.abort(Integer.parseInt(args[2]));
            case "stubborn" -> stubborn();
            case "unreceived" -> {
                int next = (MPI.COMM_WORLD.getRank() + 1) % MPI.COMM_WORLD.getSize();
                MPI.COMM_WORLD.iSend(MPI.newByteBuffer(1 << 20), 1 << 20, MPI.BYTE, next, 99);
            }
            default -> throw new MPIException("no action " + action);
        }
    }

    /** Reduces for ever. */
    private static void reduce() throws MPIException {
        double[] sum = new double[4000];
        for (int round = 0; round >= 0; round = (round + 1) % 1000) {
            MPI.COMM_WORLD.allReduce(sum, 1 + 3 * round, MPI.DOUBLE, MPI.SUM);
        }
    }

    /** Does not end on SIGTERM: its shutdown hook never returns. */
    private static void stubborn() throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(Rank::dawdle));
        System.out.println("stubborn");
        TimeUnit.HOURS.sleep(1);
    }

    private static void dawdle() {
        try {
            TimeUnit.HOURS.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
