package org.strata.verbs.soft;

import org.strata.opal.sys.Pages;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A segment for peers in other processes: a file in memory, readable by this user only. It is
 * mapped whole and written as needed: memory is written before it is allocated, so that a full file
 * system makes the allocation fail, instead of killing the process by a signal in the middle of a
 * message.
 */
final class HostSegment extends DeviceSegment {
    private static final long CHUNK = 1 << 18;

    private final Path path;
    private final FileChannel file;
    private final MemorySegment memory;
    private long reserved;

    private HostSegment(Path path, FileChannel file, MemorySegment memory) {
        this.path = path;
        this.file = file;
        this.memory = memory;
    }

    /**
     * Creates and maps the file.
     *
     * @param bytes to which it can grow
     */
    static HostSegment create(Path path, long bytes) throws IOException {
        Set<StandardOpenOption> options =
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        var mode = PosixFilePermissions.fromString("rw-------");
        FileChannel file =
                FileChannel.open(path, options, PosixFilePermissions.asFileAttribute(mode));
        MemorySegment memory = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.ofAuto());
        HostSegment segment = new HostSegment(path, file, memory);
        if (segment.allocate(SegmentHeader.BYTES, Pages.size()) != segment.header()) {
            segment.close();
            throw new IOException("no room for " + SegmentHeader.BYTES + " bytes");
        }
        return segment;
    }

    @Override
    long base() {
        return memory.address();
    }

    @Override
    long header() {
        return memory.address();
    }

    @Override
    boolean holds(long address, long length) {
        return address >= base() && address + length <= base() + memory.byteSize();
    }

    @Override
    boolean grow(long bytes) {
        long more = Math.min((bytes + CHUNK - 1) & -CHUNK, memory.byteSize() - reserved);
        if (more < bytes || !write(more)) {
            return false;
        }
        addMemory(base() + reserved, more);
        reserved += more;
        return true;
    }

    private boolean write(long bytes) {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) CHUNK);
        try {
            long done = 0;
            while (done < bytes) {
                zeros.clear().limit((int) Math.min(bytes - done, CHUNK));
                done += file.write(zeros, reserved + done);
            }
            return true;
        } catch (IOException e) {
            // The file system is full: the caller reports what it could not allocate.
            return false;
        }
    }

    @Override
    void close() {
        try {
            Files.deleteIfExists(path);
            file.close();
        } catch (IOException e) {
            // The launcher removes it.
            return;
        }
    }
}
