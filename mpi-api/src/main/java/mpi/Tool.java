package mpi;

import org.strata.mca.base.AllowedValue;
import org.strata.mca.base.Declaration;
import org.strata.mca.base.Parameter;
import org.strata.mca.base.ParameterScope;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The MPI tool information interface (MPI_T, MPI 4.1 chapter 15): what this process's library can
 * be set to (control variables) and what it counts (performance variables), by Open MPI's names.
 *
 * <pre>{@code
 * try (Tool tool = Tool.open(MPI.THREAD_SINGLE);
 *         Tool.Session session = tool.session()) {
 *     Tool.Handle sent = session.handle(tool.pvar("pml_monitoring_messages_count"), MPI.COMM_WORLD);
 *     sent.start();
 *     work();
 *     long[] messages = sent.read();
 * }
 * }</pre>
 *
 * <p>It may be open before MPI.Init and after MPI.Finalize, several times at once, and used by any
 * thread. Its errors are MPIExceptions whose message begins with "MPI_T_ERR_"; they call no error
 * handler and end nothing (§15.3.10). No variable of performance can be written. {@code ToolEvents}
 * tells of events.
 */
public final class Tool implements AutoCloseable {
    // ---- Error classes (MPI 4.1 §15.3.10), with Open MPI's numbers
    /** The Tool was closed. */
    public static final int ERR_NOT_INITIALIZED = constant(55);

    /** The components of the library, which declare its parameters, cannot be found. */
    public static final int ERR_CANNOT_INIT = constant(56);

    /** A handle, or the communicator it is bound to, was freed; or MPI does not run. */
    public static final int ERR_INVALID_HANDLE = constant(59);

    /** A session was closed. */
    public static final int ERR_INVALID_SESSION = constant(62);

    /** A control variable cannot be written any more, or never could be by the program. */
    public static final int ERR_CVAR_SET_NEVER = constant(64);

    /** A performance variable that is always active cannot be started or stopped. */
    public static final int ERR_PVAR_NO_STARTSTOP = constant(65);

    /** A performance variable cannot be reset. */
    public static final int ERR_PVAR_NO_WRITE = constant(66);

    /** An argument is wrong. */
    public static final int ERR_INVALID = constant(72);

    /** There is no variable of a name. */
    public static final int ERR_INVALID_NAME = constant(73);

    /** Not possible now, or in this process. */
    public static final int ERR_NOT_SUPPORTED = constant(82);

    private final int provided;

    /** Pairs with Tool.check of another thread. */
    private volatile boolean closed;

    /** Where a control variable may be written (MPI 4.1 §15.3.6); none has another scope today. */
    public enum Scope {
        /** Nowhere: the launcher has read it. */
        CONSTANT,
        /** In each process as it likes, at any time. */
        LOCAL,
        /** Alike in all processes, before MPI.Init. */
        ALL_EQ
    }

    /** What a performance variable says (MPI 4.1 §15.3.7); no variable has another class today. */
    public enum PvarClass {
        /** How much there is now. */
        LEVEL,
        /** The most that there has been. */
        HIGHWATERMARK,
        /** How much there has been. */
        COUNTER
    }

    private Tool(int provided) {
        this.provided = provided;
    }

    /** Keeps javac from copying a constant's value into programs. */
    private static int constant(int value) {
        return value;
    }

    // ---- Start and end (MPI 4.1 §15.3.4)

    /**
     * Opens the interface (MPI_T_init_thread). Each one that is opened is to be closed.
     *
     * @param required the thread level that the program needs, {@code MPI.THREAD_…}
     */
    public static Tool open(int required) {
        return new Tool(Math.clamp(required, MPI.THREAD_SINGLE, MPI.THREAD_MULTIPLE));
    }

    /** Returns the thread level that {@link #open} provides, which is the required one. */
    public int provided() {
        return provided;
    }

    /** Closes this (MPI_T_finalize): only reading names is allowed then. Repeated, nothing. */
    @Override
    public void close() {
        closed = true;
    }

    void check() throws MPIException {
        if (closed) {
            throw ToolErrors.of(
                    ERR_NOT_INITIALIZED, "NOT_INITIALIZED", "the tool interface was closed");
        }
    }

    // ---- Control variables (MPI 4.1 §15.3.6)

