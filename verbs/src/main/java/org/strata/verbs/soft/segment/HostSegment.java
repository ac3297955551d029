package org.strata.verbs.soft.segment;

import org.strata.opal.shared.SharedFile;
import org.strata.opal.sys.Pages;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;

/**
 * A segment for peers in other processes: a file in memory, readable by this user only. It is
 * mapped whole and written as needed: memory is written before it is allocated, so that a full file
 * system makes the allocation fail, instead of killing the process by a signal in the middle of a
 * message.
 */
public final class HostSegment extends DeviceSegment {
    private static final long CHUNK = 1 << 18;

    private final SharedFile file;

    private HostSegment(SharedFile file) {
        this.file = file;
    }

    /**
     * Creates and maps the file.
     *
     * @param bytes to which it can grow
     */
    public static HostSegment create(Path path, long bytes) throws IOException {
        SharedFile file = SharedFile.create(path, bytes, 0, 1, Arena.ofAuto());
        HostSegment segment = new HostSegment(file);
        if (segment.allocate(SegmentHeader.BYTES, Pages.size()) != segment.header()) {
            segment.close();
            throw new IOException("no room for " + SegmentHeader.BYTES + " bytes");
        }
        return segment;
    }

    @Override
    public long base() {
        return file.address();
    }

    @Override
    public long header() {
        return file.address();
    }

    @Override
    public boolean holds(long address, long length) {
        long offset = address - base();
        return offset >= 0 && offset <= file.length() - length;
    }

    @Override
    boolean grow(long bytes) {
        long reserved = file.reserved();
        long more = Math.min((bytes + CHUNK - 1) & -CHUNK, file.length() - reserved);
        if (more < bytes) {
            return false;
        }
        try {
            file.reserve(reserved + more);
        } catch (IOException e) {
            // The file system is full: the caller reports what it could not allocate.
            return false;
        }
        addMemory(base() + reserved, file.reserved() - reserved);
        return true;
    }

    @Override
    public void close() {
        file.unlink();
        file.close();
    }
}
