package org.strata.tests.system.launcher.programs;

import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A rank that spawns others and connects to them, as its argument says. Those that are spawned get
 * the argument and their generation.
 */
public final class Spawns {
    private static final int TAG = 3;
    private static final int CHILDREN = 2;

    private final Intracomm world = MPI.COMM_WORLD;
    private final int rank = world.getRank();
    private final int size = world.getSize();
    private final Intercomm parent = Intercomm.getParent();
    private final int generation;

    private Spawns(int generation) throws MPIException {
        this.generation = generation;
        require(parent.isNull() == (generation == 0), "a parent");
    }

    /** Runs the rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Spawns program = new Spawns(args.length > 1 ? Integer.parseInt(args[1]) : 0);
        switch (args[0]) {
            case "generations" -> program.generations();
            case "services" -> program.services();
            case "refusals" -> program.refusals();
            case "kill" -> program.kill();
            case "variables" -> program.variables();
            case "silent" -> program.world.spawn("true", null, 1, MPI.INFO_NULL, 0, null);
            default -> throw new MPIException("no action " + args[0]);
        }
        MPI.Finalize();
        System.out.println("done " + args[0] + " " + program.generation);
    }

    private static void require(boolean truth, String what) {
        if (!truth) {
            throw new AssertionError(what);
        }
    }

    private static void requireEqual(int found, int expected, String what) {
        require(found == expected, what + ": " + found + " instead of " + expected);
    }

    /** Makes children do the same thing. */
    private Intercomm spawn(String action, int root, Info info) throws MPIException {
        String[] arguments = arguments(action);
        int[] codes = new int[CHILDREN];
        Arrays.fill(codes, -1);
        Intercomm children = world.spawn("java", arguments, CHILDREN, info, root, codes);
        require(Arrays.equals(codes, new int[CHILDREN]), "error codes");
        return children;
    }

    private String[] arguments(String action) {
        String path = System.getProperty("java.class.path");
        return new String[] {"-cp", path, Spawns.class.getName(), action, "" + (generation + 1)};
    }

    /** Open MPI's key env; the others have no effect. */
    private void variables() throws MPIException {
        if (generation > 0) {
            System.out.println(System.getenv("GREETING") + "|" + System.getenv("OTHER"));
            parent.disconnect();
            return;
        }
        Info info = new Info();
        info.set("env", "GREETING=hello there\nOTHER=a=b");
        info.set("map_by", "node");
        for (int i = 0; i < 2; i++) {
            spawn("variables", 0, info).disconnect();
        }
        info.set("env", "=x");
        world.setErrhandler(MPI.ERRORS_RETURN);
        int[] codes = new int[1];
        try {
            world.spawn("true", null, 1, info, 0, codes);
            throw new AssertionError("a variable without a name");
        } catch (MPIException e) {
            require(e.getMessage().contains("NAME=VALUE"), e.getMessage());
        }
        info.free();
    }

    /** Two ranks spawn two, which spawn two by two programs. */
    private void generations() throws MPIException {
        if (generation > 0) {
            requireEqual(size, CHILDREN, "size of a spawned world");
            requireEqual((Integer) world.getAttr(MPI.APPNUM), generation == 1 ? 0 : rank, "appnum");
            exchange(parent, true);
        }
        if (generation == 0) {
            Info info = new Info();
            info.set("host", "localhost");
            info.set("soft", "1:2");
            info.set("wdir", Path.of("").toAbsolutePath().getRoot().toString());
            Intercomm children = spawn("generations", size - 1, info);
            info.free();
            exchange(children, false);
            children.disconnect();
        } else if (generation == 1) {
            requireEqual(Path.of("").toAbsolutePath().getNameCount(), 0, "working directory");
            Intercomm children =
                    world.spawnMultiple(
                            new String[] {"java", "java"},
                            new String[][] {arguments("generations"), arguments("generations")},
                            new int[] {1, 1},
                            null,
                            0,
                            null);
            exchange(children, false);
            parent.disconnect();
            require(Intercomm.getParent().isNull(), "the parent after disconnect");
            children.free();
        }
        // The last generation, whose parents have only freed it, stays connected: MPI.Finalize
        // waits for them.
    }

    /** Point-to-point, a collective of both groups, a merged communicator. */
    private void exchange(Intercomm other, boolean child) throws MPIException {
        int remote = other.getRemoteSize();
        for (int peer = 0; peer < remote; peer++) {
            int[] large = new int[100_000];
            Arrays.fill(large, 10 * rank + peer);
            int[] in = new int[large.length];
            Status status =
                    other.sendRecv(
                            large,
                            large.length,
                            MPI.INT,
                            peer,
                            TAG,
                            in,
                            in.length,
                            MPI.INT,
                            peer,
                            TAG);
            requireEqual(status.getCount(MPI.INT), in.length, "length");
            requireEqual(in[in.length - 1], 10 * peer + rank, "data");
        }
        int[] sum = new int[1];
        other.allReduce(new int[] {child ? 100 : 1}, sum, 1, MPI.INT, MPI.SUM);
        requireEqual(sum[0], remote * (child ? 1 : 100), "sum of the other group");
        Intracomm all = other.merge(child);
        requireEqual(all.getSize(), size + remote, "merged");
        requireEqual(all.getRank(), rank + (child ? remote : 0), "rank in the merged");
        int[] ranks = {all.getRank()};
        all.allReduce(ranks, 1, MPI.INT, MPI.SUM);
        requireEqual(ranks[0], (size + remote) * (size + remote - 1) / 2, "sum over all");
        all.free();
    }

