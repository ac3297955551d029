package org.strata.btl.shm;

import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.SleepWords;
import org.strata.opal.shared.PeerFiles;
import org.strata.opal.shared.Place;
import org.strata.opal.shared.SharedFile;

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
    private final PeerFiles peers = new PeerFiles(this::map);

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

    private MemorySegment map(int rank, int file) throws IOException {
        return SharedFile.attach(path(rank, file), Arena.ofAuto());
    }

    @Override
    public boolean locate(long address, long length, Place into) {
        long offset = address - memory.address();
        boolean inside = offset >= 0 && offset <= memory.byteSize() - length;
        into.set(inside ? 0 : -1, inside ? offset : 0);
        return inside;
    }

    @Override
    public long reach(int owner, long file, long offset, long length) {
        return peers.reach(owner, file, offset, length);
    }

    @Override
    public SleepWords sleepWords() {
        throw new UnsupportedOperationException();
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