    /**
     * Returns all control variables, the parameters that {@code mpi_info} lists, ordered by name.
     * Their number does not change.
     *
     * @throws MPIException ERR_NOT_INITIALIZED if this was closed, ERR_CANNOT_INIT if no component
     *     of the library can be found
     */
    public List<Cvar> cvars() throws MPIException {
        check();
        List<Cvar> all = new ArrayList<>();
        ToolWrites.present()
                .describe()
                .forEach(each -> all.add(new Cvar(this, each.declaration())));
        return all;
    }

    /**
     * Returns a control variable (MPI_T_cvar_get_index).
     *
     * @param name its name, or another name that means the same: {@code "btl_tcp_eager_limit"}
     * @throws MPIException ERR_INVALID_NAME if there is none, ERR_NOT_INITIALIZED
     */
    public Cvar cvar(String name) throws MPIException {
        for (Cvar each : cvars()) {
            if (each.declared.name().equals(name) || each.declared.aliases().contains(name)) {
                return each;
            }
        }
        String why = "there is no control variable \"" + name + "\": mpi_info --all lists them";
        throw ToolErrors.of(ERR_INVALID_NAME, "INVALID_NAME", why);
    }

    /** A parameter of the library, as a control variable. Its values are text. */
    public static final class Cvar {
        private final Tool tool;
        private final Declaration declared;

        private Cvar(Tool tool, Declaration declared) {
            this.tool = tool;
            this.declared = declared;
        }

        /** Returns the name: {@code "btl_tcp_eager_limit"}. */
        public String name() {
            return declared.name();
        }

        /** Returns the meaning, with the unit of its values. */
        public String description() {
            return declared.help();
        }

        /** Returns the component: {@code "btl_tcp"}, or a framework or group: {@code "mpi"}. */
        public String category() {
            String component = declared.component();
            return declared.framework() + (component.isEmpty() ? "" : "_" + component);
        }

        /** Returns the level of detail: 1 to 3 for users, to 6 for tuning, to 9 for developers. */
        public int verbosity() {
            return declared.level();
        }

        /** Returns int, size (bytes; 64k), bool, number, string, list (commas) or enum. */
        public String type() {
            return declared.type().label();
        }

        /** Returns the words that a value may be; empty where others are allowed. */
        public List<String> values() {
            return declared.choices().stream().map(AllowedValue::name).toList();
        }

        /** Returns the value where nobody sets one. */
        public String defaultValue() {
            return declared.defaultValue();
        }

        /** Returns where it may be written. */
        public Scope scope() {
            return switch (ParameterScope.of(declared)) {
                case LAUNCHER -> Scope.CONSTANT;
                case STARTUP -> Scope.ALL_EQ;
                case RUNNING -> Scope.LOCAL;
            };
        }

        /**
         * Returns the value in force (MPI_T_cvar_read): before MPI.Init the one that it would find.
         *
         * @throws MPIException ERR_NOT_INITIALIZED if the Tool was closed
         */
        public String read() throws MPIException {
            return parameter().value();
        }

        /**
         * Returns where the value comes from: {@code "default"}, {@code "command line"}, {@code
         * "environment …"}, {@code "file …"}, or {@code "mpi.Tool"} after {@link #write}.
         *
         * @throws MPIException ERR_NOT_INITIALIZED if the Tool was closed
         */
        public String origin() throws MPIException {
            return parameter().origin();
        }

        /**
         * Sets the value in this process (MPI_T_cvar_write), over that of the command line, the
         * environment and files: of scope ALL_EQ before MPI.Init, of scope LOCAL also later.
         *
         * @param value as on the command line; for a size also with k, m or g
         * @throws MPIException ERR_CVAR_SET_NEVER if it cannot be written (any more), ERR_INVALID
         *     if the value does not fit, ERR_NOT_INITIALIZED
         */
        public void write(String value) throws MPIException {
            ToolWrites.write(parameter(), scope(), value);
        }

        private Parameter parameter() throws MPIException {
            tool.check();
            return ToolWrites.present().find(declared.name());
        }
    }

    // ---- Performance variables (MPI 4.1 §15.3.7)

    /**
     * Returns the performance variables. MPI.Init adds those of the components that it opens, at
     * the end; none disappears.
     *
     * @throws MPIException ERR_NOT_INITIALIZED if this was closed
     */
    public List<Pvar> pvars() throws MPIException {
        check();
        return ToolCounters.all();
    }

