package org.strata.ess.base;

import org.strata.mca.base.Boxes;
import org.strata.mca.ess.NumbersDesk;
import org.strata.oob.client.OobClient;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/**
 * The environment of a rank that another launcher has started. Its control server, in rank 0, never
 * inquires what ranks do, so that it needs no source of reports.
 */
final class GuestEnvironment extends OobEnvironment {
    private static final int LOW_BITS = 0xff;

    private final ForeignLauncher launcher;
    private final GuestServer server;
    private final JobLock lock;
    private final IntConsumer halt;

    /** Pairs with itself: one thread of the rank prints the box. */
    private final AtomicBoolean aborted = new AtomicBoolean();

    private final GuestNumbers numbers;
    private boolean closed;

    /**
     * @param server the control server in rank 0, else null
     * @param lock the lock of the job's files on this node in its first rank, else null
     */
    GuestEnvironment(
            ForeignLauncher launcher,
            OobClient oob,
            GuestServer server,
            JobLock lock,
            byte[] secret,
            IntConsumer halt) {
        super(oob, launcher.rank(), secret);
        this.launcher = launcher;
        this.server = server;
        this.lock = lock;
        this.halt = halt;
        numbers = new GuestNumbers(oob, server);
    }

    @Override
    public NumbersDesk numbers() {
        return numbers;
    }

    /** Tells the launcher and rank 0, each of which ends all processes, this one too. */
    @Override
    public void halt(int code) {
        halt.accept(code & LOW_BITS);
    }

    @Override
    public void abort(int code, String message) {
        String text = message == null ? "" : message;
        // Several threads may fail at once.
        if (!text.isEmpty() && aborted.compareAndSet(false, true)) {
            System.err.println(Boxes.box(text));
        }
        oob().abort(code & LOW_BITS, text, "");
        // Where there is a report, rank 0 makes it first, and has the launcher end the job then.
        numbers.awaitReport();
        GuestThreads.daemon("strata-abort", () -> launcher.abort(code & LOW_BITS, text)).start();
        awaitEnd();
        halt.accept(code & LOW_BITS);
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        oob().close();
        if (server != null) {
            server.close();
        }
        launcher.finish();
        if (lock != null) {
            try {
                lock.close();
            } catch (IOException e) {
                // The next sweep removes the file.
                assert e != null;
            }
        }
    }
}