    /** Two worlds that have disconnected find each other by a name. */
    private void services() throws MPIException {
        Intercomm other = generation == 0 ? spawn("services", 0, MPI.INFO_NULL) : parent;
        other.disconnect();
        Intercomm again;
        if (generation == 0) {
            String port = rank == 0 ? Intracomm.openPort() : null;
            if (rank == 0) {
                Intracomm.publishName("service", port);
            }
            again = world.accept(port, 0);
            if (rank == 0) {
                Intracomm.unpublishName("service", port);
                Intracomm.closePort(port);
            }
        } else {
            again = world.connect(rank == 0 ? lookUp() : null, 0);
        }
        exchange(again, generation > 0);
        String forgotten = forgottenPort(again);
        again.disconnect();
        if (generation == 0) {
            world.setErrhandler(MPI.ERRORS_RETURN);
            refused(MPI.ERR_PORT, "has called MPI.Finalize", () -> world.connect(forgotten, 0));
        }
    }

    /** Returns the name of a port that a child opens, at which it never accepts. */
    private String forgottenPort(Intercomm again) throws MPIException {
        byte[] name = new byte[100];
        if (generation > 0) {
            byte[] own = Intracomm.openPort().getBytes(StandardCharsets.US_ASCII);
            if (rank == 0) {
                again.send(own, own.length, MPI.BYTE, 0, TAG);
            }
            return "";
        }
        Status status = again.recv(name, name.length, MPI.BYTE, 0, TAG);
        return new String(name, 0, status.getCount(MPI.BYTE), StandardCharsets.US_ASCII);
    }

    /** Waits until the name is published. */
    private String lookUp() throws MPIException {
        world.setErrhandler(MPI.ERRORS_RETURN);
        while (true) {
            try {
                return Intracomm.lookupName("service");
            } catch (MPIException e) {
                requireEqual(e.getErrorClass(), MPI.ERR_NAME, "class");
                Thread.onSpinWait();
            }
        }
    }

    @FunctionalInterface
    private interface Action {
        void run() throws MPIException;
    }

    private static void refused(int errorClass, String reason, Action action) {
        try {
            action.run();
            throw new AssertionError("not refused: " + reason);
        } catch (MPIException e) {
            requireEqual(e.getErrorClass(), errorClass, e.getMessage());
            require(e.getMessage().contains(reason), e.getMessage());
        }
    }

    /** Nothing is started; each rank gets the class and the reason. */
    private void refusals() throws MPIException {
        world.setErrhandler(MPI.ERRORS_RETURN);
        MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
        int[] codes = new int[1];
        refused(
                MPI.ERR_SPAWN,
                "/no/such/program does not exist",
                () -> world.spawn("/no/such/program", null, 1, null, 0, codes));
        requireEqual(codes[0], MPI.ERR_SPAWN, "error code");
        for (String[] none : new String[][] {null, {}}) {
            refused(
                    MPI.ERR_SPAWN,
                    "there are no commands",
                    () -> world.spawnMultiple(none, null, new int[] {1}, null, 0, null));
        }
        refused(
                MPI.ERR_SPAWN,
                "fewer numbers of processes",
                () -> world.spawnMultiple(new String[] {"true"}, null, null, null, 0, null));
        refused(
                MPI.ERR_SPAWN,
                "not enough slots",
                () -> world.spawn("true", null, 5000, null, 0, null));
        Info info = new Info();
        info.set("wdir", "/no/such/directory");
        refused(
                MPI.ERR_SPAWN,
                "/no/such/directory does not exist",
                () -> world.spawn("true", null, 1, info, 0, null));
        info.free();
        refused(MPI.ERR_PORT, "", () -> world.accept("nonsense", 0));
        refused(MPI.ERR_PORT, "", () -> world.connect("strata:other:0:ffffffffffffffff", 0));
        String port = Intracomm.openPort();
        String beyond = port.replaceFirst(":" + rank + ":", ":77:");
        refused(MPI.ERR_PORT, "does not exist", () -> MPI.COMM_SELF.connect(beyond, 0));
        Intracomm.closePort(port);
        refused(MPI.ERR_PORT, "is not open", () -> MPI.COMM_SELF.connect(port, 0));
        refused(MPI.ERR_PORT, "no open port", () -> Intracomm.closePort(port));
        refused(MPI.ERR_SERVICE, "", () -> Intracomm.unpublishName("nothing", port));
    }

    /** Everybody waits for a child, which then kills itself. */
    private void kill() throws Exception {
        if (generation == 0) {
            spawn("kill", 0, MPI.INFO_NULL).recv(new int[1], 1, MPI.INT, 1, TAG);
        } else if (rank == 0) {
            world.recv(new int[1], 1, MPI.INT, 1, TAG);
        } else {
            String pid = Long.toString(ProcessHandle.current().pid());
            new ProcessBuilder("/bin/sh", "-c", "kill -KILL " + pid).start().waitFor();
        }
    }
}
