package org.strata.launcher.job;

import org.strata.launcher.wire.MessageReader.DamagedException;
import org.strata.launcher.wire.OutputWindow;

import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.IntConsumer;

/** One output stream of a rank on another host, filled by its daemon. Thread-safe. */
final class RemoteStream extends InputStream {
    private final IntConsumer taken;
    private final Queue<byte[]> chunks = new ArrayDeque<>();
    private int offset;
    private int kept;
    private boolean ended;

    /**
     * @param taken gets the number of bytes that have been read: the daemon may send as many more;
     *     a negative number when nobody reads any more
     */
    RemoteStream(IntConsumer taken) {
        this.taken = taken;
    }

    /** Adds what the daemon has sent; nothing stands for the end. */
    synchronized void add(byte[] chunk) {
        if (chunk.length == 0) {
            ended = true;
        } else if (kept + chunk.length > OutputWindow.BYTES) {
            throw new DamagedException("more output than there is room for");
        } else if (!ended) {
            kept += chunk.length;
            chunks.add(chunk);
        }
        notifyAll();
    }

    /** The rank's host is lost: what has arrived is all there is. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    @Override
    public synchronized int available() {
        return kept;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int start, int length) {
        int count = length == 0 ? 0 : next(target, start, length);
        if (count > 0) {
            taken.accept(count);
        }
        return count;
    }

    private synchronized int next(byte[] target, int start, int length) {
        boolean interrupted = false;
        while (kept == 0 && !ended && !interrupted) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (kept == 0) {
            return -1;
        }
        byte[] chunk = chunks.element();
        int count = Math.min(length, chunk.length - offset);
        System.arraycopy(chunk, offset, target, start, count);
        offset += count;
        kept -= count;
        if (offset == chunk.length) {
            chunks.remove();
            offset = 0;
        }
        return count;
    }

    /** Nobody reads any more: the rank gets a broken pipe, as a shell's would. */
    @Override
    public void close() {
        boolean early;
        synchronized (this) {
            early = !ended;
            ended = true;
        }
        if (early) {
            taken.accept(-1);
        }
    }
}
