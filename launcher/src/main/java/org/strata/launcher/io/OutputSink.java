package org.strata.launcher.io;

import org.strata.opal.time.Clock;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * mpirun's stdout or stderr, to which many streams write. The bytes of one call stay together. A
 * stream that has written part of a line gets time to write the rest before others continue. When
 * the reader has closed its end, the sink stays broken. When writing fails for another reason (the
 * disk is full), what comes later is dropped, so that the ranks go on.
 */
public final class OutputSink {
    /** How long others wait for the rest of a line: that of a prompt never comes. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Stands for a stream that ended in the middle of a line. */
    private static final Object ENDED = new Object();

    private final OutputStream out;
    private final boolean separateLines;
    private final Clock clock;
    private Object openLine;
    private long openSince;
    private boolean broken;

    /** Why nothing can be written any more; null while it can. */
    private String failure;

    private Consumer<String> failures = reason -> {};

    /**
     * @param out where to write; not buffered
     * @param separateLines whether a stream that finds another's line unfinished starts a new line
     */
    public OutputSink(OutputStream out, boolean separateLines) {
        this(out, separateLines, Clock.SYSTEM);
    }

    /** As the other one, with the clock by which patience is measured. */
    OutputSink(OutputStream out, boolean separateLines, Clock clock) {
        this.out = out;
        this.clock = clock;
        this.separateLines = separateLines;
    }

    /**
     * Sets what is called, once, with the reason why nothing can be written any more; at once where
     * that has been found.
     */
    public synchronized void onFailure(Consumer<String> action) {
        failures = action;
        if (failure != null) {
            action.accept(failure);
        }
    }

    /**
     * Writes bytes of a stream.
     *
     * @param owner the stream
     * @return false when the reader has closed its end
     */
    public synchronized boolean write(Object owner, byte[] bytes, int offset, int length) {
        awaitTurn(owner);
        if (broken || failure != null || length == 0) {
            return !broken;
        }
        try {
            if (separateLines && openLine != null && openLine != owner) {
                out.write('\n');
            }
            out.write(bytes, offset, length);
            out.flush();
            noteLine(owner, bytes, offset, length);
        } catch (IOException e) {
            fail(e);
        }
        notifyAll();
        return !broken;
    }

    /** Patience with a line begins with its first byte: dots that come for ever hold nobody up. */
    private void noteLine(Object owner, byte[] bytes, int offset, int length) {
        int end = offset + length;
        boolean begins = openLine != owner;
        for (int i = offset; i < end && !begins; i++) {
            begins = bytes[i] == '\n';
        }
        if (begins) {
            openSince = clock.nanoTime();
        }
        openLine = bytes[end - 1] == '\n' ? null : owner;
    }

    private void fail(IOException e) {
        String reason = String.valueOf(e.getMessage());
        if (reason.toLowerCase(Locale.ROOT).contains("broken pipe")) {
            broken = true;
        } else {
            failure = reason;
            failures.accept(reason);
        }
    }

    /**
     * Waits while another stream may still finish its line, at most as long as the patience with
     * one line; the caller owns this monitor.
     */
    synchronized void awaitTurn(Object owner) {
        long asked = clock.nanoTime();
        boolean interrupted = false;
        while (openLine != null && openLine != owner && openLine != ENDED && writable()) {
            long now = clock.nanoTime();
            long left = PATIENCE_NANOS - Math.max(now - openSince, now - asked);
            if (left <= 0) {
                break;
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                interrupted = true;
                break;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean writable() {
        return !broken && failure == null;
    }

    /** Ends a stream: others no longer wait for the rest of its line. */
    synchronized void end(Object owner) {
        if (openLine == owner) {
            openLine = ENDED;
            notifyAll();
        }
    }

    /** Returns whether a stream would continue its own unfinished line. */
    synchronized boolean continues(Object owner) {
        return !separateLines || openLine == owner;
    }
}
