package mpi;

import org.strata.mca.base.Output;
import org.strata.mca.base.Stack;
import org.strata.mca.coll.Coll;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.io.Io;
import org.strata.mca.osc.OscComponents;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.CommId;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.proc.Proc;
import org.strata.opal.progress.ProgressEngine;

import java.util.List;
import java.util.function.Supplier;

/**
 * The state of MPI in this process from Init to Finalize: the stack below the API, and the API's
 * own objects. Everything but the final fields is guarded by the engine's bracket.
 *
 * <p><b>The bracket.</b> Every operation on the stack lies between {@code engine.enter()} and
 * {@code engine.exit()}, which {@link #enter} wraps for a try block. The operations of single
 * messages (tier 1) call the two directly: the JIT inlines by size of bytecode.
 */
final class MpiRuntime {
    /** The current runtime; null before Init and after Finalize. */
    private static MpiRuntime running;

    private static boolean finalized;

    final ProgressEngine engine;
    final ProcessEnvironment environment;
    final Pml pml;
    final Coll coll;

    /** Collectives of inter-communicators. */
    private final Coll interColl;

    /** Allocates new direct buffers. */
    final SharedBuffers buffers;

    /** Whether calls check their arguments (parameter mpi_param_check). */
    final boolean checks;

    /** Largest tag of a message. */
    final int maxTag;

    /** Names the communicators whose first member this process is. */
    CommId.Namer names;

    /** The thread level that Init provided. */
    final int threadLevel;

    /** The thread that called Init. */
    final Thread mainThread = Thread.currentThread();

    /** Words for processes that share no communicator with this one; null in some tests. */
    OobLetters letters;

    /** The communicators with processes of other worlds. */
    final ConnectedWorlds worlds = new ConnectedWorlds(this);

    /** Writes at MPI.Finalize what was sent; null unless mpi_monitoring_enable asks for it. */
    Monitoring monitoring;

    /** The whole stack, for the tool interface; null in some tests. */
    Stack wired;

    /** What the program has to free or complete; null unless mpi_show_handle_leaks is on. */
    HandleLeaks leaks;

    /** Bytes of a Java object that is sent or received, at most (mpi_max_object_size). */
    long objectLimit = Integer.MAX_VALUE;

    final RequestFutures futures = new RequestFutures(this);

    /** Ends the job when the JVM cuts an operation off; started by Init. */
    final Breakdown breakdown = new Breakdown(this);

    /** Prints reports for the user; null in some tests. */
    Output reports;

    /** The program's buffer for buffered sends, null for none; the PML has its own bytes. */
    byte[] attached;

    private Supplier<Io> files;
    private Io io;

    /** Asked for at the first window; what serves windows is not wired before. */
    private Supplier<OscComponents> windowSource = () -> new OscComponents(List.of());

    private OscComponents windows;

    private final Bracket bracket;
    private final AutoCloseable stack;
    private CallScratch spare = new CallScratch();

    /** The outcome of the last receive that took the shortest way; no second thread is inside. */
    final PmlStatus shortStatus = new PmlStatus();

    /**
     * @param stack what to close at Finalize
     * @param threadLevel what Init provides, one of {@code MPI.THREAD_…}
     * @param checks whether calls check their arguments
     */
    MpiRuntime(
            ProgressEngine engine,
            ProcessEnvironment environment,
            Pml pml,
            Coll coll,
            SharedBuffers buffers,
            AutoCloseable stack,
            int threadLevel,
            boolean checks) {
        this.engine = engine;
        this.bracket = new Bracket(engine);
        this.environment = environment;
        this.pml = pml;
        this.coll = coll;
        this.interColl = coll.inter(coll);
        this.buffers = buffers;
        this.stack = stack;
        this.checks = checks;
        this.threadLevel = threadLevel;
        this.maxTag = pml.maxTag();
        this.names = new CommId.Namer(environment.rank());
        engine.setThreadMultiple(threadLevel == MPI.THREAD_MULTIPLE);
    }

    /** Sets what returns the components that serve windows. */
    void setWindows(Supplier<OscComponents> source) {
        windowSource = source;
    }

    /** Returns the components that serve windows; inside the bracket. */
    OscComponents windows() {
        if (windows == null) {
            windows = windowSource.get();
        }
        return windows;
    }

    // ---- The current runtime.

    /** Returns the current runtime. Tier 1. */
    static MpiRuntime current() throws MPIException {
        MpiRuntime now = running;
        if (now == null) {
            throw new MPIException(finalized ? "MPI is finalized." : "MPI is not initialized.");
        }
        return now;
    }

    /** Returns the current runtime, or null. */
    static MpiRuntime running() {
        return running;
    }

    /** Returns whether Finalize has been called. */
    static boolean isFinalized() {
        return finalized;
    }

    /** Makes an opened runtime the current one. */
    static void begin(MpiRuntime opened) {
        running = opened;
    }

    /** Finalize: there is no current runtime any more, and there will be none. */
    static void end() {
        running = null;
        finalized = true;
    }

    /** Returns to the state before Init. For tests. */
    static void forget() {
        running = null;
        finalized = false;
    }

    // ---- Files.

    /** Sets what makes file access when the program uses the first file. */
    void setFiles(Supplier<Io> factory) {
        files = factory;
    }

