package org.strata.launcher.io;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Copies one output stream of one rank to a sink and, if asked, to a file. Bytes keep their order
 * and none is lost; a slow sink slows the rank down. Complete lines reach the sink in one piece. An
 * unfinished line is held back for a fifth of a second in case its end comes, then passed on, so
 * that prompts and progress dots appear.
 */
final class LineForwarder implements Runnable {
    private static final int SMALLEST_BUFFER = 4 << 10;
    private static final int LARGEST_BUFFER = 64 << 10;
    private static final long HELD_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long NAP_MILLIS = 10;

    private final InputStream in;
    private final OutputSink sink;
    private final OutputCopy file;
    private final OutputForm form;
    private final ErrorWatch watch;
    private final Runnable onEnd;

    /** Begins with the bytes that are held back; grows for ranks that write much. */
    private byte[] buffer = new byte[SMALLEST_BUFFER];

    private int held;
    private long heldSince;

    /** Pairs with LineForwarder.idle: stored around the read. */
    private volatile boolean reading;

    /**
     * @param in the rank's stream
     * @param sink where it goes, or null for nowhere
     * @param file where it is copied to, or null
     * @param form what is made of its bytes, or null for what they are
     * @param watch looks at what the rank writes, or null
     * @param onEnd called when the stream has ended and all of it is delivered
     */
    LineForwarder(
            InputStream in,
            OutputSink sink,
            OutputCopy file,
            OutputForm form,
            ErrorWatch watch,
            Runnable onEnd) {
        this.in = in;
        this.sink = sink;
        this.file = file;
        this.form = form;
        this.watch = watch;
        this.onEnd = onEnd;
    }

    @Override
    public void run() {
        try (in;
                file) {
            copy();
        } catch (IOException e) {
            // The rank has gone, or nobody reads us; the rank sees a broken pipe.
            assert e != null;
        } finally {
            if (sink != null) {
                sink.end(this);
            }
            if (watch != null) {
                watch.end();
            }
            reading = true;
            onEnd.run();
        }
    }

    /** Returns whether it waits for the rank to write, or has ended. */
    boolean idle() {
        return reading;
    }

    private void copy() throws IOException {
        while (true) {
            if (held > 0 && lineIsDue()) {
                deliver(held);
            }
            reading = true;
            int count = in.read(buffer, held, buffer.length - held);
            reading = false;
            if (count < 0) {
                finish();
                return;
            }
            if (file != null) {
                file.write(buffer, held, count);
            }
            if (watch != null) {
                watch.read(buffer, held, count);
            }
            int end = held + count;
            int lineEnd = lastLineEnd(held, end);
            if (held == 0 || lineEnd > 0) {
                heldSince = System.nanoTime();
            }
            held = end;
            deliver(lineEnd);
            makeRoom(end);
        }
    }

    /** A buffer that was filled is too small: the next one is twice as large. */
    private void makeRoom(int filled) throws IOException {
        if (filled == buffer.length && filled < LARGEST_BUFFER) {
            buffer = Arrays.copyOf(buffer, 2 * filled);
        } else if (held == buffer.length) {
            deliver(held);
        }
    }

    /** Waits for the rest of the held line; returns whether it has been held for long enough. */
    private boolean lineIsDue() throws IOException {
        try {
            while (System.nanoTime() - heldSince < HELD_NANOS) {
                if (in.available() > 0) {
                    return false;
                }
                TimeUnit.MILLISECONDS.sleep(NAP_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    private int lastLineEnd(int from, int to) {
        for (int i = to; i > from; i--) {
            if (buffer[i - 1] == '\n') {
                return i;
            }
        }
        return 0;
    }

    /** Passes the first bytes of the buffer on and moves the rest to its start. */
    private void deliver(int length) throws IOException {
        if (length > 0) {
            write(length);
            held -= length;
            System.arraycopy(buffer, length, buffer, 0, held);
        }
    }

    private void write(int length) throws IOException {
        if (sink == null) {
            return;
        }
        boolean alive;
        if (form == null) {
            alive = sink.write(this, buffer, 0, length);
        } else {
            // Nobody else writes between the look at the line and the bytes for it.
            synchronized (sink) {
                sink.awaitTurn(this);
                byte[] formed = form.of(buffer, length, sink.continues(this));
                alive = sink.write(this, formed, 0, formed.length);
            }
        }
        if (!alive) {
            throw new IOException("nobody reads mpirun's output");
        }
    }

    /** The stream has ended: what is held goes out, and what ends it in its form. */
    private void finish() throws IOException {
        deliver(held);
        if (form != null && sink != null && sink.continues(this)) {
            byte[] end = form.end();
            sink.write(this, end, 0, end.length);
        }
    }
}
