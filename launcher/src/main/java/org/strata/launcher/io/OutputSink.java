package org.strata.launcher.io;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;

/**
 * mpirun's stdout or stderr, to which many streams write. The bytes of one call stay together. A
 * stream that has written part of a line gets time to write the rest before others continue. When
 * the reader has closed its end, the sink stays broken.
 */
public final class OutputSink {
    /** How long others wait for the rest of a line: that of a prompt never comes. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Stands for a stream that ended in the middle of a line. */
    private static final Object ENDED = new Object();

    private final OutputStream out;
    private final boolean separateLines;
    private Object openLine;
    private long openSince;
    private boolean broken;

    /**
     * @param out where to write; not buffered
     * @param separateLines whether a stream that finds another's line unfinished starts a new line
     */
    public OutputSink(OutputStream out, boolean separateLines) {
        this.out = out;
        this.separateLines = separateLines;
    }

    /**
     * Writes bytes of a stream.
     *
     * @param owner the stream
     * @return false when the reader has closed its end
     */
    public synchronized boolean write(Object owner, byte[] bytes, int offset, int length) {
        awaitTurn(owner);
        if (broken || length == 0) {
            return !broken;
        }
        try {
            if (separateLines && openLine != null && openLine != owner) {
                out.write('\n');
            }
            out.write(bytes, offset, length);
            out.flush();
            boolean complete = bytes[offset + length - 1] == '\n';
            openLine = complete ? null : owner;
            openSince = System.nanoTime();
        } catch (IOException e) {
            broken = true;
        }
        notifyAll();
        return !broken;
    }

    /** Waits while another stream may still finish its line; the caller owns this monitor. */
    synchronized void awaitTurn(Object owner) {
        boolean interrupted = false;
        while (openLine != null && openLine != owner && openLine != ENDED && !broken) {
            long left = PATIENCE_NANOS - (System.nanoTime() - openSince);
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
