package org.strata.spark;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * Long arrays between a task and its rank: files in a directory that only their user may enter. The
 * writer creates the file; the reader removes its name before it copies. Such a file lives for some
 * milliseconds, in the page cache alone. A mapping would be as fast, and hold its pages until the
 * collector has found it, so that the kernel writes them to the disk.
 */
final class ArrayFiles {
    /** Bytes from which an array is given in a file: a pipe copies 64 KiB at a time. */
    static final int LONG = 1 << 20;

    private static final int CHUNK = 1 << 20;
    private static final Pattern NAME = Pattern.compile("[tr][0-9]+");

    private final Path directory;
    private final String prefix;

    /** Pairs with itself: each file has a number of its own. */
    private final AtomicLong number = new AtomicLong();

    /** Pairs with ArrayFiles.bytesWritten: added to by ArrayFiles.write. */
    private final AtomicLong bytesWritten = new AtomicLong();

    /** Guarded by this: what is copied at a time. Null until there is a long array. */
    private ByteBuffer chunk;

    /**
     * @param prefix of the names that this side chooses: one of t and r
     */
    ArrayFiles(Path directory, String prefix) {
        this.directory = directory;
        this.prefix = prefix;
    }

    /**
     * Writes an array.
     *
     * @return the file's name
     */
    String write(Primitives kind, Object array, int length) throws IOException {
        String name = prefix + number.incrementAndGet();
        bytesWritten.addAndGet((long) length * kind.bytes());
        try (FileChannel file =
                FileChannel.open(
                        directory.resolve(name),
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            write(file, kind, array, length);
        }
        return name;
    }

    private synchronized void write(FileChannel file, Primitives kind, Object array, int length)
            throws IOException {
        int step = CHUNK / kind.bytes();
        for (int at = 0; at < length; at += step) {
            int count = Math.min(step, length - at);
            kind.put(array, at, count, chunk().clear());
            chunk.position(0).limit(count * kind.bytes());
            while (chunk.hasRemaining()) {
                file.write(chunk);
            }
        }
    }

    private synchronized ByteBuffer chunk() {
        if (chunk == null) {
            chunk = ByteBuffer.allocateDirect(CHUNK).order(ByteOrder.nativeOrder());
        }
        return chunk;
    }

    /** Returns how many bytes this side has put into files so far. */
    long bytesWritten() {
        return bytesWritten.get();
    }

    /** Reads an array, and removes its file. */
    Object read(Primitives kind, String name, int length) throws IOException {
        if (!NAME.matcher(name).matches()) {
            throw new IOException("\"" + name + "\" is no file of an array");
        }
        Path path = directory.resolve(name);
        Object array = kind.allocate(length);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
            Files.delete(path);
            long bytes = (long) length * kind.bytes();
            if (file.size() != bytes) {
                throw new IOException("the file of an array has " + file.size() + " bytes");
            }
            read(file, kind, array, length);
        }
        return array;
    }

    private synchronized void read(FileChannel file, Primitives kind, Object array, int length)
            throws IOException {
        int step = CHUNK / kind.bytes();
        for (int at = 0; at < length; at += step) {
            int count = Math.min(step, length - at);
            chunk().clear().limit(count * kind.bytes());
            while (chunk.hasRemaining()) {
                if (file.read(chunk) < 0) {
                    throw new IOException("the file of an array has become shorter");
                }
            }
            kind.get(chunk.flip(), array, at, count);
        }
    }
}
