package mpi;

import org.strata.mca.base.Shortage;
import org.strata.mca.oob.Oob;
import org.strata.opal.sys.OwnThreads;

import java.util.concurrent.locks.LockSupport;

/**
 * Ends the job when the JVM has cut an operation of the library off in the middle, for want of
 * stack or of heap, or has ended one of the library's own threads: what the operation had begun
 * with a peer will never end, so that the program, if it caught the error and went on, would hang.
 * A thread of its own looks for it: the one that had the error may have neither stack nor heap to
 * say so. Tier 3.
 */
final class Breakdown implements Runnable {
    /** A look takes microseconds; users wait for the box no longer than this and the abort. */
    private static final long PERIOD_NANOS = 2_000_000_000L;

    private static final int EXIT_CODE = MPI.ERR_INTERN;

    /** What a report needs of the heap, kept for the time when it is full. */
    private static final int RESERVE_BYTES = 256 << 10;

    /** How long the launcher, which has said that it ends the job, may take to end this process. */
    private static final long GRACE_NANOS = 10_000_000_000L;

    /** Reports that fail for want of heap before the process ends without one. */
    private static final int ATTEMPTS = 3;

    private final MpiRuntime runtime;
    private final Thread thread;

    /** Pairs with Breakdown.run: set by Finalize. */
    private volatile boolean closing;

    @SuppressWarnings("UnusedVariable") // Only its room is used.
    private byte[] reserve;

    Breakdown(MpiRuntime runtime) {
        this.runtime = runtime;
        thread = Thread.ofPlatform().daemon().name("strata-breakdown").unstarted(this);
    }

    /** Starts to look. */
    void start() {
        reserve = new byte[RESERVE_BYTES];
        thread.start();
    }

    /**
     * Has the thread look at once, and waits until it has ended the process. Returns if there is no
     * such thread. The caller may have neither stack nor heap, which must not end its wait.
     */
    void awaitEnd() {
        while (!closing && thread.isAlive()) {
            try {
                LockSupport.unpark(thread);
                LockSupport.parkNanos(this, PERIOD_NANOS);
            } catch (StackOverflowError | OutOfMemoryError _) {
                Thread.onSpinWait();
            }
        }
    }

    /** Ends the thread. */
    void close() {
        closing = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        Throwable error = null;
        while (!closing && error == null) {
            LockSupport.parkNanos(this, PERIOD_NANOS);
            error = runtime.engine.breakdown();
            if (error == null) {
                error = OwnThreads.failure();
            }
        }
        if (error != null) {
            end(error);
        }
    }

    /** Ends the job, and this process; the heap may be full, so that it takes several attempts. */
    private void end(Throwable error) {
        reserve = null;
        if (error instanceof Oob.OobException) {
            awaitLauncher();
        }
        for (int attempt = 0; attempt < ATTEMPTS && !closing; attempt++) {
            try {
                abort(error);
            } catch (Error | RuntimeException _) {
                LockSupport.parkNanos(this, PERIOD_NANOS);
            }
        }
        if (!closing) {
            // The launcher reports how this process has ended.
            runtime.environment.halt(EXIT_CODE);
        }
    }

    /**
     * The control plane has ended before the call: the job's end has a reason and a box already.
     */
    private void awaitLauncher() {
        long begin = System.nanoTime();
        while (!closing && System.nanoTime() - begin < GRACE_NANOS) {
            LockSupport.parkNanos(this, PERIOD_NANOS);
        }
    }

    private void abort(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String where = root.getClass().getSimpleName() + place(error, root);
        String who = "Rank " + runtime.environment.rankInJob() + " ended the job: ";
        runtime.environment.abort(EXIT_CODE, who + where + ".", details(root, where));
    }

    private static String place(Throwable error, Throwable root) {
        return error == OwnThreads.failure()
                ? " in the thread " + OwnThreads.failed() + " of Strata"
                : " inside " + call(root.getStackTrace());
    }

    private String details(Throwable root, String where) {
        String prefix = runtime.processName() + " *** ";
        String what = root.getMessage() == null ? "" : " (" + root.getMessage() + ")";
        return prefix
                + where
                + calledAt(root.getStackTrace())
                + what
                + "\n"
                + prefix
                + "It cut an operation of MPI off in the middle, so nobody knows what this"
                + " process\n"
                + prefix
                + "has sent and received: all processes abort now.\n"
                + prefix
                + remedy(root)
                + "\n";
    }

    private static String remedy(Throwable root) {
        if (root instanceof StackOverflowError) {
            return "Give the thread more stack (java -Xss4m, or the size in Thread's constructor),"
                    + " or recurse less deeply.";
        }
        Shortage shortage = Shortage.of(root);
        if (shortage != null && shortage != Shortage.HEAP) {
            // The JVM throws an OutOfMemoryError, too, when the system makes no thread.
            return "Reason: " + shortage.what() + ". " + shortage.bound();
        } else if (root instanceof OutOfMemoryError) {
            return "Give each rank more memory (java -Xmx, -XX:MaxDirectMemorySize), or start fewer"
                    + " ranks per host.";
        }
        if (root instanceof Oob.OobException) {
            return "The launcher of the job has ended the connection to this process.";
        }
        if (root instanceof InternalError
                && String.valueOf(root.getMessage()).contains("memory access")) {
            return "Memory mapped from a file could not be accessed: its file system is full (df"
                    + " /dev/shm), or the file was made shorter.";
        }
        return "This is a defect of Strata: please report it with the lines above.";
    }

    private static String calledAt(StackTraceElement[] frames) {
        int caller = UserFrames.callerOfLibrary(frames);
        return caller > 0 && caller < frames.length ? ", called at " + frames[caller] : "";
    }

    /**
     * Returns the public method that the program called, e.g. {@code Comm.send}, {@code new Win}.
     */
    private static String call(StackTraceElement[] frames) {
        int caller = UserFrames.callerOfLibrary(frames);
        if (caller == 0) {
            return "MPI";
        }
        StackTraceElement frame = frames[caller - 1];
        String type = frame.getClassName();
        String name = type.substring(type.lastIndexOf('.') + 1);
        String method = frame.getMethodName();
        return method.equals("<init>") ? "new " + name : name + "." + method;
    }
}
