package org.strata.launcher.io;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;

/**
 * Copies one output stream of one rank to a sink and, if asked, to a file. Bytes keep their order
 * and none is lost; a slow sink slows the rank down. Complete lines reach the sink in one piece. An
 * unfinished line is held back for a moment in case its end comes, then passed on, so that prompts
 * and progress dots appear.
 */
final class LineForwarder implements Runnable {
    private static final int BUFFER = 64 << 10;
    private static final int NAPS = 20;
    private static final long NAP_MILLIS = 10;

    private final InputStream in;
    private final OutputSink sink;
    private final OutputStream file;
    private final OutputTag tag;
    private final Runnable onEnd;
    private final byte[] buffer = new byte[BUFFER];
    private final ByteArrayOutputStream tagged = new ByteArrayOutputStream();
    private int held;
    private boolean inLine;
    private volatile boolean reading;

    /**
     * @param in the rank's stream
     * @param sink where it goes, or null for nowhere
     * @param file where it is copied to, or null
     * @param tag what stands before every line, or null
     * @param onEnd called when the stream has ended and all of it is delivered
     */
    LineForwarder(
            InputStream in, OutputSink sink, OutputStream file, OutputTag tag, Runnable onEnd) {
        this.in = in;
        this.sink = sink;
        this.file = file;
        this.tag = tag;
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
            if (held == BUFFER || (held > 0 && noMoreInput())) {
                deliver(held);
            }
            reading = true;
            int count = in.read(buffer, held, BUFFER - held);
            reading = false;
            if (count < 0) {
                finish();
                return;
            }
            if (file != null) {
                file.write(buffer, held, count);
            }
            int end = held + count;
            int lineEnd = lastLineEnd(held, end);
            held = end;
            deliver(lineEnd);
        }
    }

    /** Waits a moment for more input; returns whether none came. */
    private boolean noMoreInput() throws IOException {
        try {
            for (int i = 0; i < NAPS; i++) {
                if (in.available() > 0) {
                    return false;
                }
                TimeUnit.MILLISECONDS.sleep(NAP_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return in.available() == 0;
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
