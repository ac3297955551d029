package mpi;

import org.strata.mca.ess.RankReport;
import org.strata.opal.progress.Inquiry;
import org.strata.opal.progress.ProgressEngine;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Describes what this rank does, when the launcher asks: the calls of MPI that its threads wait in.
 * Tier 3.
 */
final class WaitReports implements Supplier<RankReport> {
    /** How long waiting threads may take to answer: a sleep in the engine ends sooner. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final ProgressEngine engine;

    WaitReports(ProgressEngine engine) {
        this.engine = engine;
    }

    @Override
    public synchronized RankReport get() {
        Inquiry inquiry = new Inquiry();
        engine.inquire(inquiry);
        long end = System.nanoTime() + PATIENCE_NANOS;
        boolean multiple = engine.threadMultiple();
        while ((multiple || inquiry.answers().isEmpty()) && System.nanoTime() < end) {
            LockSupport.parkNanos(STEP_NANOS);
        }
        engine.inquire(null);
        List<RankReport.Wait> waits =
                inquiry.answers().stream().map(WaitReports::describe).toList();
        return new RankReport(waits.isEmpty() ? busyState() : "", multiple, waits);
    }

    private static RankReport.Wait describe(Inquiry.Answer answer) {
        StackTraceElement[] stack = answer.stack().toArray(StackTraceElement[]::new);
        int program = UserFrames.callerOfLibrary(stack);
        String call = program > 0 ? call(stack[program - 1], answer.state().where()) : "MPI";
        String caller =
                program < stack.length && program > 0 ? UserFrames.place(stack[program]) : "";
        return new RankReport.Wait(
                answer.thread().getName(), answer.number(), call, caller, answer.state());
    }

    /** Returns a call as programs write it: "MPI.COMM_WORLD.recv", or "Comm.recv on ocean". */
    private static String call(StackTraceElement frame, String where) {
        String type = frame.getClassName().substring("mpi.".length());
        if (type.endsWith("Comm") || type.equals("Intracomm") || type.equals("Comm")) {
            if (where.equals(Communicator.WORLD_NAME)) {
                return "MPI.COMM_WORLD." + frame.getMethodName();
            }
            if (where.equals(Communicator.SELF_NAME)) {
                return "MPI.COMM_SELF." + frame.getMethodName();
            }
        }
        return type + "." + frame.getMethodName() + (where.isEmpty() ? "" : " on " + where);
    }

    /** Describes a rank of which no thread waits. */
    private static String busyState() {
        for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
            StackTraceElement[] stack = each.getValue();
            int program = UserFrames.callerOfLibrary(stack);
            boolean inCall = program > 0 && program < stack.length && isOfProgram(stack[program]);
            if (inCall && each.getKey() != Thread.currentThread()) {
                return "is in "
                        + call(stack[program - 1], "")
                        + ", called at "
                        + UserFrames.place(stack[program]);
            }
        }
        return "is not in an MPI call";
    }

    /** Returns whether a frame is not the JDK's: what that calls is a thread of the library's. */
    private static boolean isOfProgram(StackTraceElement frame) {
        return !frame.getClassName().startsWith("java.");
    }
}
