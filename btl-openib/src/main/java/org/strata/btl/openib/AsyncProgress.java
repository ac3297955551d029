package org.strata.btl.openib;

import org.strata.mca.ess.ProcessEnvironment;
import org.strata.opal.progress.ProgressEngine;

import java.util.List;

/**
 * A thread that makes progress while the application is outside MPI ({@code
 * btl_openib_use_async_progress}). It sleeps until a completion comes, then polls everything inside
 * the engine's bracket, until there is nothing more to do.
 */
final class AsyncProgress {
    private static final long NAP_NANOS = 50_000_000L;

    private final ProgressEngine engine;
    private final List<OpenibBtl> links;
    private final Thread thread;
    private volatile boolean closing;

    AsyncProgress(ProgressEngine engine, List<OpenibBtl> links, ProcessEnvironment environment) {
        this.engine = engine;
        this.links = links;
        engine.addProgressThread();
        thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("strata-openib-progress-" + environment.rank())
                        .start(this::run);
    }

    private void run() {
        while (!closing) {
            boolean idle = true;
            engine.enter();
            try {
                if (!closing) {
                    idle = engine.progress() == 0;
                    for (OpenibBtl link : links) {
                        idle &= link.arm() == 0;
                    }
                }
            } finally {
                engine.exit();
            }
            if (idle) {
                // One channel is enough to sleep on: the nap bounds what the others miss.
                links.getFirst().resources().channel().await(NAP_NANOS / links.size());
            } else {
                engine.wake();
                Thread.onSpinWait();
            }
        }
    }

    /** Ends the thread. The caller may be inside the engine's bracket. */
    void close() {
        closing = true;
        engine.leaveFor(this::join);
    }

    private void join() {
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