    /** Returns file access. Most programs use none, so it is made at the first call. */
    Io io() {
        try (var _ = enter()) {
            if (io == null) {
                io = files.get();
            }
            return io;
        }
    }

    // ---- The bracket.

    /** The engine's bracket, left when this is closed. */
    static final class Bracket implements AutoCloseable {
        private final ProgressEngine engine;

        private Bracket(ProgressEngine engine) {
            this.engine = engine;
        }

        @Override
        public void close() {
            engine.exit();
        }
    }

    /** Enters the engine's bracket until the end of {@code try (var _ = runtime.enter())}. */
    Bracket enter() {
        engine.enter();
        return bracket;
    }

    /**
     * Ends the job for what the JVM has thrown in the middle of a call: a StackOverflowError, an
     * OutOfMemoryError, the error of a mapped page that the system cannot provide, the exception of
     * a defect. Every block in the bracket, and every {@link #whole}, hands over here what it
     * catches. The thread stays here until {@link Breakdown} has ended the process: whatever the
     * program did with the failure, its peers would wait for the rest of the call.
     *
     * @return what the caller throws, where nobody ends the process: in tests without Init
     */
    Error cutOff(Throwable failure) {
        engine.brokenBy(failure);
        breakdown.awaitEnd();
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return (Error) failure;
    }

    /** The operations of a call and what lies between them, behind the check of the arguments. */
    @FunctionalInterface
    interface Steps<T> {
        T run() throws MPIException;
    }

    /**
     * Runs a call of several operations on the stack, with steps of its own between them: the other
     * processes wait for all of them, so that what the JVM throws in between cuts it off as inside
     * the bracket.
     */
    <T> T whole(Steps<T> steps) throws MPIException {
        try {
            return steps.run();
        } catch (Error | RuntimeException e) {
            throw cutOff(e);
        }
    }

    // ---- This process and its job.

    /** Returns this process's number in the job. */
    int rank() {
        return environment.rank();
    }

    /** Returns the process with a number in the job. */
    Proc proc(int rank) {
        return environment.proc(rank);
    }

    /** Returns {@code [host:pid]}, with which messages of this process begin. */
    String processName() {
        String host = proc(rank()).host();
        return "[" + host + ":" + ProcessHandle.current().pid() + "]";
    }

    /** Returns a predefined attribute (MPI 3.1 §8.1.2), null for other keys. */
    Object attribute(int keyval) {
        if (keyval == MPI.TAG_UB) {
            return maxTag;
        } else if (keyval == MPI.HOST) {
            return MPI.PROC_NULL;
        } else if (keyval == MPI.IO) {
            return MPI.ANY_SOURCE;
        } else if (keyval == MPI.WTIME_IS_GLOBAL) {
            return false;
        } else if (keyval == MPI.APPNUM) {
            return environment.appNum();
        } else if (keyval == MPI.LASTUSEDCODE) {
            return MPI.ERR_LASTCODE;
        } else if (keyval == MPI.UNIVERSE_SIZE) {
            return environment.universeSize();
        }
        return null;
    }

    // ---- Shared by all calls.

    /** Returns the PML for the library's own messages, which mpi_check leaves alone. */
    Pml ownPml() {
        return wired == null ? pml : wired.pml();
    }

    /** Returns the collectives for the library's own calls, which mpi_check leaves alone. */
    Coll ownColl() {
        return wired == null ? coll : wired.coll();
    }

    /** Returns the collectives for a communicator. */
    Coll coll(CommContext context) {
        return context.isInter() ? interColl : coll;
    }

    /**
     * Returns objects for one call into the PML. The runtime keeps one set; while a call uses it,
     * other threads, which enter the bracket when the call waits, get new ones. Inside the bracket.
     */
    CallScratch borrow() {
        CallScratch scratch = spare;
        spare = null;
        return scratch == null ? new CallScratch() : scratch;
    }

    /** Ends a call's use of its objects; its buffer was reachable until here. In the bracket. */
    void giveBack(CallScratch scratch) {
        scratch.buf.clear();
        spare = scratch;
    }

    /**
     * Removes a communicator that no operation uses any more from the stack. Inside the bracket.
     */
    void retire(CommContext context) {
        coll(context).removeComm(context);
        pml.removeComm(context);
    }

    /** Notes a communicator with processes of another world. */
    void connect(Communicator made) {
        try (var _ = enter()) {
            worlds.add(made);
        }
    }

    /** Waits until the processes of other worlds that this one is connected to finish, too. */
    void awaitConnected() {
        try (var _ = enter()) {
            worlds.awaitAll();
        }
    }

    /**
     * Names the handles that the program has neither freed nor completed, and a message that it has
     * not received, if it is to. Every line of the output begins with the process's name.
     */
    void reportLeaks() {
        if (leaks != null) {
            leaks.report().forEach(reports::warn);
            UnreceivedMessages.find(this).forEach(reports::warn);
        }
    }

    /**
     * Finishes the accepted operations, waits until all processes have done so, closes the stack
     * and leaves the job.
     */
    void close() throws MPIException {
        futures.close();
        try {
            stack.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            breakdown.close();
            throw new MPIException(e);
        }
        // Not sooner: an operation that was cut off before may be what Finalize waits for.
        breakdown.close();
    }
}
