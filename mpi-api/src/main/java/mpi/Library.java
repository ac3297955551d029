package mpi;

import org.strata.mca.coll.Coll;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.progress.ProgressEngine;

/**
 * The running library of this process: the stack below the API and what the API keeps beside it.
 * Exists from Init to Finalize. Everything but the final fields is guarded by the engine's bracket.
 */
final class Library {
    final ProgressEngine engine;
    final ProcessEnvironment environment;
    final Pml pml;
    final Coll coll;

    /** Where new direct buffers come from. */
    final SharedBuffers buffers;

    /** Whether calls check their arguments (parameter mpi_param_check). */
    final boolean checks;

    /** Largest tag of a message. */
    final int maxTag;

    final ContextIds contexts;
    final ActiveRequests active = new ActiveRequests();

    /** The thread level that Init provided. */
    final int threadLevel;

    /** The thread that called Init. */
    final Thread mainThread = Thread.currentThread();

    /** The attached buffer of buffered sends; the PML keeps the bytes itself. */
    private byte[] attached;

    private final AutoCloseable stack;
    private PmlStatus spare = new PmlStatus();

    /**
     * @param stack what to close at Finalize
     * @param threadLevel what Init provides, one of {@code MPI.THREAD_…}
     * @param checks whether calls check their arguments
     */
    Library(
            ProgressEngine engine,
            ProcessEnvironment environment,
            Pml pml,
            Coll coll,
            SharedBuffers buffers,
            AutoCloseable stack,
            int threadLevel,
            boolean checks) {
        this.engine = engine;
        this.environment = environment;
        this.pml = pml;
        this.coll = coll;
        this.buffers = buffers;
        this.stack = stack;
        this.checks = checks;
        this.threadLevel = threadLevel;
        this.maxTag = pml.maxTag();
        this.contexts = new ContextIds(coll);
        engine.setThreadMultiple(threadLevel == MPI.THREAD_MULTIPLE);
    }

    /** Fills the predefined communicators. */
    void openWorld() {
        Proc[] procs = environment.procs().toArray(new Proc[0]);
        int rank = environment.rank();
        MPI.COMM_WORLD.open(new CommContext(ContextIds.WORLD, rank, procs, rank));
        MPI.COMM_SELF.open(new CommContext(ContextIds.SELF, 0, new Proc[] {procs[rank]}, rank));
        engine.enter();
        try {
            pml.addComm(MPI.COMM_WORLD.context());
            pml.addComm(MPI.COMM_SELF.context());
        } finally {
            engine.exit();
        }
    }

    /** Returns this process's rank in MPI_COMM_WORLD. */
    int rank() {
        return environment.rank();
    }

    /** Returns the process with a rank in MPI_COMM_WORLD. */
    Proc proc(int rank) {
        return environment.procs().get(rank);
    }

    /** Returns {@code [host:pid]}, what messages of this process begin with. */
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

    /**
     * Lends a status for one call into the PML; a wait inside the call may let other threads in, so
     * that the spare one is taken away meanwhile. Inside the bracket.
     */
    PmlStatus lendStatus() {
        PmlStatus status = spare;
        spare = null;
        return status == null ? new PmlStatus() : status;
    }

    /** Takes a lent status back. Inside the bracket. */
    void returnStatus(PmlStatus status) {
        spare = status;
    }

    /** Forgets a communicator on which nothing is under way. Inside the bracket. */
    void retire(CommContext context) {
        pml.removeComm(context);
        contexts.release(context.id());
    }

    /** Attaches the buffer of buffered sends. */
    void attach(byte[] buffer) throws MPIException {
        String call = "MPI_Buffer_attach";
        if (buffer == null || attached != null) {
            String why = buffer == null ? "the buffer is null" : "a buffer is attached already";
            throw Errors.raise(null, MPI.ERR_BUFFER, call, why);
        }
        int rc;
        engine.enter();
        try {
            rc = pml.attachBuffer(buffer.length);
            attached = rc == Rc.OK ? buffer : null;
        } finally {
            engine.exit();
        }
        if (rc != Rc.OK) {
            throw Errors.fail(MPI.COMM_WORLD, rc, call, MPI.ANY_SOURCE, null);
        }
    }

    /** Waits until buffered messages have left; returns the attached buffer. */
    byte[] detach() throws MPIException {
        String call = "MPI_Buffer_detach";
        if (attached == null) {
            throw Errors.raise(null, MPI.ERR_BUFFER, call, "no buffer is attached");
        }
        byte[] buffer = attached;
        int rc;
        engine.enter();
        try {
            rc = pml.detachBuffer();
            attached = null;
        } finally {
            engine.exit();
        }
        if (rc != Rc.OK) {
            throw Errors.fail(MPI.COMM_WORLD, rc, call, MPI.ANY_SOURCE, null);
        }
        return buffer;
    }

    /** Says why a buffered send had no room. */
    String bufferSpace() {
        return attached == null
                ? "no buffer is attached"
                : "no room in the attached " + attached.length + " bytes";
    }

    /** Ends the library: finishes what was accepted, and leaves the job when all have come. */
    void close() throws MPIException {
        engine.enter();
        try {
            active.sweep();
            active.releaseFreed();
        } finally {
            engine.exit();
        }
        if (attached != null) {
            detach();
        }
        try {
            stack.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new MPIException(e);
        }
    }
}
