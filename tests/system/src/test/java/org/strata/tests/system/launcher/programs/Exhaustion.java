package org.strata.tests.system.launcher.programs;

import mpi.File;
import mpi.Info;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Win;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A program of two ranks that catches what it should not: arguments are what runs out on rank 0,
 * "stack" or "heap", and the call during which it does: "self" or "peer" messages, "collective", or
 * one of those that make and free an object together. The other rank waits for what rank 0 does not
 * send any more.
 */
public final class Exhaustion {
    private static final int LONG = 100_000;
    private static final int LAST = 7;
    private static final int ERRORS = 20;

    private static final int[] ME = {0};
    private static final int[] ONE = {1};
    private static final Info NONE = MPI.INFO_NULL;
    private static final int MODE = MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE;

    private static int rank;

    private Exhaustion() {}

    /** Runs out of something. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        rank = MPI.COMM_WORLD.getRank();
        if (rank == 0) {
            for (int errors = 0; errors < ERRORS; errors++) {
                exhaust(args[0], args[1]);
            }
            System.out.println("rank 0 went on after all errors");
        } else if (!args[1].equals("self")) {
            while (true) {
                call(args[1]);
            }
        }
        MPI.COMM_WORLD.recv(new byte[1], 1, MPI.BYTE, 1 - rank, LAST);
        MPI.Finalize();
    }

    private static void exhaust(String what, String which) throws MPIException {
        try {
            if (what.equals("heap")) {
                startUntilTheEnd();
            } else {
                dive(which, Integer.MAX_VALUE);
            }
        } catch (StackOverflowError | OutOfMemoryError e) {
            // As a program does that wants to go on whatever happens.
        }
    }

    private static void call(String which) throws MPIException {
        int peer = 1 - rank;
        switch (which) {
            case "self" -> {
                byte[] data = new byte[LONG];
                byte[] back = new byte[LONG];
                MPI.COMM_SELF.sendRecv(data, LONG, MPI.BYTE, 0, 1, back, LONG, MPI.BYTE, 0, 1);
            }
            case "peer" ->
                    MPI.COMM_WORLD.sendRecv(
                            new int[2], 2, MPI.INT, peer, 1, new int[2], 2, MPI.INT, peer, 1);
            case "send" -> MPI.COMM_WORLD.recv(new byte[8], 8, MPI.BYTE, peer, 1);
            case "split" -> MPI.COMM_WORLD.split(0, rank).free();
            case "dup" -> MPI.COMM_WORLD.dup().free();
            case "graph" -> MPI.COMM_WORLD.createDistGraph(ME, ONE, ME, NONE, false).free();
            case "window" -> new Win(MPI.newByteBuffer(8), 8, 1, NONE, MPI.COMM_WORLD).free();
            case "file" -> new File(MPI.COMM_WORLD, path(), MODE).close();
            case "object" -> MPI.COMM_WORLD.bcastObject(rank, 1);
            default -> MPI.COMM_WORLD.allReduce(new int[] {1}, new int[1], 1, MPI.INT, MPI.SUM);
        }
    }

    private static String path() {
        return System.getProperty("java.io.tmpdir") + "/strata-exhaustion";
    }

    /** Calls at each depth, until there is no deeper one. */
    private static void dive(String which, int most) throws MPIException {
        if (most > 0) {
            call(which);
            dive(which, most - 1);
        }
    }

    /** Starts sends, and keeps their requests. */
    private static void startUntilTheEnd() throws MPIException {
        List<Request> kept = new ArrayList<>();
        ByteBuffer place = MPI.newByteBuffer(8);
        while (kept.size() < Integer.MAX_VALUE) {
            kept.add(MPI.COMM_WORLD.iSend(place, 8, MPI.BYTE, 1, 1));
        }
        Request.waitAll(kept.toArray(Request[]::new));
    }
}
