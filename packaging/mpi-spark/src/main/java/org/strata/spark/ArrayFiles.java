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
 * writer creates the file; the reader maps it, and removes its name before it copies.
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
        int step = CHUNK / kind.bytes();
        ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK).order(ByteOrder.nativeOrder());
        try (FileChannel file =
                FileChannel.open(
                        directory.resolve(name),
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            for (int at = 0; at < length; at += step) {
                int count = Math.min(step, length - at);
                kind.put(array, at, count, chunk.clear());
                chunk.position(0).limit(count * kind.bytes());
                while (chunk.hasRemaining()) {
                    file.write(chunk);
                }
            }
        }
        return name;
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
            // A mapping has at most 2 GiB, and stays until the collector has found it.
            int step = (CHUNK / kind.bytes()) << 8;
            for (int at = 0; at < length; at += step) {
                int count = Math.min(step, length - at);
                ByteBuffer part =
                        file.map(
                                FileChannel.MapMode.READ_ONLY,
                                (long) at * kind.bytes(),
                                (long) count * kind.bytes());
                kind.get(part.order(ByteOrder.nativeOrder()), array, at, count);
            }
        }
        return array;
    }
}
