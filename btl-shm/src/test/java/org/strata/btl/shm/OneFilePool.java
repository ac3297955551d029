package org.strata.btl.shm;

import org.strata.mca.mpool.MemoryPool;
import org.strata.mca.mpool.SharedBlock;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A shared pool that is one block in one file. */
final class OneFilePool implements MemoryPool, AutoCloseable {
    private final Path path;
    private final MemorySegment memory;

    OneFilePool(Path directory, String jobId, int rank, long bytes) throws IOException {
        path = directory.resolve(SharedBlock.fileName(jobId, rank, 0));
        try (FileChannel file =
                FileChannel.open(
                        path,
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            memory = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.ofAuto());
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
    public Block allocate(long bytes) {
        return new Whole();
    }

    @Override
    public Block find(long address) {
        long offset = address - memory.address();
        return offset >= 0 && offset < memory.byteSize() ? new Whole() : null;
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
    }

    /** The one block. */
    private final class Whole implements SharedBlock {
        @Override
        public int segment() {
            return 0;
        }

        @Override
        public long segmentOffset(long at) {
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