    /**
     * Returns a performance variable (MPI_T_pvar_get_index): {@code
     * "pml_monitoring_messages_count"}.
     *
     * @throws MPIException ERR_INVALID_NAME if there is none (yet), ERR_NOT_INITIALIZED
     */
    public Pvar pvar(String name) throws MPIException {
        for (Pvar each : pvars()) {
            if (each.name.equals(name)) {
                return each;
            }
        }
        String yet = MpiRuntime.running() == null ? "; MPI.Init adds most" : "";
        String why = "there is no performance variable \"" + name + "\"" + yet;
        throw ToolErrors.of(ERR_INVALID_NAME, "INVALID_NAME", why);
    }

    /** Something that the library counts or measures. */
    public static final class Pvar {
        /** Level of detail: for tuning (MPI 4.1 §15.3.1). */
        private static final int TUNER = 5;

        private final String name;
        private final String help;
        private final PvarClass kind;
        private final boolean ofComm;
        private final ToolCounters.Source source;

        Pvar(String name, String help, PvarClass kind, boolean ofComm, ToolCounters.Source source) {
            this.name = name;
            this.help = help;
            this.kind = kind;
            this.ofComm = ofComm;
            this.source = source;
        }

        /** Returns the name. */
        public String name() {
            return name;
        }

        /** Returns what its values count, with their unit. */
        public String description() {
            return help;
        }

        /** Returns the level of detail, 1 to 9. */
        public int verbosity() {
            return TUNER;
        }

        /** Returns the class of its values. */
        public PvarClass variableClass() {
            return kind;
        }

        /** Returns whether handles are for a communicator, with a value for each member. */
        public boolean isOfCommunicator() {
            return ofComm;
        }

        /** Returns whether it is always active, and so cannot be started or stopped. */
        public boolean isContinuous() {
            return kind != PvarClass.COUNTER;
        }

        /** Returns whether it cannot be reset. */
        public boolean isReadOnly() {
            return kind != PvarClass.COUNTER;
        }

        /** Returns the name. */
        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * Makes a session (MPI_T_pvar_session_create): what one part of the program measures is not
     * changed by what another one starts, stops or resets.
     *
     * @throws MPIException ERR_NOT_INITIALIZED if this was closed
     */
    public Session session() throws MPIException {
        check();
        return new Session(this);
    }

    /** Handles of performance variables that belong together. */
    public static final class Session implements AutoCloseable {
        private final Tool tool;
        private final Set<Handle> handles = new LinkedHashSet<>();
        private boolean closed;

        private Session(Tool tool) {
            this.tool = tool;
        }

        private void check() throws MPIException {
            tool.check();
            if (closed) {
                throw ToolErrors.of(
                        ERR_INVALID_SESSION, "INVALID_SESSION", "the session was closed");
            }
        }

        /**
         * Makes a handle of a variable that is bound to nothing (MPI_T_pvar_handle_alloc).
         *
         * @throws MPIException ERR_INVALID if the variable is null or bound to a communicator,
         *     ERR_INVALID_SESSION, ERR_NOT_INITIALIZED
         */
        public Handle handle(Pvar variable) throws MPIException {
            return handle(variable, null);
        }

        /**
         * Makes a handle of a variable (MPI_T_pvar_handle_alloc). It is stopped, at zero.
         *
         * @param comm the communicator whose members are counted; not used by variables that are
         *     bound to nothing
         * @throws MPIException ERR_INVALID if the variable is null, or needs a communicator and
         *     that is null; ERR_INVALID_SESSION, ERR_NOT_INITIALIZED
         */
        public synchronized Handle handle(Pvar variable, Comm comm) throws MPIException {
            check();
            if (variable == null) {
                throw ToolErrors.invalid("the performance variable is null");
            }
            if (variable.ofComm && (comm == null || comm.comm.isNull())) {
                throw ToolErrors.invalid(
                        variable + " is bound to a communicator, and that is null");
            }
            Handle made = new Handle(this, variable, variable.ofComm ? comm.comm : null);
            handles.add(made);
            return made;
        }

        /**
         * Starts all handles that can be started (MPI_T_PVAR_ALL_HANDLES).
         *
         * @throws MPIException as {@link Handle#read}
         */
        public synchronized void start() throws MPIException {
            check();
            for (Handle each : handles) {
                each.begin();
            }
        }

        /**
         * Stops all handles that can be stopped.
         *
         * @throws MPIException as {@link Handle#read}
         */
        public synchronized void stop() throws MPIException {
            check();
            for (Handle each : handles) {
                each.end();
            }
        }

        /**
         * Sets all handles to zero that can be reset.
         *
         * @throws MPIException as {@link Handle#read}
         */
        public synchronized void reset() throws MPIException {
            check();
            for (Handle each : handles) {
                each.zero();
            }
        }

