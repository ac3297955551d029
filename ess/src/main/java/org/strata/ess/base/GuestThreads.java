package org.strata.ess.base;

/**
 * Threads of ours in a process that is somebody else's. What they throw is printed, and does not
 * reach the process's default handler: that of an engine such as Spark ends the process.
 */
public final class GuestThreads {
    private GuestThreads() {}

    /** Returns a daemon that has not started. */
    public static Thread daemon(String name, Runnable task) {
        return Thread.ofPlatform()
                .daemon()
                .name(name)
                .uncaughtExceptionHandler(GuestThreads::print)
                .unstarted(task);
    }

    /** Starts a thread that the process does not end before. */
    static void startLasting(String name, Runnable task) {
        Thread.ofPlatform().name(name).uncaughtExceptionHandler(GuestThreads::print).start(task);
    }

    /** Starts a virtual thread. */
    public static void startVirtual(String name, Runnable task) {
        Thread.ofVirtual().name(name).uncaughtExceptionHandler(GuestThreads::print).start(task);
    }

    private static void print(Thread thread, Throwable failure) {
        System.err.println("Strata: thread " + thread.getName() + " has ended: " + failure);
    }
}
