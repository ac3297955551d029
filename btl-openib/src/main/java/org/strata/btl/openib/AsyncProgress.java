package org.strata.btl.openib;

import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.sys.OwnThreads;
import org.strata.opal.sys.Threads;

/**
 * A link's thread that makes progress while the application is outside MPI ({@code
 * btl_openib_use_async_progress}). It sleeps until a completion comes, then polls everything inside
 * the engine's bracket, until there is nothing more to do.
 */
final class AsyncProgress {
    private static final long NAP_NANOS = 20_000_000L;

    /** Calls of the engine that poll everything, sources of low priority included. */
    private static final int POLLS = 8;

    private final ProgressEngine engine;
    private final OpenibBtl link;
    private final Thread thread;

    /** Pairs with AsyncProgress.run: stored by close before it wakes the channel. */
    private volatile boolean closing;

    AsyncProgress(ProgressEngine engine, OpenibBtl link) {
        this.engine = engine;
        this.link = link;
        engine.addProgressThread();
        thread =
                OwnThreads.daemon("strata-openib-progress-" + link.rank() + "-" + link.index())
                        .start(this::run);
    }

    private void run() {
        while (!closing) {
            boolean idle = true;
            engine.enter();
            try {
                if (!closing) {
                    idle = poll() + link.arm() == 0;
                }
            } finally {
                engine.exit();
            }
            if (idle) {
                // The nap bounds how late timers are: of requests to connect, of what is retired.
                link.parts().queues().channel().await(napNanos());
            } else {
                engine.wake();
                Thread.onSpinWait();
            }
        }
    }

    /** Polls until something happens; returns the number of events. */
    private int poll() {
        int events = 0;
        for (int i = 0; i < POLLS && events == 0; i++) {
            events = engine.progress();
        }
        return events;
    }

    /** Ends the nap: something that the link's channel does not report waits. Any thread. */
    synchronized void wake() {
        if (!closing) {
            link.parts().queues().channel().wake();
        }
    }

    /** A write to a ring does not end the nap either. */
    private long napNanos() {
        return link.rings().isEmpty() ? NAP_NANOS : RingNaps.MOST_NANOS;
    }

    /** Ends the thread. The caller may be inside the engine's bracket. */
    void close() {
        synchronized (this) {
            closing = true;
            link.parts().queues().channel().wake();
        }
        engine.leaveFor(() -> Threads.join(thread));
    }
}
