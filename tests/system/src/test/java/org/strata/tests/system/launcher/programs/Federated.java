package org.strata.tests.system.launcher.programs;

import mpi.Comm;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import java.util.Arrays;

/** A rank of one of several jobs that connect to each other, as its argument says. */
public final class Federated {
    private static final String SERVICE = "meeting";
    private static final int TAG = 4;

    private static final Intracomm WORLD = MPI.COMM_WORLD;

    private final int rank = WORLD.getRank();
    private final int size = WORLD.getSize();

    private Federated() throws MPIException {}

    /** Runs the rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Federated program = new Federated();
        switch (args[0]) {
            case "host" -> program.host();
            case "guest" -> program.guest();
            case "victim" -> program.victim();
            case "child" -> Intercomm.getParent().disconnect();
            default -> throw new MPIException("no action " + args[0]);
        }
        MPI.Finalize();
        System.out.println("done " + args[0]);
    }

    private static void requireEqual(Object found, Object expected, String what) {
        if (!found.equals(expected)) {
            throw new AssertionError(what + ": " + found + " instead of " + expected);
        }
    }

    /** Meets a guest, then a victim, whose end is an error of each operation that needs it. */
    private void host() throws MPIException {
        String port = rank == 0 ? Intracomm.openPort() : null;
        if (rank == 0) {
            Intracomm.publishName(SERVICE, port);
        }
        meet(WORLD.accept(port, 0), false);
        Intercomm victims = WORLD.accept(port, 0);
        victims.setErrhandler(MPI.ERRORS_RETURN);
        victims.barrier();
        System.out.println("connected");
        int last = victims.getRemoteSize() - 1;
        lost("receive", () -> victims.recv(new int[1], 1, MPI.INT, last, TAG));
        lost("probe", () -> victims.probe(MPI.ANY_SOURCE, TAG));
        lost("wild receive", () -> victims.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, TAG));
        lost("send", () -> victims.send(new int[1 << 20], 1 << 20, MPI.INT, 0, TAG));
        victims.free();
        if (rank == 0) {
            Intracomm.unpublishName(SERVICE, port);
            Intracomm.closePort(port);
        }
        WORLD.barrier();
    }

    /** Something that is to fail. */
    private interface Failing {
        void run() throws MPIException;
    }

    private static void lost(String what, Failing operation) {
        try {
            operation.run();
        } catch (MPIException e) {
            requireEqual(e.getErrorClass(), MPI.ERR_PROC_ABORTED, what);
            return;
        }
        throw new AssertionError(what + " succeeds");
    }

    private void guest() throws MPIException {
        Intercomm children = WORLD.spawn("java", child(), 1, MPI.INFO_NULL, 0, null);
        children.disconnect();
        meet(WORLD.connect(found(), 0), true);
    }

    private static String[] child() {
        String path = System.getProperty("java.class.path");
        return new String[] {"-cp", path, Federated.class.getName(), "child"};
    }

    /** Returns the port at rank 0, as soon as it is published. */
    private String found() throws MPIException {
        WORLD.setErrhandler(MPI.ERRORS_RETURN);
        String port = null;
        while (rank == 0 && port == null) {
            try {
                port = Intracomm.lookupName(SERVICE);
            } catch (MPIException e) {
                requireEqual(e.getErrorClass(), MPI.ERR_NAME, "look-up");
            }
        }
        WORLD.setErrhandler(MPI.ERRORS_ARE_FATAL);
        return port;
    }

    private void victim() throws MPIException {
        requireNothing();
        Intercomm hosts = WORLD.connect(found(), 0);
        hosts.barrier();
        System.out.println("connected");
        hosts.recv(new int[1], 1, MPI.INT, 0, TAG);
    }

    /** The server has none of the names; a port that never was is an error of its class. */
    private static void requireNothing() throws MPIException {
        WORLD.setErrhandler(MPI.ERRORS_RETURN);
        try {
            Intracomm.lookupName("nobody");
            throw new AssertionError("a name that nobody has published");
        } catch (MPIException e) {
            requireEqual(e.getErrorClass(), MPI.ERR_NAME, "look-up");
        }
        try {
            WORLD.connect("strata:other:0:8000000000000001", 0);
            throw new AssertionError("a port of nobody");
        } catch (MPIException e) {
            requireEqual(e.getErrorClass(), MPI.ERR_PORT, "connect");
        }
        WORLD.setErrhandler(MPI.ERRORS_ARE_FATAL);
    }

    /** Uses a connection in all its ways, and ends it. */
    private void meet(Intercomm other, boolean high) throws MPIException {
        int remote = other.getRemoteSize();
        requireEqual(Comm.compare(WORLD, other), MPI.UNEQUAL, "comparison");
        int[] sum = new int[1];
        other.allReduce(new int[] {rank + 1}, sum, 1, MPI.INT, MPI.SUM);
        requireEqual(sum[0], remote * (remote + 1) / 2, "sum");
        int[] all = new int[remote];
        other.allGather(new int[] {10 * rank}, 1, MPI.INT, all, 1, MPI.INT);
        requireEqual(all[remote - 1], 10 * (remote - 1), "last rank's");
        int peer = rank % remote;
        int[] data = new int[100_000];
        if (high) {
            Arrays.fill(data, rank);
            other.send(data, data.length, MPI.INT, peer, TAG);
        } else {
            for (int guest = rank; guest < remote; guest += size) {
                int source =
                        other.recv(data, data.length, MPI.INT, MPI.ANY_SOURCE, TAG).getSource();
                requireEqual(data[data.length - 1], source, "message");
            }
        }
        Intracomm both = other.merge(high);
        requireEqual(both.getRank(), high ? remote + rank : rank, "rank");
        int[] ranks = new int[size + remote];
        both.allGather(new int[] {both.getRank()}, 1, MPI.INT, ranks, 1, MPI.INT);
        for (int i = 0; i < ranks.length; i++) {
            requireEqual(ranks[i], i, "rank of all");
        }
        both.free();
        other.disconnect();
    }
}
