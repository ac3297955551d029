package org.strata.opal.platform.portable;

import java.io.IOException;
import java.nio.channels.FileLock;
import java.util.ArrayList;
import java.util.List;

/**
 * The locks of this process on ranges of files. The JDK refuses a second lock of the process on the
 * same bytes, of whatever kind: who wants one waits here until the first is released.
 */
final class RangeLocks {
    /** Takes the system's lock, and waits for other processes. */
    interface Taker {
        FileLock take() throws IOException;
    }

    private static final class Range {
        private final Object file;
        private final int owner;
        private final long start;
        private final long length;
        private FileLock lock;

        Range(Object file, int owner, long start, long length) {
            this.file = file;
            this.owner = owner;
            this.start = start;
            this.length = length;
        }

        boolean overlaps(Range other) {
            return file.equals(other.file)
                    && start < other.start + other.length
                    && other.start < start + length;
        }
    }

    private final List<Range> ranges = new ArrayList<>();

    /**
     * Takes a lock.
     *
     * @param file identifies the file
     * @param owner the open file that gets it
     */
    void take(Object file, int owner, long start, long length, Taker taker) throws IOException {
        Range range = new Range(file, owner, start, length);
        enter(range);
        FileLock lock = null;
        try {
            lock = taker.take();
        } finally {
            finish(range, lock);
        }
    }

    private synchronized void enter(Range range) {
        boolean interrupted = false;
        while (ranges.stream().anyMatch(range::overlaps)) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        ranges.add(range);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void finish(Range range, FileLock lock) {
        range.lock = lock;
        if (lock == null) {
            ranges.remove(range);
            notifyAll();
        }
    }

    /** Releases the locks of an open file that lie in a range of it. */
    void release(int owner, long start, long length) throws IOException {
        List<Range> released = new ArrayList<>();
        synchronized (this) {
            for (Range range : ranges) {
                boolean inside =
                        range.start >= start && range.start - start <= length - range.length;
                if (range.owner == owner && inside && range.lock != null) {
                    released.add(range);
                }
            }
        }
        try {
            for (Range range : released) {
                range.lock.release();
            }
        } finally {
            synchronized (this) {
                ranges.removeAll(released);
                notifyAll();
            }
        }
    }

    /** Forgets the locks of an open file that has been closed: that has released them. */
    synchronized void forget(int owner) {
        ranges.removeIf(range -> range.owner == owner);
        notifyAll();
    }
}