        /** Closes the session with its handles (MPI_T_pvar_session_free). Repeated, nothing. */
        @Override
        public synchronized void close() {
            closed = true;
            handles.clear();
        }
    }

    /** A performance variable in a session. */
    public static final class Handle implements AutoCloseable {
        private final Session session;
        private final Pvar variable;
        private final Communicator bound;
        private final CountedSpan span = new CountedSpan();

        private Handle(Session session, Pvar variable, Communicator bound) {
            this.session = session;
            this.variable = variable;
            this.bound = bound;
        }

        /**
         * Begins to count (MPI_T_pvar_start). Nothing, if it has begun.
         *
         * @throws MPIException ERR_PVAR_NO_STARTSTOP if the variable is continuous; else as {@link
         *     #read}
         */
        public void start() throws MPIException {
            synchronized (session) {
                requireCounter(ERR_PVAR_NO_STARTSTOP, "PVAR_NO_STARTSTOP");
                begin();
            }
        }

        /**
         * Ends counting (MPI_T_pvar_stop); the value stays. Nothing, if it has not begun.
         *
         * @throws MPIException ERR_PVAR_NO_STARTSTOP if the variable is continuous; else as {@link
         *     #read}
         */
        public void stop() throws MPIException {
            synchronized (session) {
                requireCounter(ERR_PVAR_NO_STARTSTOP, "PVAR_NO_STARTSTOP");
                end();
            }
        }

        /**
         * Returns the value (MPI_T_pvar_read): of counters what was counted while the handle was
         * started, of other classes what holds now.
         *
         * @return one value, or one for each rank of the communicator (the remote group of an
         *     inter-communicator), in the unit of {@link Pvar#description}
         * @throws MPIException ERR_INVALID_HANDLE if the handle was closed, its communicator was
         *     freed, or MPI does not run; ERR_INVALID_SESSION, ERR_NOT_INITIALIZED
         */
        public long[] read() throws MPIException {
            synchronized (session) {
                check();
                long[] now = now();
                return variable.isContinuous() ? now : span.value(now);
            }
        }

        /**
         * Sets the value of a counter to zero (MPI_T_pvar_reset), in this handle alone.
         *
         * @throws MPIException ERR_PVAR_NO_WRITE if the variable is read-only; else as {@link
         *     #read}
         */
        public void reset() throws MPIException {
            synchronized (session) {
                requireCounter(ERR_PVAR_NO_WRITE, "PVAR_NO_WRITE");
                zero();
            }
        }

        /**
         * Returns the value of a counter and sets it to zero, with nothing counted in between
         * (MPI_T_pvar_readreset).
         *
         * @return as {@link #read}
         * @throws MPIException as {@link #reset}
         */
        public long[] readReset() throws MPIException {
            synchronized (session) {
                requireCounter(ERR_PVAR_NO_WRITE, "PVAR_NO_WRITE");
                long[] now = now();
                long[] value = span.value(now);
                span.reset(now);
                return value;
            }
        }

        /** Closes this handle (MPI_T_pvar_handle_free). Repeated, nothing. */
        @Override
        public void close() {
            synchronized (session) {
                session.handles.remove(this);
            }
        }

        private void check() throws MPIException {
            session.check();
            if (!session.handles.contains(this)) {
                throw ToolErrors.of(ERR_INVALID_HANDLE, "INVALID_HANDLE", "the handle was closed");
            }
        }

        private void requireCounter(int error, String symbol) throws MPIException {
            check();
            if (variable.isContinuous()) {
                throw ToolErrors.of(error, symbol, variable + " shows what holds at any time");
            }
        }

        private void begin() throws MPIException {
            if (!variable.isContinuous()) {
                span.start(now());
            }
        }

        private void end() throws MPIException {
            if (!variable.isContinuous()) {
                span.stop(now());
            }
        }

        private void zero() throws MPIException {
            if (!variable.isReadOnly()) {
                span.reset(now());
            }
        }

        private long[] now() throws MPIException {
            MpiRuntime runtime = MpiRuntime.running();
            if (runtime == null) {
                String why = variable + " has values only between MPI.Init and MPI.Finalize";
                throw ToolErrors.of(ERR_INVALID_HANDLE, "INVALID_HANDLE", why);
            }
            if (bound != null && bound.isNull()) {
                String why = "the communicator of " + variable + " was freed";
                throw ToolErrors.of(ERR_INVALID_HANDLE, "INVALID_HANDLE", why);
            }
            return variable.source.read(runtime, bound == null ? null : bound.context());
        }
    }
}
