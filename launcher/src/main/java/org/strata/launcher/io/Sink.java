package org.strata.launcher.io;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Where the output of many streams comes together: mpirun's stdout, or its stderr. What is written
 * in one call stays together. A sink whose reader has gone is broken for good.
 */
public final class Sink {
    private final OutputStream out;
    private final boolean separateLines;
    private Object openLine;
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
        if (broken || length == 0) {
            return !broken;
        }
        try {
            if (separateLines && openLine != null && openLine != owner) {
                out.write('\n');
            }
            out.write(bytes, offset, length);
            out.flush();
            openLine = bytes[offset + length - 1] == '\n' ? null : owner;
        } catch (IOException e) {
            broken = true;
        }
        return !broken;
    }

    /** Returns whether a stream would continue its own unfinished line. */
    synchronized boolean continues(Object owner) {
        return !separateLines || openLine == owner;
    }
}
