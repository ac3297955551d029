package org.strata.opal.shared;

import org.strata.opal.platform.OwnerOnly;
import org.strata.opal.sys.Pages;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of this process, readable and writable by its user only, that is mapped here whole and
 * that peers map. It never becomes shorter. Tier 3; not thread-safe, but for {@link #reserved}.
 *
 * <p>Pages are made by writing, from the first on: in a full file system that fails, where a first
 * access to the mapped memory would end the process by a signal. The writes are a
 * RandomAccessFile's: a FileChannel would close in a thread that has been interrupted.
 */
public final class SharedFile implements AutoCloseable {
    private static final int CHUNK = 1 << 18;

    private final Path path;
    private final RandomAccessFile file;
    private final MemorySegment memory;
    private final int share;

    /** Pages exist up to here. Pairs with SharedFile.reserved of threads that locate memory. */
    private volatile long reserved;

    private SharedFile(Path path, RandomAccessFile file, MemorySegment memory, int share) {
        this.path = path;
        this.file = file;
        this.memory = memory;
        this.share = share;
    }

    /**
     * Creates and maps a file.
     *
     * @param length of the file in bytes
     * @param first bytes for which pages exist when this returns
     * @param share what part of the file system's free bytes it may use when it grows: 1 for all, 2
     *     for half of them
     * @param arena ends the mapping
     * @throws IOException when a file of this name exists, when there is no room, or no memory to
     *     map; no file is left
     */
    public static SharedFile create(Path path, long length, long first, int share, Arena arena)
            throws IOException {
        // Where there is no room at all, mapping fails with a reason that says less.
        checkRoom(path.toAbsolutePath().getParent(), first, share);
        Files.createFile(path, OwnerOnly.file(path));
        RandomAccessFile file = null;
        try {
            file = new RandomAccessFile(path.toFile(), "rw");
            MemorySegment memory =
                    file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, length, arena);
            SharedFile made = new SharedFile(path, file, memory, share);
            made.reserve(first);
            return made;
        } catch (IOException | RuntimeException e) {
            if (file != null) {
                file.close();
            }
            Files.deleteIfExists(path);
            throw e;
        }
    }

    /**
     * Maps a file of another process, whole. A link is not followed: whoever may write to the
     * directory could lead it elsewhere.
     *
     * @param arena ends the mapping
     * @throws IOException when it is gone, or not ours to use
     */
    public static MemorySegment attach(Path path, Arena arena) throws IOException {
        try (FileChannel channel =
                FileChannel.open(
                        path,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size(), arena);
        }
    }

    /** Returns the whole file as it is mapped here. */
    public MemorySegment memory() {
        return memory;
    }

    /** Returns where the file's first byte is mapped here. */
    public long address() {
        return memory.address();
    }

    /** Returns its length in bytes. */
    public long length() {
        return memory.byteSize();
    }

    /** Returns up to where pages exist, in bytes. Thread-safe. */
    public long reserved() {
        return reserved;
    }

    /**
     * Makes the pages that do not exist up to a position.
     *
     * @throws IOException when there is no room
     */
    public void reserve(long end) throws IOException {
        long to = Math.min(Pages.ceil(end), length());
        if (to <= reserved) {
            return;
        }
        checkRoom(path, to - reserved, share);
        byte[] zeros = new byte[(int) Math.min(CHUNK, to - reserved)];
        file.seek(reserved);
        for (long left = to - reserved; left > 0; left -= zeros.length) {
            file.write(zeros, 0, (int) Math.min(zeros.length, left));
        }
        // Pairs with SharedFile.reserved: the pages exist.
        reserved = to;
    }

    /** The file knows the free bytes without the table of mounts, which a sandbox may lack. */
    private static void checkRoom(Path path, long bytes, int share) throws IOException {
        if (path.toFile().getUsableSpace() / share < bytes) {
            throw new IOException("not enough free space");
        }
    }

    /** Returns whether a range of this process's memory lies in pages of this file that exist. */
    public boolean holds(long address, long length) {
        long offset = address - address();
        return offset >= 0 && length >= 0 && offset <= reserved - length;
    }

    /** Removes the name; whoever has mapped the file keeps it. */
    public void unlink() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // The launcher removes what is left; the user can do nothing about it.
            return;
        }
    }

    /** Ends the growth; the memory stays mapped. */
    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            // Nothing is lost: every write of zeros has been reported.
            return;
        }
    }
}
