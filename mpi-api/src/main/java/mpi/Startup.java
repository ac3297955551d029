package mpi;

import org.strata.mca.base.Section;
import org.strata.mca.base.Stack;
import org.strata.mca.base.StackException;

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
        Stack stack;
        try {
            stack = Stack.open();
        } catch (StackException e) {
            throw failed(e);
        }
        stack.environment().setReportSource(new WaitReports(stack.engine()));
        MPI.INFO_ENV.fillFrom(new LaunchInfo(stack));
        MpiRuntime runtime = runtime(stack, threadLevel);
        runtime.setFiles(stack::newIo);
        runtime.setWindows(stack::osc);
        Section parameters = stack.parameters().section("mpi");
        runtime.leaks = parameters.bool("show-handle-leaks") ? new HandleLeaks() : null;
        runtime.objectLimit = parameters.size("max-object-size");
        runtime.reports = stack.output();
        runtime.letters =
                new OobLetters(stack.oob(), stack.engine(), stack.environment()::hasFinalized);
        return runtime;
    }

    private static MpiRuntime runtime(Stack stack, int threadLevel) {
        return new MpiRuntime(
                stack.engine(),
                stack.environment(),
                stack.pml(),
                stack.coll(),
                new SharedBuffers(stack.pools(), stack.memory()),
                stack,
                threadLevel,
                stack.parameters().section("mpi").bool("param-check"));
    }

    private static MPIException failed(StackException e) {
        boolean boxed = e.getMessage().contains("\n");
        String text = "MPI cannot start:" + (boxed ? "\n" : " ") + e.getMessage();
        MPIException failure = new MPIException(MPI.ERR_OTHER, MPI.ERR_OTHER, text);
        // The cause and not e itself, which would print the same box a second time.
        failure.initCause(e.getCause());
        return failure;
    }
}
