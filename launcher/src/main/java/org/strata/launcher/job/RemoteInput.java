package org.strata.launcher.job;

import org.strata.launcher.wire.OutputWindow;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.function.Consumer;

/** The standard input of a rank on another host. Thread-safe. */
final class RemoteInput extends OutputStream {
    private static final int CHUNK = 32 << 10;

    private final Consumer<byte[]> daemon;
    private final OutputWindow window = new OutputWindow();
    private boolean closed;

    /**
     * @param daemon gets what is written; nothing stands for the end
     */
    RemoteInput(Consumer<byte[]> daemon) {
        this.daemon = daemon;
    }

    /** The rank has got bytes; a negative number when it reads no more. */
    void taken(int count) {
        window.release(count);
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int start, int length) throws IOException {
        for (int at = 0; at < length; at += CHUNK) {
            int count = Math.min(CHUNK, length - at);
            try {
                if (!window.acquire(count)) {
                    throw new IOException("the rank reads no more");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException(e);
            }
            daemon.accept(Arrays.copyOfRange(bytes, start + at, start + at + count));
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            daemon.accept(new byte[0]);
        }
    }
}
