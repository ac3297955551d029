package org.strata.launcher;

import org.strata.launcher.job.JobLauncher;
import org.strata.oob.OobServer;
import org.strata.opal.sys.KernelThreads;

/**
 * Loads on a second core what mpirun's main thread will need, while that reads parameters and
 * places the ranks. Ranks start sooner so; nothing else depends on it.
 */
final class HeadStart implements Runnable {
    private final Runnable load;

    private HeadStart(Runnable load) {
        this.load = load;
    }

    /** Begins, where there is a second core. */
    static void begin() {
        if (Runtime.getRuntime().availableProcessors() > 1) {
            begin(() -> OobServer.prepare(JobLauncher.CONTROL_THREADS));
            // The first native call: on a thread of its own, since ranks are placed by the answer.
            begin(() -> KernelThreads.affinity(0));
        }
    }

    private static void begin(Runnable load) {
        Thread.ofPlatform().daemon().name("strata-head-start").start(new HeadStart(load));
    }

    @Override
    public void run() {
        try {
            load.run();
        } catch (RuntimeException | Error e) {
            // The main thread will meet the same, and says what it means for the job.
            return;
        }
    }
}
