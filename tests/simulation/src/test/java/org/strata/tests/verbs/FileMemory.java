package org.strata.tests.verbs;

import org.strata.opal.shared.PeerFiles;
import org.strata.opal.shared.SharedFile;
import org.strata.verbs.BufferArea;
import org.strata.verbs.soft.segment.SharedMemory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Memory in files of a folder: one file for each piece. Thread-safe. */
final class FileMemory implements SharedMemory {
    private final Path directory;
    private final int owner;
    private final List<MemorySegment> files = new ArrayList<>();
    private final PeerFiles peers = new PeerFiles(this::map);

    FileMemory(Path directory, int owner) {
        this.directory = directory;
        this.owner = owner;
    }

    Path path(int of, int file) {
        return directory.resolve("memory." + of + "." + file);
    }

    /** A piece of zeroed memory; it stays mapped. */
    synchronized BufferArea allocate(long bytes) {
        try (FileChannel channel =
                FileChannel.open(
                        path(owner, files.size()),
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            MemorySegment memory =
                    channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.ofAuto());
            files.add(memory.fill((byte) 0));
            return new Piece(memory.address(), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Piece(long address, long length) implements BufferArea {
        @Override
        public void close() {}
    }

    @Override
    public int owner() {
        return owner;
    }

    @Override
    public synchronized int file(long address, long length) {
        for (int i = 0; i < files.size(); i++) {
            long offset = address - files.get(i).address();
            if (offset >= 0 && offset + length <= files.get(i).byteSize()) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public synchronized long origin(long address) {
        int file = file(address, 1);
        return file < 0 ? 0 : files.get(file).address();
    }

    private MemorySegment map(int of, int file) throws IOException {
        return SharedFile.attach(path(of, file), Arena.ofAuto());
    }

    @Override
    public long reach(int of, int file, long offset, long length) {
        return peers.reach(of, file, offset, length);
    }
}
