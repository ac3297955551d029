package org.strata.tests.system.api;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Tool;
import mpi.ToolEvents;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/**
 * Hears of its waits, collectives, connections and registrations by the tool interface, and reads
 * Open MPI's software counters; throws where these are not what it did. Rank 1 comes late to all.
 * To be run by two ranks, with {@code --mca mpi_spc_attach all}.
 */
public final class ToolEventsProgram {
    private static final int TAG = 77;
    private static final int READY = 78;
    private static final long LATE = 200_000_000;
    private static final int LONG = 1 << 20;
    private static final String SPC = "runtime_spc_OMPI_SPC_";

    private static final List<ToolEvents.Event> HEARD = new CopyOnWriteArrayList<>();

    private static final List<Throwable> FAILURES = new CopyOnWriteArrayList<>();

    private ToolEventsProgram() {}

    private static void require(boolean right, String what) {
        if (!right) {
            throw new AssertionError(what + "; heard: " + HEARD);
        }
    }

    /**
     * Runs the program.
     *
     * @param args "openib" where memory is registered
     */
    public static void main(String[] args) throws MPIException {
        Thread.currentThread()
                .setUncaughtExceptionHandler((_, e) -> {
                    FAILURES.add(e);
                    e.printStackTrace();
                });
        try (Tool tool = Tool.open(MPI.THREAD_SINGLE)) {
            try (ToolEvents events = ToolEvents.of(tool)) {
                describe(events);
                for (ToolEvents.Type type : events.types()) {
                    events.handle(type, HEARD::add);
                }
                events.handle(events.type("mpi_wait"), ToolEventsProgram::fail);
                MPI.Init(args);
                exchange(MPI.COMM_WORLD.getRank());
                check(MPI.COMM_WORLD.getRank(), args.length > 0);
            }
            int heard = HEARD.size();
            counters(tool);
            require(HEARD.size() == heard, "a closed handle was called");
            int rank = MPI.COMM_WORLD.getRank();
            MPI.Finalize();
            if (rank == 0) {
                System.out.println("events: ok");
            }
        }
    }

    private static void fail(ToolEvents.Event event) {
        throw new IllegalStateException("at " + event.timestamp());
    }

    private static void describe(ToolEvents events) throws MPIException {
        require(events.types().size() == 4, "types");
        for (ToolEvents.Type type : events.types()) {
            require(type.elements().containsKey("time"), type + " has no time");
            require(!type.description().isEmpty() && type.verbosity() == 5, type.name());
        }
        try {
            events.type("mpi_nonsense");
            throw new AssertionError("not refused");
        } catch (MPIException e) {
            require(e.getErrorClass() == Tool.ERR_INVALID_NAME, e.getMessage());
        }
    }

    private static void exchange(int rank) throws MPIException {
        Intracomm ocean = MPI.COMM_WORLD.dup();
        ocean.setName("ocean");
        byte[] data = new byte[LONG];
        late(ocean);
        if (rank == 0) {
            ocean.recv(data, 8, MPI.BYTE, 1, TAG);
            ocean.recv(data, LONG, MPI.BYTE, 1, TAG);
        } else {
            ocean.send(data, 8, MPI.BYTE, 0, TAG);
            ocean.send(data, LONG, MPI.BYTE, 0, TAG);
        }
        late(ocean);
        ocean.allReduce(new double[100], new double[100], 100, MPI.DOUBLE, MPI.SUM);
        ocean.free();
    }

    /** Rank 1 computes from when rank 0 is about to wait for it, so that the wait is as long. */
    private static void late(Intracomm comm) throws MPIException {
        if (comm.getRank() == 0) {
            comm.send(new byte[0], 0, MPI.BYTE, 1, READY);
            return;
        }
        comm.recv(new byte[0], 0, MPI.BYTE, 0, READY);
        long end = System.nanoTime() + LATE;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static boolean hasHeard(String type, Map<String, String> texts, long least) {
        Predicate<ToolEvents.Event> fits =
                event -> {
                    try {
                        for (Map.Entry<String, String> text : texts.entrySet()) {
                            if (!event.text(text.getKey()).contains(text.getValue())) {
                                return false;
                            }
                        }
                        return event.number("time") >= least && event.timestamp() != 0;
                    } catch (MPIException e) {
                        throw new AssertionError(e);
                    }
                };
        return HEARD.stream().anyMatch(one -> one.type().name().equals(type) && fits.test(one));
    }

    private static void check(int rank, boolean registers) {
        int other = 1 - rank;
        require(hasHeard("bml_r2_connection", Map.of("peer", "" + other), 0), "connection");
        if (registers) {
            require(hasHeard("rcache_grdma_registration", Map.of("done", "1"), 1), "registration");
        }
        if (rank == 1) {
            return;
        }
        Map<String, String> message =
                Map.of(
                        "function",
                        "MPI_Recv",
                        "peer",
                        "1",
                        "what",
                        "tag 77",
                        "communicator",
                        "ocean");
        require(hasHeard("mpi_wait", message, LATE / 2), "wait for a message");
        Map<String, String> sum =
                Map.of("function", "MPI_Allreduce", "communicator", "ocean", "bytes", "800");
        require(hasHeard("mpi_collective", sum, LATE / 2), "collective");
        require(FAILURES.size() == 1, "a handler that throws is called once: " + FAILURES);
    }

    private static long value(Tool.Session session, Tool tool, String name) throws MPIException {
        Tool.Handle handle = session.handle(tool.pvar(SPC + name));
        handle.start();
        return handle.read()[0];
    }

    private static void counters(Tool tool) throws MPIException {
        int rank = MPI.COMM_WORLD.getRank();
        try (Tool.Session session = tool.session()) {
            require(value(session, tool, "UNEXPECTED") == 0, "counts from start on");
            Tool.Handle sends = session.handle(tool.pvar(SPC + "SEND"));
            Tool.Handle receives = session.handle(tool.pvar(SPC + "RECV"));
            Tool.Handle sums = session.handle(tool.pvar(SPC + "ALLREDUCE"));
            Tool.Handle bytes = session.handle(tool.pvar(SPC + "BYTES_SENT_USER"));
            session.start();
            exchange(rank);
            require(sends.read()[0] == 2, "sends " + sends.read()[0]);
            require(receives.read()[0] == 2, "receives " + receives.read()[0]);
            require(sums.read()[0] == 1, "sums " + sums.read()[0]);
            require(bytes.read()[0] == (8L + LONG) * rank, "bytes " + bytes.read()[0]);
        }
    }
}
