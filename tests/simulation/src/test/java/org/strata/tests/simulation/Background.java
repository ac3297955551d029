package org.strata.tests.simulation;

import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.strata.opal.sys.KernelThreads;

import java.io.File;

/**
 * Gives this module's tests a low priority. They only compute, beside the training of the start-up
 * caches, for which the rest of the build waits: its ranks poll, and need twice the processor time
 * where they have to share the cores.
 */
public final class Background implements LauncherSessionListener {
    private static final int NICE = 10;
    private static final File THREADS = new File("/proc/self/task");

    /** Threads that start later inherit it. */
    @Override
    public void launcherSessionOpened(LauncherSession session) {
        String[] threads = THREADS.list();
        if (threads != null) {
            for (String thread : threads) {
                KernelThreads.setNice(Integer.parseInt(thread), NICE);
            }
        }
    }
}
