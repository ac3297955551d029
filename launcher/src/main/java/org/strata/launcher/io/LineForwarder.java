package org.strata.launcher.io;

import java.io.ByteArrayOutputStream;
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
    private final OutputTag tag;
    private final ErrorWatch watch;
    private final Runnable onEnd;
    private final ByteArrayOutputStream tagged = new ByteArrayOutputStream();

    /** Begins with the bytes that are held back; grows for ranks that write much. */
    private byte[] buffer = new byte[SMALLEST_BUFFER];

    private int held;
    private long heldSince;
    private boolean inLine;

    /** Pairs with LineForwarder.idle: stored around the read. */
    private volatile boolean reading;

    /**
     * @param in the rank's stream
     * @param sink where it goes, or null for nowhere
     * @param file where it is copied to, or null
     * @param tag what stands before every line, or null
     * @param watch looks at what the rank writes, or null
     * @param onEnd called when the stream has ended and all of it is delivered
     */
    LineForwarder(
            InputStream in,
            OutputSink sink,
            OutputCopy file,
            OutputTag tag,
            ErrorWatch watch,
            Runnable onEnd) {
        this.in = in;
        this.sink = sink;
        this.file = file;
        this.tag = tag;
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
        if (tag == null) {
            alive = sink.write(this, buffer, 0, length);
        } else {
            synchronized (sink) {
                sink.awaitTurn(this);
                tagLines(length);
                alive = sink.write(this, tagged.toByteArray(), 0, tagged.size());
            }
        }
        if (!alive) {
            throw new IOException("nobody reads mpirun's output");
        }
    }

    private void tagLines(int length) {
        tagged.reset();
        byte[] mark = tag.now();
        boolean start = !inLine || !sink.continues(this);
        for (int i = 0; i < length; ) {
            if (start) {
                tagged.writeBytes(mark);
            }
            int end = i;
            while (end < length && buffer[end] != '\n') {
                end++;
            }
            start = end < length;
            end = start ? end + 1 : end;
            tagged.write(buffer, i, end - i);
            i = end;
        }
        inLine = !start;
    }

    /** The stream has ended: what is held goes out; with tags, an unfinished line is ended. */
    private void finish() throws IOException {
        deliver(held);
        if (tag != null && inLine && sink != null && sink.continues(this)) {
            sink.write(this, new byte[] {'\n'}, 0, 1);
        }
    }
}
