package org.strata.opal.report;

import org.strata.opal.platform.OwnerOnly;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The file with a rank's long events, in shared memory: it outlives a rank that is killed. It grows
 * with what is written; once it is full, each event takes the place of the oldest one. Events are
 * collected and written together by calls of the system, as those of {@link NumbersFile} are: where
 * the file system is full, a call fails and the job goes on. Any thread.
 */
public final class TimelineFile implements AutoCloseable {
    /** Bytes of an event. */
    public static final int EVENT = 32;

    /** Least and greatest number of events that a file has room for. */
    public static final int LEAST = 1 << 10;

    public static final int MOST = 1 << 20;

    /** int magic, int room for events, long events written so far, int bytes of names. */
    static final int HEADER = 32;

    static final int MAGIC = 0x53544c4e;

    /** Bytes for the names, each with its length before it as two bytes. */
    static final int NAMES = 64 * 1024;

    static final int FIRST_EVENT = HEADER + NAMES;

    /** A longer name is cut. */
    private static final int NAME = 200;

    /** What a name is called for which there is no room. */
    private static final String OTHER = "(other)";

    /** Events that are collected before they are written. */
    private static final int BATCH = 1024;

    private final FileChannel channel;
    private final int room;
    private final Map<String, Integer> names = new HashMap<>();
    private final ByteBuffer written = ByteBuffer.allocate(NAMES);
    private final ByteBuffer header = ByteBuffer.allocate(HEADER);
    private final ByteBuffer batch = ByteBuffer.allocateDirect(BATCH * EVENT);
    private int namesInFile;
    private long events;
    private IOException failure;

    private TimelineFile(FileChannel channel, int room) {
        this.channel = channel;
        this.room = room;
        name("");
        name(OTHER);
    }

    /** Returns the path of a rank's file: its name makes the launcher remove it at last. */
    public static Path path(Path directory, String jobId, int rank) {
        return directory.resolve("strata." + jobId + "." + rank + ".timeline");
    }

    /**
     * Makes the file, which must not exist.
     *
     * @param bytes that the events may take; from {@link #LEAST} to {@link #MOST} events
     */
    public static TimelineFile create(Path path, long bytes) throws IOException {
        int room = Math.clamp(bytes / EVENT, LEAST, MOST);
        FileChannel channel =
                FileChannel.open(
                        path,
                        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        OwnerOnly.file(path));
        TimelineFile file = new TimelineFile(channel, room);
        try {
            file.flush();
            return file;
        } catch (IOException e) {
            channel.close();
            Files.deleteIfExists(path);
            throw e;
        }
    }

    /** Returns the number of a name, which is cut if it is long. */
    public synchronized int name(String text) {
        Integer known = names.get(text);
        if (known != null) {
            return known;
        }
        String cut = text.length() > NAME ? text.substring(0, NAME - 1) + "…" : text;
        byte[] bytes = cut.getBytes(StandardCharsets.UTF_8);
        if (written.remaining() < Short.BYTES + bytes.length || names.size() > Short.MAX_VALUE) {
            return names.get(OTHER);
        }
        written.putShort((short) bytes.length).put(bytes);
        names.put(text, names.size());
        return names.size() - 1;
    }

    /**
     * Adds an event; nothing more once writing has failed.
     *
     * @param kind what it is
     * @param name of the function or region
     * @param place line of the program; "" for unknown
     * @param thread name of the thread
     * @param peer process that was waited for, or {@link RankNumbers#SEVERAL}
     * @param begin by the rank's {@code System.nanoTime}
     * @param nanos its length
     */
    public synchronized void add(
            TimelineEvents.Kind kind,
            String name,
            String place,
            String thread,
            int peer,
            long begin,
            long nanos) {
        if (failure != null) {
            return;
        }
        batch.putLong(begin).putLong(nanos).putInt(peer);
        batch.putShort((short) kind.ordinal()).putShort((short) name(thread));
        batch.putShort((short) name(name)).putShort((short) name(place)).putInt(0);
        if (!batch.hasRemaining()) {
            try {
                flush();
            } catch (IOException _) {
                // Kept: the thread that writes from time to time reports it.
            }
        }
    }

    /**
     * Writes what was collected.
     *
     * @throws IOException when that, or an earlier write, has failed
     */
    public synchronized void flush() throws IOException {
        if (failure != null) {
            throw failure;
        }
        try {
            put(HEADER + namesInFile, written.duplicate().flip().position(namesInFile));
            namesInFile = written.position();
            batch.flip();
            while (batch.hasRemaining()) {
                int at = (int) (events % room);
                int count = Math.min(batch.remaining() / EVENT, room - at);
                put(FIRST_EVENT + (long) at * EVENT, batch.slice(batch.position(), count * EVENT));
                batch.position(batch.position() + count * EVENT);
                events += count;
            }
            batch.clear();
            header.clear().putInt(MAGIC).putInt(room).putLong(events).putInt(namesInFile);
            put(0, header.flip());
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    private void put(long position, ByteBuffer bytes) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        channel.close();
    }

    /** Returns what a file holds, for {@link TimelineEvents}; follows no link. */
    public static byte[] read(Path path) throws IOException {
        Set<OpenOption> options = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        try (FileChannel channel = FileChannel.open(path, options)) {
            long size = Math.min(channel.size(), FIRST_EVENT + (long) MOST * EVENT);
            ByteBuffer all = ByteBuffer.allocate((int) size);
            int got = 0;
            while (all.hasRemaining() && got >= 0) {
                got = channel.read(all);
            }
            return Arrays.copyOf(all.array(), all.position());
        }
    }
}
