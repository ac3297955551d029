package org.strata.opal.report;

import org.strata.opal.platform.OwnerOnly;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * The file with a rank's numbers, in shared memory: it outlives a rank that is killed. Two halves
 * are written in turn, each with its number and a checksum, so that one of them is whole at any
 * time. The rank writes by calls of the system and not by a mapping: where the file system is full
 * a call fails, and a mapping would end the process.
 */
public final class NumbersFile implements AutoCloseable {
    /** Bytes of a half. */
    public static final int HALF = 32 * 1024;

    private static final int MAGIC = 0x53545254;

    /** int magic, int length, long number of the half, long checksum. */
    private static final int HEADER = 24;

    /** Bytes that the numbers may take. */
    public static final int CAPACITY = HALF - HEADER;

    private final FileChannel channel;
    private final ByteBuffer half = ByteBuffer.allocateDirect(HALF);
    private long written;

    private NumbersFile(FileChannel channel) {
        this.channel = channel;
    }

    /** Returns the path of a rank's file: its name makes the launcher remove it at last. */
    public static Path path(Path directory, String jobId, int rank) {
        return directory.resolve("strata." + jobId + "." + rank + ".stats");
    }

    /**
     * Makes the file, which must not exist, with room for both halves.
     *
     * @throws IOException when there is no room, among others
     */
    public static NumbersFile create(Path path) throws IOException {
        FileChannel channel =
                FileChannel.open(
                        path,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        OwnerOnly.file(path));
        NumbersFile file = new NumbersFile(channel);
        try {
            file.put(0, ByteBuffer.allocate(2 * HALF));
            return file;
        } catch (IOException e) {
            channel.close();
            Files.deleteIfExists(path);
            throw e;
        }
    }

    /** Writes numbers, in place of the last but one. */
    public void write(byte[] numbers) throws IOException {
        long number = ++written;
        half.clear();
        half.putInt(MAGIC).putInt(numbers.length).putLong(number);
        half.putLong(checksum(number, numbers)).put(numbers);
        half.flip();
        put(number % 2 * HALF, half);
    }

    private void put(long position, ByteBuffer bytes) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    private static long checksum(long number, byte[] numbers) {
        CRC32 sum = new CRC32();
        sum.update(ByteBuffer.allocate(Long.BYTES).putLong(number).flip());
        sum.update(numbers);
        return sum.getValue();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /**
     * Returns the numbers that were written last and are whole, or null when there are none.
     * Follows no link, and reads no more than a file may have.
     */
    public static byte[] read(Path path) throws IOException {
        ByteBuffer all = ByteBuffer.allocate(2 * HALF);
        Set<OpenOption> options = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        try (FileChannel channel = FileChannel.open(path, options)) {
            int got = 0;
            while (all.hasRemaining() && got >= 0) {
                got = channel.read(all);
            }
        }
        byte[] first = half(all, 0);
        byte[] second = half(all, HALF);
        boolean later = first == null || (second != null && all.getLong(HALF + 8) > all.getLong(8));
        return later ? second : first;
    }

    private static byte[] half(ByteBuffer all, int at) {
        if (all.position() < at + HEADER || all.getInt(at) != MAGIC) {
            return null;
        }
        int length = all.getInt(at + 4);
        if (length < 0 || length > CAPACITY || all.position() < at + HEADER + length) {
            return null;
        }
        byte[] numbers = new byte[length];
        all.get(at + HEADER, numbers);
        return checksum(all.getLong(at + 8), numbers) == all.getLong(at + 16) ? numbers : null;
    }
}
