package org.strata.io.posix;

import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.sys.OwnThreads;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of a rank that do the work of accesses in the background: the system's calls on
 * files, and the copies around them. Progress must not do that: it runs inside the bracket, which
 * other threads wait for, and in any MPI call. There are none before the first access, and none
 * some seconds after the last one.
 *
 * <p>A rank whose only thread waits for an access makes progress meanwhile, so it serves the other
 * ranks' messages and one-sided operations while it reads or writes. That costs two changes of
 * threads for each window of an access, some ten microseconds.
 */
final class IoThreads {
    /** Most threads: a device serves a few transfers at a time as fast as many. */
    private static final int MOST = 4;

    private static final int IDLE_SECONDS = 5;

    private final ProgressEngine engine;
    private final Executor executor;

    /**
     * @param engine is woken when some work is done
     */
    IoThreads(ProgressEngine engine) {
        this(engine, executor());
    }

    /**
     * @param executor runs the work, not in the calling thread
     */
    IoThreads(ProgressEngine engine, Executor executor) {
        this.engine = engine;
        this.executor = executor;
    }

    private static Executor executor() {
        ThreadPoolExecutor made =
                new ThreadPoolExecutor(
                        MOST,
                        MOST,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        OwnThreads.daemon("").name("strata-io-", 0).factory());
        made.allowCoreThreadTimeOut(true);
        return made;
    }

    /** Runs something in the background; the engine is woken after it. It throws nothing. */
    void run(Runnable work) {
        executor.execute(() -> {
            try {
                work.run();
            } finally {
                engine.wake();
            }
        });
    }
}
