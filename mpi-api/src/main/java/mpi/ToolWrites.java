package mpi;

import org.strata.mca.base.Parameter;
import org.strata.mca.base.ParameterScope;
import org.strata.mca.base.Parameters;
import org.strata.mca.base.Stack;

/**
 * Reads and writes control variables: before MPI.Init for the stack that it opens, then in that
 * stack.
 */
final class ToolWrites {
    private ToolWrites() {}

    /**
     * Returns the parameters in force.
     *
     * @throws MPIException ERR_CANNOT_INIT when no component is installed
     */
    static Parameters present() throws MPIException {
        MpiRuntime runtime = MpiRuntime.running();
        try {
            return runtime == null || runtime.wired == null
                    ? ToolParameters.outsideMpi()
                    : runtime.wired.parameters();
        } catch (RuntimeException e) {
            String why = "the parameters of this process cannot be read: " + e.getMessage();
            throw ToolErrors.of(Tool.ERR_CANNOT_INIT, "CANNOT_INIT", why);
        }
    }

    static void write(Parameter present, Tool.Scope scope, String value) throws MPIException {
        MpiRuntime runtime = MpiRuntime.running();
        boolean starting = runtime == null && !MpiRuntime.isFinalized();
        if (!isWritable(present, runtime, starting)) {
            String why = present.name() + " cannot be set by the program" + reason(scope);
            throw ToolErrors.of(Tool.ERR_CVAR_SET_NEVER, "CVAR_SET_NEVER", why);
        }
        if (value == null) {
            throw ToolErrors.invalid("the value of " + present.name() + " is null");
        }
        String wrong = starting ? choose(present, value) : change(runtime, present, value);
        if (wrong != null) {
            throw ToolErrors.invalid(wrong);
        }
    }

    private static boolean isWritable(Parameter present, MpiRuntime runtime, boolean starting) {
        return switch (ParameterScope.of(present.declaration())) {
            case LAUNCHER -> false;
            case STARTUP -> starting;
            case RUNNING -> starting || (runtime != null && runtime.wired != null);
        };
    }

    private static String reason(Tool.Scope scope) {
        return switch (scope) {
            case CONSTANT -> ": the launcher has read it";
            case ALL_EQ -> " after MPI.Init";
            case LOCAL -> " after MPI.Finalize";
        };
    }

    /** Returns what is wrong with the value; null for nothing, and then it is set. */
    private static String choose(Parameter present, String value) {
        try {
            ToolParameters.choose(present, value);
            return null;
        } catch (RuntimeException e) {
            return e.getMessage();
        }
    }

    /** As {@link #choose}, while MPI runs. */
    private static String change(MpiRuntime runtime, Parameter present, String value) {
        Stack stack = runtime.wired;
        try (var _ = runtime.enter()) {
            stack.change(present, value, ToolParameters.ORIGIN);
            Startup.applyChangeable(runtime, stack);
            return null;
        } catch (IllegalArgumentException e) {
            return present.name() + ": \"" + value + "\" " + e.getMessage();
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
    }
}
