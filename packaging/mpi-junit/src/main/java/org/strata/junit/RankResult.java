package org.strata.junit;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.IntStream;

/**
 * How the test ended on one rank. A rank writes it to a file, by which the JVM of the tests reads
 * it: the classes of failures need not be known there.
 *
 * @param status how it ended
 * @param message of the failure
 * @param frames of the failure; none when it passed
 */
record RankResult(Status status, String message, StackTraceElement[] frames) {
    private static final StackTraceElement[] NO_FRAMES = {};

    /** How a test ends. */
    enum Status {
        PASSED,
        FAILED,
        ABORTED
    }

    static RankResult passed() {
        return new RankResult(Status.PASSED, "", NO_FRAMES);
    }

    static RankResult failed(Throwable thrown) {
        return new RankResult(Status.FAILED, text(thrown), thrown.getStackTrace());
    }

    static RankResult aborted(Throwable thrown) {
        return new RankResult(Status.ABORTED, text(thrown), thrown.getStackTrace());
    }

    /** The message alone where it is of an assertion; else with the type, and the causes. */
    private static String text(Throwable thrown) {
        boolean plain = thrown instanceof AssertionError && thrown.getMessage() != null;
        StringBuilder text = new StringBuilder(plain ? thrown.getMessage() : thrown.toString());
        for (Throwable t = thrown.getCause(); t != null; t = t.getCause()) {
            text.append("\ncaused by ").append(t);
        }
        return text.toString();
    }

    private static Path file(Path directory, int rank) {
        return directory.resolve("rank." + rank);
    }

    /** Returns how many ranks have written their results. */
    static int count(Path directory, int ranks) {
        return (int)
                IntStream.range(0, ranks)
                        .filter(rank -> Files.exists(file(directory, rank)))
                        .count();
    }

    /** Writes the file; it appears when it is complete. */
    void write(Path directory, int rank) throws IOException {
        Path file = file(directory, rank);
        Path draft = directory.resolve(file.getFileName() + ".draft");
        try (DataOutputStream out =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(draft)))) {
            out.writeByte(status.ordinal());
            writeText(message, out);
            out.writeInt(frames.length);
            for (StackTraceElement frame : frames) {
                writeText(frame.getClassName(), out);
                writeText(frame.getMethodName(), out);
                writeText(frame.getFileName() == null ? "" : frame.getFileName(), out);
                out.writeInt(frame.getLineNumber());
            }
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Returns the result of a rank, or null when it has not written any. */
    static RankResult read(Path directory, int rank) throws IOException {
        Path file = file(directory, rank);
        if (!Files.exists(file)) {
            return null;
        }
        try (DataInputStream in =
                new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            Status status = Status.values()[in.readByte()];
            String message = readText(in);
            StackTraceElement[] frames = new StackTraceElement[in.readInt()];
            for (int i = 0; i < frames.length; i++) {
                String type = readText(in);
                String method = readText(in);
                String source = readText(in);
                String known = source.isEmpty() ? null : source;
                frames[i] = new StackTraceElement(type, method, known, in.readInt());
            }
            return new RankResult(status, message, frames);
        }
    }

    private static void writeText(String text, DataOutputStream out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String readText(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }
}
