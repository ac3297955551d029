package org.strata.opal.sys;

/**
 * Strata's own daemon threads in a rank. What ends one of them other than its return is kept for
 * whoever ends the job: the program's threads wait for work that nobody does any more, and would
 * wait without end. One per process, since a JVM is one rank. Thread-safe.
 */
public final class OwnThreads {
    /** The threads' handlers know no stack: a library's thread may outlive the one it served. */
    private static final OwnThreads KEPT = new OwnThreads();

    /** Pairs with OwnThreads.failure: stored by OwnThreads.fail after the name. */
    private volatile Throwable failure;

    /** Pairs with OwnThreads.failed: stored by OwnThreads.fail before the failure. */
    private volatile String failed = "";

    private OwnThreads() {}

    /** Returns a builder of daemon threads of a name. */
    public static Thread.Builder.OfPlatform daemon(String name) {
        return Thread.ofPlatform().daemon().name(name).uncaughtExceptionHandler(KEPT::fail);
    }

    /** Keeps the first failure, without allocating: the heap may be full. Then prints it. */
    private void fail(Thread thread, Throwable cause) {
        synchronized (this) {
            if (failure == null) {
                failed = thread.getName();
                failure = cause;
            }
        }
        cause.printStackTrace();
    }

    /** Returns what has ended one of the threads, or null. */
    public static Throwable failure() {
        return KEPT.failure;
    }

    /** Returns the name of the thread that has failed. */
    public static String failed() {
        return KEPT.failed;
    }

    /** Forgets a failure that has been handled; the next one is kept. */
    public static void forget() {
        synchronized (KEPT) {
            KEPT.failure = null;
        }
    }
}
