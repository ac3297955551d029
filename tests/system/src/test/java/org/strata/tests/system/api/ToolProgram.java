package org.strata.tests.system.api;

import mpi.MPI;
import mpi.MPIException;
import mpi.Tool;

import java.util.Arrays;

/**
 * Uses the tool interface before, between and after MPI.Init and MPI.Finalize; throws where it does
 * not do what it should. To be run with {@code --mca mpi_max_object_size 2k}.
 */
public final class ToolProgram {
    private static final int MESSAGES = 5;
    private static final int LATER = 3;
    private static final int ELEMENTS = 100;

    private ToolProgram() {}

    private interface Call {
        void run() throws MPIException;
    }

    private static void require(boolean right, String what) {
        if (!right) {
            throw new AssertionError(what);
        }
    }

    private static void requireEqual(Object found, Object wanted) {
        require(found.equals(wanted), found + " instead of " + wanted);
    }

    private static void requireValues(long[] found, long... wanted) {
        requireEqual(Arrays.toString(found), Arrays.toString(wanted));
    }

    private static void requireRefused(int error, String text, Call call) {
        try {
            call.run();
        } catch (MPIException e) {
            requireEqual(e.getErrorClass(), error);
            require(e.getMessage().startsWith("MPI_T_ERR_"), e.getMessage());
            require(e.getMessage().contains(text), e.getMessage() + " lacks " + text);
            return;
        }
        throw new AssertionError("not refused: " + text);
    }

    /** Runs the program. */
    public static void main(String[] args) throws MPIException {
        try (Tool tool = Tool.open(MPI.THREAD_SINGLE)) {
            beforeInit(tool);
            MPI.Init(args);
            written(tool);
            counted(tool);
            waiting(tool);
            int rank = MPI.COMM_WORLD.getRank();
            MPI.Finalize();
            afterFinalize(tool);
            if (rank == 0) {
                System.out.println("tools: ok");
            }
        }
    }

    private static void beforeInit(Tool tool) throws MPIException {
        Tool.Cvar limit = tool.cvar("mpi_max_object_size");
        requireEqual(limit.read(), "2k");
        requireEqual(limit.origin(), "command line");
        requireEqual(limit.scope(), Tool.Scope.LOCAL);
        requireEqual(limit.type(), "size");
        requireEqual(limit.category(), "mpi");
        require(limit.description().contains("object"), limit.description());
        Tool.Cvar eager = tool.cvar("btl_shm_eager_limit");
        requireEqual(eager.category(), "btl_shm");
        requireEqual(eager.scope(), Tool.Scope.ALL_EQ);
        requireEqual(eager.origin(), "default");
        eager.write(" 8K ");
        eager.write("8192");
        requireEqual(eager.read(), "8192");
        requireEqual(eager.origin(), "mpi.Tool");
        tool.cvar("pml").write("ob1");
        require(tool.cvar("mpi_yield_when_idle").values().contains("auto"), "values");
        requireEqual(tool.cvar("pml_monitoring_enable").name(), "mpi_monitoring_enable");
        require(tool.cvars().size() > 100, "few variables");
        refusedValues(tool, eager);
        require(tool.pvars().size() >= 4, "few variables");
        requireRefused(Tool.ERR_INVALID_NAME, "MPI.Init", () -> tool.pvar("pml_ob1_received"));
    }

    private static void refusedValues(Tool tool, Tool.Cvar eager) throws MPIException {
        requireRefused(Tool.ERR_INVALID, "is not a size", () -> eager.write("many"));
        requireRefused(Tool.ERR_INVALID, "is null", () -> eager.write(null));
        requireRefused(Tool.ERR_INVALID, "btl", () -> tool.cvar("btl").write("self,nonsense"));
        requireRefused(Tool.ERR_INVALID_NAME, "nonsense", () -> tool.cvar("nonsense"));
        requireRefused(
                Tool.ERR_CVAR_SET_NEVER, "launcher", () -> tool.cvar("plm_rsh_agent").write("x"));
        for (Tool.Cvar each : tool.cvars()) {
            try {
                each.write("\u0000 \uD800,{^" + each.name());
            } catch (MPIException e) {
                require(e.getMessage().startsWith("MPI_T_ERR_"), e.getMessage());
                continue;
            }
            // A text may be anything.
            each.write(each.defaultValue());
        }
        requireEqual(eager.read(), "8192");
    }

