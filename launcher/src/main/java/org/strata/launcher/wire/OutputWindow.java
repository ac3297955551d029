package org.strata.launcher.wire;

/** The bytes of a stream that may be on their way to the reader's host. Thread-safe. */
public final class OutputWindow {
    /** Bytes that the other side has room for. */
    public static final int BYTES = 256 << 10;

    private int room = BYTES;
    private boolean closed;

    /**
     * Waits for room.
     *
     * @param count at most {@link #BYTES}
     * @return false when nobody reads the stream any more
     */
    public synchronized boolean acquire(int count) throws InterruptedException {
        while (room < count && !closed) {
            wait();
        }
        room -= count;
        return !closed;
    }

    /** Gives room back; a negative number closes the window. */
    public synchronized void release(int count) {
        closed |= count < 0;
        // The other side chooses the number: it must not overflow into a window without room.
        room += Math.min(BYTES - room, Math.max(0, count));
        notifyAll();
    }
}
