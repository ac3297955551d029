package org.strata.btl.shm;

import org.strata.mca.mpool.MappablePool;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A mappable pool that is one block in one file. */
final class OneFilePool implements MappablePool, AutoCloseable {
    private final Path directory;
    private final String jobId;
    private final Path path;
    private final MemorySegment memory;

    OneFilePool(Path directory, String jobId, int rank, long bytes) throws IOException {
        this.directory = directory;
        this.jobId = jobId;
        path = path(rank, 0);
        try (FileChannel file =
                FileChannel.open(
                        path,
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            memory = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.ofAuto());
        }
    }

    private Path path(int rank, int file) {
        return directory.resolve("strata." + jobId + "." + rank + ".pool" + file);
    }

    @Override
    public MemorySegment map(int rank, int file, Arena arena) throws IOException {
        try (FileChannel channel =
                FileChannel.open(
                        path(rank, file), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size(), arena);
        }
    }

    long address() {
        return memory.address();
    }

    @Override
    public String name() {
        return "shared";
    }

    @Override
    public MappableBlock allocate(long bytes) {
        return new Whole();
    }

    @Override
    public MappableBlock find(long address) {
        long offset = address - memory.address();
        return offset >= 0 && offset < memory.byteSize() ? new Whole() : null;
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
    }

    /** The one block. */
    private final class Whole implements MappableBlock {
        @Override
        public int file() {
            return 0;
        }

        @Override
        public long fileOffset(long at) {
            return at - memory.address();
        }

        @Override
        public long address() {
            return memory.address();
        }

        @Override
        public long length() {
            return memory.byteSize();
        }

        @Override
        public void release() {}
    }
}
