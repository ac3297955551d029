package org.strata.io.posix;

import org.strata.mca.io.IoFailure;
import org.strata.opal.memory.Memory;

import java.util.Arrays;

/**
 * One window of a file in the memory of its aggregator: the image of the bytes from the first to
 * the last that any rank accesses.
 */
final class AggregatorWindow implements AutoCloseable {
    /** Longest gap between two runs that is read to save a call. */
    private static final long GAP = 32 << 10;

    private final DiskFile file;
    private final long start;
    private final FileStaging.Block image;

    /** The runs that any rank accesses, sorted: offset from the start, then length. */
    private final long[] runs;

    /** First byte that the file does not have. */
    private long fileEnd = Long.MAX_VALUE;

    /**
     * @param sources the pieces of every rank
     * @param ends the piece after the window, for every rank
     */
    AggregatorWindow(DiskFile file, FileStaging staging, Pieces[] sources, int[] ends) {
        this.file = file;
        long first = Long.MAX_VALUE;
        long last = 0;
        int count = 0;
        for (int source = 0; source < ends.length; source++) {
            for (int i = sources[source].next(); i < ends[source]; i++) {
                first = Math.min(first, sources[source].offset(i));
                last = Math.max(last, sources[source].offset(i) + sources[source].length(i));
                count++;
            }
        }
        start = first;
        runs = new long[count];
        image = staging.take(last - first);
        sort(sources, ends);
    }

    /** A window has at most 2^30 bytes, so that offset and length fit one number. */
    private void sort(Pieces[] sources, int[] ends) {
        int count = 0;
        for (int source = 0; source < ends.length; source++) {
            for (int i = sources[source].next(); i < ends[source]; i++) {
                long offset = sources[source].offset(i) - start;
                runs[count++] = offset << Integer.SIZE | sources[source].length(i);
            }
        }
        Arrays.sort(runs);
    }

    /** Transfers a run of the file. */
    @FunctionalInterface
    private interface Transfer {
        void run(long offset, long length) throws IoFailure;
    }

    /** Transfers the runs; those with a gap up to {@code gap} between them together. */
    private void eachRun(long gap, Transfer transfer) throws IoFailure {
        int next = 0;
        while (next < runs.length) {
            long from = runs[next] >>> Integer.SIZE;
            long to = from;
            while (next < runs.length && (runs[next] >>> Integer.SIZE) - to <= gap) {
                to = Math.max(to, (runs[next] >>> Integer.SIZE) + (int) runs[next]);
                next++;
            }
            transfer.run(from, to - from);
        }
    }

    /** Writes the runs, and nothing between them. */
    void write() throws IoFailure {
        eachRun(0, (from, length) -> file.write(image.address() + from, length, start + from));
    }

    /** Reads the runs; what lies past the end of the file is missing. */
    void read() throws IoFailure {
        eachRun(
                GAP,
                (from, length) -> {
                    long got = file.read(image.address() + from, length, start + from);
                    if (got < length) {
                        fileEnd = Math.min(fileEnd, start + from + got);
                    }
                });
    }

    /** Copies a rank's data from its message. */
    void fill(Pieces source, int end, long message) {
        long at = message;
        for (int i = source.next(); i < end; i++) {
            long length = source.length(i);
            Memory.copy(at, image.address() + source.offset(i) - start, length);
            at += length;
        }
    }

    /** Copies a rank's data to its message; returns their bytes before the end of the file. */
    long copyTo(Pieces source, int end, long message) {
        long done = 0;
        for (int i = source.next(); i < end; i++) {
            long length = Math.clamp(fileEnd - source.offset(i), 0, source.length(i));
            Memory.copy(image.address() + source.offset(i) - start, message + done, length);
            done += length;
        }
        return done;
    }

    @Override
    public void close() {
        image.close();
    }
}
