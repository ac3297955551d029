package org.strata.mpool;

import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.opal.memory.Memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * One mapped file of the shared pool. It stays mapped as long as the process lives, because buffers
 * made from it may outlive the stack.
 */
final class SharedSegmentFile implements MappableBlock {
    private final Path path;
    private final int number;
    private final long length;
    private final long address;
    private final FreeRanges free;

    private SharedSegmentFile(Path path, int number, MemorySegment memory) {
        this.path = path;
        this.number = number;
        this.length = memory.byteSize();
        this.address = memory.address();
        this.free = new FreeRanges(length);
    }

    static SharedSegmentFile create(Path path, int number, long length) throws IOException {
        var mode = PosixFilePermissions.fromString("rw-------");
        Set<StandardOpenOption> options =
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        try (FileChannel channel =
                FileChannel.open(path, options, PosixFilePermissions.asFileAttribute(mode))) {
            // The global arena: never unmapped.
            MemorySegment memory =
                    channel.map(FileChannel.MapMode.READ_WRITE, 0, length, Arena.global());
            return new SharedSegmentFile(path, number, memory);
        }
    }

    /** Maps a file of another process, whole. */
    static MemorySegment map(Path path, Arena arena) throws IOException {
        try (FileChannel channel =
                FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size(), arena);
        }
    }

    int number() {
        return number;
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public int file() {
        return number;
    }

    @Override
    public long fileOffset(long at) {
        return at - address;
    }

    /** It stays mapped. */
    @Override
    public void release() {
        return;
    }

    boolean holds(long at) {
        return at >= address && at < address + length;
    }

    /** Allocates zeroed memory; returns its address, or 0. */
    long take(long bytes, long alignment) {
        long start = free.take(bytes, alignment);
        if (start < 0) {
            return 0;
        }
        Memory.zero(address + start, bytes);
        return address + start;
    }

    void give(long at, long bytes) {
        free.give(at - address, bytes);
    }

    void unlink() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // mpirun removes the file; the user can do nothing about it.
            return;
        }
    }
}
