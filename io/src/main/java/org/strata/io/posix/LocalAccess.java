package org.strata.io.posix;

import org.strata.mca.io.IoFailure;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.memory.Memory;
import org.strata.opal.platform.FileCalls.Lock;

/**
 * Reads and writes what a view shows, for this rank alone.
 *
 * <p>Data in one run of native memory are transferred from and to their place; others are packed
 * and unpacked by pieces. Short runs of the file near each other are read at once and picked from a
 * buffer (data sieving). Writes are not sieved: to write back the bytes between two runs could undo
 * what another process has written there meanwhile.
 */
final class LocalAccess {
    /** Longest gap between two runs that is read to save a call. */
    private static final long GAP = 32 << 10;

    /** Bytes of an access in place whose runs are listed at a time. */
    private static final long LISTED = 64 << 20;

    /** Transfers of short runs between two pauses. */
    private static final int CALLS = 64;

    private final DiskFile file;
    private final FileStaging staging;
    private final Pause pause;

    /**
     * @param pause between two parts of a transfer; of the calling threads
     */
    LocalAccess(DiskFile file, FileStaging staging, Pause pause) {
        this.file = file;
        this.staging = staging;
        this.pause = pause;
    }

    /** Runs an access while this file has the lock on all bytes that it may touch. */
    long locked(ViewMap view, Buf data, long position, boolean write, long buffer)
            throws IoFailure {
        long length = data.size();
        if (length == 0 || !view.showsBytes()) {
            return 0;
        }
        long first = view.offset(position);
        long span = view.offset(position + length - 1) + 1 - first;
        file.lock(write ? Lock.EXCLUSIVE : Lock.SHARED, first, span);
        try {
            return access(view, data, position, write, buffer);
        } finally {
            file.lock(Lock.NONE, first, span);
        }
    }

    /**
     * Transfers data from a position of a view on.
     *
     * @param buffer bytes that are packed, or read to be sieved, at a time
     * @return bytes of data; fewer than there are at the end of the file
     */
    long access(ViewMap view, Buf data, long position, boolean write, long buffer)
            throws IoFailure {
        long total = data.size();
        if (total == 0 || !view.showsBytes()) {
            return 0;
        }
        boolean inPlace = data.base() == null && data.contiguous() && !view.converts();
        if (inPlace && view.gapless()) {
            return gapless(data.start(), total, view.offset(position), write);
        }
        return inPlace
                ? byRuns(view, data.start(), total, position, write, buffer)
                : byPieces(view, data, position, write, buffer);
    }

    private long gapless(long address, long length, long offset, boolean write) throws IoFailure {
        if (!write) {
            return file.read(address, length, offset, pause);
        }
        file.write(address, length, offset, pause);
        return length;
    }

    private long byRuns(
            ViewMap view, long address, long total, long position, boolean write, long buffer)
            throws IoFailure {
        ExtentList runs = new ExtentList();
        long done = 0;
        while (done < total) {
            long part = Math.min(LISTED, total - done);
            runs.clear();
            view.extents(position + done, part, runs);
            long moved = transfer(runs, address + done, write, buffer);
            done += moved;
            if (moved < part) {
                break;
            }
        }
        return done;
    }

    private long byPieces(ViewMap view, Buf data, long position, boolean write, long buffer)
            throws IoFailure {
        long total = data.size();
        ExtentList runs = new ExtentList();
        long done = 0;
        try (FileStaging.Block block = staging.take(Math.min(total, buffer))) {
            long packed = block.address();
            while (done < total) {
                if (done > 0) {
                    pause.take();
                }
                long part = piece(view, data, done, Math.min(buffer, total - done));
                runs.clear();
                view.extents(position + done, part, runs);
                if (write) {
                    data.pack(done, packed, part);
                    convert(view, data, packed, done, part);
                }
                long moved = transfer(runs, packed, write, buffer);
                if (!write) {
                    convert(view, data, packed, done, moved);
                    data.unpack(packed, done, moved);
                }
                done += moved;
                if (moved < part) {
                    break;
                }
            }
        }
        return done;
    }

    /** Returns the length of a piece that cuts no number if numbers are converted. */
    private static long piece(ViewMap view, Buf data, long done, long most) {
        DataLayout layout = data.layout();
        long end = done + most;
        while (view.converts() && end < data.size() && layout.basicElementsIn(end) < 0) {
            end--;
        }
        return end - done;
    }

    private static void convert(ViewMap view, Buf data, long packed, long position, long length) {
        if (view.converts()) {
            data.layout().reverseNumbers(packed, position, length);
        }
    }

    /**
     * Transfers runs between the file and gapless memory; returns the bytes before a file's end.
     */
    private long transfer(ExtentList runs, long address, boolean write, long buffer)
            throws IoFailure {
        long done = 0;
        int next = 0;
        for (int calls = 1; next < runs.count(); calls++) {
            if (calls % CALLS == 0) {
                pause.take();
            }
            int end = write ? next + 1 : sieved(runs, next, buffer);
            long wanted = bytes(runs, next, end);
            long moved =
                    end == next + 1
                            ? gapless(address + done, wanted, runs.offset(next), write)
                            : sieve(runs, next, end, address + done);
            done += moved;
            if (moved < wanted) {
                break;
            }
            next = end;
        }
        return done;
    }

    private static long bytes(ExtentList runs, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += runs.length(i);
        }
        return sum;
    }

    /** Returns the run after those that one read brings. */
    private static int sieved(ExtentList runs, int first, long buffer) {
        int next = first + 1;
        while (next < runs.count()
                && runs.offset(next) >= runs.end(next - 1)
                && runs.offset(next) - runs.end(next - 1) <= GAP
                && runs.end(next) - runs.offset(first) <= buffer) {
            next++;
        }
        return next;
    }

    private long sieve(ExtentList runs, int from, int to, long address) throws IoFailure {
        long start = runs.offset(from);
        long span = runs.end(to - 1) - start;
        long done = 0;
        try (FileStaging.Block block = staging.take(span)) {
            long got = file.read(block.address(), span, start);
            for (int i = from; i < to; i++) {
                long at = runs.offset(i) - start;
                long length = Math.clamp(got - at, 0, runs.length(i));
                Memory.copy(block.address() + at, address + done, length);
                done += length;
            }
        }
        return done;
    }
}
