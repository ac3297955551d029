package org.strata.verbs.soft;

import org.strata.opal.sys.Threads;

import java.util.concurrent.TimeUnit;

/** The adapter's own thread: executes requests while the application computes. */
final class Engine implements Runnable {
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final SoftContext context;
    private final long header;
    private final long spinNanos;
    private Thread thread;

    /** Pairs with Engine.run: stored by Engine.stop. */
    private volatile boolean stopped;

    private Engine(SoftContext context) {
        this.context = context;
        this.header = context.self().header();
        this.spinNanos = TimeUnit.MICROSECONDS.toNanos(context.config().engineSpinMicros());
    }

    static Engine start(SoftContext context) {
        Engine engine = new Engine(context);
        engine.thread =
                Thread.ofPlatform().daemon().name("strata-" + context.device()).start(engine);
        return engine;
    }

    @Override
    public void run() {
        Worker worker = context.worker();
        long idleSince = worker.now();
        while (!stopped) {
            int bell = Bell.count(header);
            worker.progress();
            if (Bell.count(header) != bell) {
                idleSince = worker.now();
                continue;
            }
            long now = worker.now();
            if (now - idleSince < spinNanos) {
                // A posting thread may need this processor.
                Thread.yield();
                continue;
            }
            worker.tick();
            worker.sleep(bell, now, IDLE_NANOS);
            // A timer of a receiver without a receive ends a sleep, too: nothing more is to be
            // expected at once, and spinning after each would take a quarter of a processor.
            if (Bell.count(header) != bell) {
                idleSince = worker.now();
            }
        }
    }

    void stop() {
        stopped = true;
        Bell.ring(header);
        Threads.join(thread);
    }
}
