package mpi;

import org.strata.mca.base.Section;
import org.strata.mca.base.Shortage;
import org.strata.mca.base.Stack;
import org.strata.mca.base.StackException;
import org.strata.mca.oob.Oob.OobException;
import org.strata.opal.platform.Platform;
import org.strata.opal.report.TimelineFile;
import org.strata.opal.sys.Training;

import java.util.Objects;

/**
 * Opens the stack below the API. The only class that needs the whole stack: tests construct an
 * {@link MpiRuntime} from parts.
 */
final class Startup {
    private Startup() {}

    /**
     * Opens this process's stack.
     *
     * @param threadLevel one of {@code MPI.THREAD_…}
     * @throws MPIException ERR_OTHER with what the stack says to the user
     */
    static MpiRuntime open(int threadLevel) throws MPIException {
        String refusal = Platform.refusal();
        if (refusal != null) {
            throw new MPIException(MPI.ERR_OTHER, MPI.ERR_OTHER, "MPI cannot start: " + refusal);
        }
        Stack stack;
        try {
            stack = Stack.open(ToolParameters.chosen());
        } catch (StackException e) {
            throw failed(e, e.getMessage(), e.getCause());
        } catch (RuntimeException | Error e) {
            // The JVM throws an OutOfMemoryError, too, when the system makes no thread.
            String message = Objects.toString(e.getMessage(), e.getClass().getSimpleName());
            throw failed(e, Shortage.of(e) == null ? e.toString() : message, e);
        }
        stack.environment().setReportSource(new WaitReports(stack.engine()));
        Observation observation = observation(stack, threadLevel == MPI.THREAD_MULTIPLE);
        if (Training.isOn()) {
            Rehearsal.keep(observation);
        } else if (observation != null) {
            Observation.choose(observation);
            stack.engine().observe(observation);
        }
        MPI.INFO_ENV.fillFrom(new LaunchInfo(stack));
        MpiRuntime runtime = runtime(stack, threadLevel);
        runtime.setFiles(stack::newIo);
        runtime.setWindows(stack::osc);
        Section parameters = stack.parameters().section("mpi");
        boolean leaks = parameters.bool("show-handle-leaks") || parameters.bool("check");
        runtime.leaks = leaks ? new HandleLeaks() : null;
        runtime.reports = stack.output();
        runtime.wired = stack;
        applyChangeable(runtime, stack);
        runtime.letters =
                new OobLetters(stack.oob(), stack.engine(), stack.environment()::hasFinalized);
        runtime.breakdown.start();
        return runtime;
    }

    /**
     * Waits until every rank of MPI_COMM_WORLD has started MPI, as Open MPI's Init does: the last
     * one is tens of milliseconds behind the first, which would poll for it in the program's first
     * call, on a core that the last one's compilers can use.
     */
    static void meet(MpiRuntime opened) throws MPIException {
        if (opened.environment.size() > 1) {
            try {
                opened.wired.oob().fence();
            } catch (OobException e) {
                throw failed(e, e.getMessage(), e);
            }
        }
    }

    /** Applies parameters that the program may change later, too. */
    static void applyChangeable(MpiRuntime runtime, Stack stack) {
        runtime.objectLimit = stack.parameters().section("mpi").size("max-object-size");
        runtime.monitoring = Monitoring.of(stack);
    }

    /** Returns whether somebody reads the file of what is measured. */
    private static boolean isReported(Stack stack) {
        Section mpi = stack.parameters().section("mpi");
        boolean live =
                mpi.bool("report-jfr")
                        || !mpi.text("timeline").isEmpty()
                        || !mpi.text("metrics-file").isEmpty()
                        || mpi.integer("metrics-listen") >= 0;
        return !mpi.text("report").isEmpty() || (live && stack.environment().numbers() == null);
    }

    /** Returns what measures the calls, and says who is told; null where nobody wants to know. */
    private static Observation observation(Stack stack, boolean several) {
        Section mpi = stack.parameters().section("mpi");
        boolean recorded = mpi.bool("report-jfr");
        boolean tools = EventHub.wantsCalls();
        stack.rareEvents().listen(recorded ? new RecordedLinks(new EventHub()) : new EventHub());
        boolean guest = stack.environment().numbers() != null;
        if (guest && !mpi.text("timeline").isEmpty() && stack.environment().rankInJob() == 0) {
            String why = "mpi_timeline has no effect: these ranks were not started by mpirun.";
            stack.output().warn(why);
        }
        TimelineFile timeline = null;
        Observation.Sink sink = null;
        if (isReported(stack)) {
            GuestReporter.openIfKept(stack);
            timeline = EventTrack.open(stack);
            sink = NumbersWriter.open(stack, timeline);
        }
        if (sink == null && (recorded || tools || !mpi.text("spc-attach").isEmpty())) {
            sink = Observation.Sink.NONE;
        }
        if (sink == null) {
            return null;
        }
        TimelineFile file = timeline;
        long least = EventTrack.least(stack);
        EventHub.watchCalls(recorded || tools);
        return new Observation(
                several,
                sink,
                () -> listener(recorded, tools),
                () -> file == null ? null : new EventTrack(file, least));
    }

    private static CallLog.WaitListener listener(boolean recorded, boolean tools) {
        if (recorded) {
            return new CallListeners(new WaitEvents(), new EventHub());
        }
        return tools ? new EventHub() : null;
    }

    private static MpiRuntime runtime(Stack stack, int threadLevel) {
        boolean checking = stack.parameters().section("mpi").bool("check");
        if (checking) {
            ElementTypes.keepKinds();
        }
        return new MpiRuntime(
                stack.engine(),
                stack.environment(),
                checking ? new CheckingPml(stack.pml()) : stack.pml(),
                checking ? new CheckingColl(stack.coll()) : stack.coll(),
                new SharedBuffers(stack.pools(), stack.memory()),
                stack,
                threadLevel,
                stack.parameters().section("mpi").bool("param-check"));
    }

    /**
     * Makes what Init throws.
     *
     * @param cause what is printed below the message: not the failure itself where that would print
     *     the same box a second time
     */
    private static MPIException failed(Throwable failure, String message, Throwable cause) {
        String text = "MPI cannot start:" + (message.contains("\n") ? "\n" : " ") + message;
        Shortage shortage = Shortage.of(failure);
        if (shortage != null) {
            text += "\nReason: " + shortage.what() + ". " + shortage.bound();
        }
        MPIException thrown = new MPIException(MPI.ERR_OTHER, MPI.ERR_OTHER, text);
        thrown.initCause(cause);
        return thrown;
    }
}
