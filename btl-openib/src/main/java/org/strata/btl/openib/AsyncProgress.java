package org.strata.btl.openib;

import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.sys.Threads;

/**
 * A link's thread that makes progress while the application is outside MPI ({@code
 * btl_openib_use_async_progress}). It sleeps until a completion comes, then polls everything inside
 * the engine's bracket, until there is nothing more to do.
 */
final class AsyncProgress {
    private static final long NAP_NANOS = 20_000_000L;

    private final ProgressEngine engine;
    private final OpenibBtl link;
    private final Thread thread;
    private volatile boolean closing;

    AsyncProgress(ProgressEngine engine, OpenibBtl link) {
        this.engine = engine;
        this.link = link;
        engine.addProgressThread();
        thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("strata-openib-progress-" + link.rank() + "-" + link.index())
                        .start(this::run);
    }

    private void run() {
        while (!closing) {
            boolean idle = true;
            engine.enter();
            try {
                if (!closing) {
                    idle = engine.progress() + link.arm() == 0;
                }
            } finally {
                engine.exit();
            }
            if (idle) {
                // What peers say out of band rings no channel: the nap bounds how long it waits.
                link.resources().channel().await(NAP_NANOS);
            } else {
                engine.wake();
                Thread.onSpinWait();
            }
        }
    }

    /** Ends the thread. The caller may be inside the engine's bracket. */
    void close() {
        closing = true;
        engine.leaveFor(() -> Threads.join(thread));
    }
}