    /** What was written before is in force, and some can be changed later. */
    private static void written(Tool tool) throws MPIException {
        requireEqual(tool.cvar("btl_shm_eager_limit").read(), "8192");
        requireRefused(
                Tool.ERR_CVAR_SET_NEVER,
                "after MPI.Init",
                () -> tool.cvar("btl_shm_eager_limit").write("4k"));
        byte[] object = new byte[3000];
        Tool.Cvar limit = tool.cvar("mpi_max_object_size");
        MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
        try {
            MPI.COMM_SELF.sendObject(object, 0, 0);
            throw new AssertionError("the limit is not in force");
        } catch (MPIException e) {
            requireEqual(e.getErrorClass(), MPI.ERR_TRUNCATE);
        }
        requireRefused(Tool.ERR_INVALID, "is negative", () -> limit.write("-1"));
        limit.write("4k");
        var request = MPI.COMM_SELF.iRecv(new byte[8000], 8000, MPI.BYTE, 0, 0);
        MPI.COMM_SELF.sendObject(object, 0, 0);
        request.waitFor();
        tool.cvar("mpi_yield_when_idle").write("true");
        requireEqual(tool.cvar("mpi_yield_when_idle").read(), "true");
    }

    private static void counted(Tool tool) throws MPIException {
        int rank = MPI.COMM_WORLD.getRank();
        int other = 1 - rank;
        try (Tool.Session session = tool.session()) {
            var sent = session.handle(tool.pvar("pml_monitoring_messages_count"), MPI.COMM_WORLD);
            var bytes = session.handle(tool.pvar("pml_monitoring_messages_size"), MPI.COMM_WORLD);
            var received = session.handle(tool.pvar("pml_ob1_received"));
            session.start();
            exchange(other, MESSAGES);
            requireEqual(sent.read()[other], (long) MESSAGES);
            requireEqual(bytes.read()[other], (long) MESSAGES * ELEMENTS * Double.BYTES);
            requireEqual(bytes.read()[rank], 0L);
            requireValues(received.read(), MESSAGES);
            session.stop();
            exchange(other, LATER);
            requireEqual(sent.read()[other], (long) MESSAGES);
            requireValues(received.readReset(), MESSAGES);
            requireValues(received.read(), 0);
        }
    }

    private static void exchange(int other, int messages) throws MPIException {
        double[] data = new double[ELEMENTS];
        for (int i = 0; i < messages; i++) {
            var request =
                    MPI.COMM_WORLD.iRecv(new double[ELEMENTS], ELEMENTS, MPI.DOUBLE, other, i);
            MPI.COMM_WORLD.send(data, ELEMENTS, MPI.DOUBLE, other, i);
            request.waitFor();
        }
    }

    /** Rank 0 has receives that wait, and messages that wait for receives. */
    private static void waiting(Tool tool) throws MPIException {
        int rank = MPI.COMM_WORLD.getRank();
        int[] number = new int[1];
        try (Tool.Session session = tool.session()) {
            var messages =
                    session.handle(tool.pvar("pml_ob1_unexpected_msgq_length"), MPI.COMM_WORLD);
            var receives = session.handle(tool.pvar("pml_ob1_posted_recvq_length"), MPI.COMM_WORLD);
            if (rank == 1) {
                MPI.COMM_WORLD.send(number, 1, MPI.INT, 0, 1);
                MPI.COMM_WORLD.send(number, 1, MPI.INT, 0, 2);
                MPI.COMM_WORLD.send(number, 1, MPI.INT, 0, 3);
                MPI.COMM_WORLD.recv(number, 1, MPI.INT, 0, 4);
                MPI.COMM_WORLD.send(number, 1, MPI.INT, 0, 9);
                MPI.COMM_WORLD.send(number, 1, MPI.INT, 0, 8);
                return;
            }
            MPI.COMM_WORLD.recv(number, 1, MPI.INT, 1, 3);
            requireValues(messages.read(), 0, 2);
            var first = MPI.COMM_WORLD.iRecv(new int[1], 1, MPI.INT, 1, 9);
            var second = MPI.COMM_WORLD.iRecv(new int[1], 1, MPI.INT, 1, 8);
            requireValues(receives.read(), 0, 2);
            MPI.COMM_WORLD.recv(number, 1, MPI.INT, 1, 1);
            requireValues(messages.read(), 0, 1);
            MPI.COMM_WORLD.recv(number, 1, MPI.INT, 1, 2);
            requireValues(messages.read(), 0, 0);
            MPI.COMM_WORLD.send(number, 1, MPI.INT, 1, 4);
            first.waitFor();
            second.waitFor();
            requireValues(receives.read(), 0, 0);
        }
    }

    private static void afterFinalize(Tool tool) throws MPIException {
        requireEqual(tool.cvar("mpi_max_object_size").read(), "4k");
        requireRefused(
                Tool.ERR_CVAR_SET_NEVER,
                "after MPI.Finalize",
                () -> tool.cvar("mpi_max_object_size").write("1k"));
        try (Tool.Session session = tool.session()) {
            var received = session.handle(tool.pvar("pml_ob1_received"));
            requireRefused(Tool.ERR_INVALID_HANDLE, "between MPI.Init", received::read);
        }
    }
}
