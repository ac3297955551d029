package org.strata.launcher.timeline;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** The file of a timeline. A file that is there stays as it is until the whole one replaces it. */
public final class TimelineTarget {
    private static final int BUFFER = 1 << 16;

    private final Path file;
    private final Path part;

    private TimelineTarget(Path file) {
        this.file = file;
        String name = "." + file.getFileName() + "." + ProcessHandle.current().pid();
        part = file.resolveSibling(name);
    }

    /** Returns whether the name of a file says what a timeline can be. */
    public static boolean accepts(String name) {
        return isPerfettos(name) || unpacked(name).endsWith(".json");
    }

    private static boolean isPerfettos(String name) {
        return unpacked(name).endsWith(".pftrace");
    }

    private static boolean isPacked(String name) {
        return name.toLowerCase(Locale.ROOT).endsWith(".gz");
    }

    /** Returns the name in lower case, without the ending of a packed file. */
    private static String unpacked(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return isPacked(name) ? lower.substring(0, lower.length() - ".gz".length()) : lower;
    }

    /**
     * Checks that the file can be written, before the job starts.
     *
     * @throws IOException when it cannot be; the message says why
     */
    public static TimelineTarget open(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException("it is a directory");
        }
        TimelineTarget target = new TimelineTarget(file);
        Files.createFile(target.part);
        Files.delete(target.part);
        return target;
    }

    /** Begins the file, under another name until it is whole, in the format of its name. */
    TraceWriter begin() throws IOException {
        String name = file.toString();
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(part), BUFFER);
        OutputStream into = isPacked(name) ? new GZIPOutputStream(out, BUFFER) : out;
        return isPerfettos(name)
                ? new PerfettoTrace(into)
                : new ChromeTrace(new OutputStreamWriter(into, StandardCharsets.UTF_8));
    }

    /** The file is whole. */
    void finish() throws IOException {
        Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Nothing is kept of what was written. */
    void discard() {
        try {
            Files.deleteIfExists(part);
        } catch (IOException _) {
            // Where it cannot be deleted, it could not be written either; that is said.
        }
    }

    Path file() {
        return file;
    }
}
