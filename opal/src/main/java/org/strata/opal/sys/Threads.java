package org.strata.opal.sys;

/** Waits for threads. */
public final class Threads {
    private Threads() {}

    /**
     * Waits for a thread to end, even when interrupted; then restores the interrupt for the caller.
     */
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
