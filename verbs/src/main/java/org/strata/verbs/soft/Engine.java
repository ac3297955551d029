package org.strata.verbs.soft;

import org.strata.opal.sys.OwnThreads;
import org.strata.opal.sys.Threads;
import org.strata.verbs.soft.segment.Bell;

import java.util.concurrent.TimeUnit;

/** The adapter's own thread: executes requests while the application computes. */
final class Engine implements Runnable {
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final SoftDevice device;
    private final Worker worker;
    private final long header;
    private final long spinNanos;
    private Thread thread;

    /** Pairs with Engine.run: stored by Engine.stop. */
    private volatile boolean stopped;

    private Engine(SoftDevice device, Worker worker) {
        this.device = device;
        this.worker = worker;
        this.header = device.self().header();
        this.spinNanos = TimeUnit.MICROSECONDS.toNanos(device.config().engineSpinMicros());
    }

    static Engine start(SoftDevice device, Worker worker) {
        Engine engine = new Engine(device, worker);
        engine.thread = OwnThreads.daemon("strata-" + device.name()).start(engine);
        return engine;
    }

    @Override
    public void run() {
        long idleSince = device.now();
        while (!stopped) {
            int bell = Bell.count(header);
            worker.progress();
            if (Bell.count(header) != bell) {
                idleSince = device.now();
                continue;
            }
            long now = device.now();
            if (now - idleSince < spinNanos) {
                // A posting thread may need this processor.
                Thread.yield();
                continue;
            }
            device.tick();
            worker.sleep(bell, now, IDLE_NANOS);
            // A timer of a receiver without a receive ends a sleep, too: nothing more is to be
            // expected at once, and spinning after each would take a quarter of a processor.
            if (Bell.count(header) != bell) {
                idleSince = device.now();
            }
        }
    }

    void stop() {
        stopped = true;
        Bell.ring(header);
        Threads.join(thread);
    }
}
