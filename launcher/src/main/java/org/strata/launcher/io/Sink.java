package org.strata.launcher.io;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;

/**
 * Where the output of many streams comes together: mpirun's stdout, or its stderr. What is written
 * in one call stays together. A stream that has written part of a line is given time to write the
 * rest before others go on. A sink whose reader has gone is broken for good.
 */
public final class Sink {
    /** How long others wait for the rest of a line; prompts and progress dots have no rest. */
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
    public Sink(OutputStream out, boolean separateLines) {
        this.out = out;
        this.separateLines = separateLines;
    }

    /**
     * Writes bytes of a stream.
     *
     * @param owner the stream
     * @return false when nobody reads the sink any more
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

    /** A stream has ended: nobody waits for the rest of its line any more. */
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
