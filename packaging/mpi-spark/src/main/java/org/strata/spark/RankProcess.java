package org.strata.spark;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The JVM of a rank, as its task sees it. Frames are written and read by the task's thread. */
final class RankProcess {
    private static final Path SHARED = Path.of("/dev/shm");
    private static final int BUFFER = 1 << 16;

    /** Time for a rank to remove what it shares and end, after its pipe has been closed. */
    private static final long END_MILLIS = 1000;

    /** What the report of a JVM's own error begins with. */
    private static final byte[] JVM_ENDS = "#\n# ".getBytes(StandardCharsets.US_ASCII);

    /** What is the executor's alone: Spark's secret, and options for its Java. */
    private static final Set<String> NOT_INHERITED =
            Set.of("_SPARK_AUTH_SECRET", "JDK_JAVA_OPTIONS");

    private final Process process;
    private final DataInputStream in;
    private final DataOutputStream out;
    private final RankLog log;

    /** Pairs with RankProcess.removeShared: stored by RankProcess.joined. */
    private volatile String jobId;

    private RankProcess(Process process, int rank) {
        this.process = process;
        in = new DataInputStream(new BufferedInputStream(process.getInputStream(), BUFFER));
        out = new DataOutputStream(new BufferedOutputStream(process.getOutputStream(), BUFFER));
        log = new RankLog(rank, process.getErrorStream());
    }

    /**
     * Starts the JVM.
     *
     * @param environment variables beside those of the executor
     */
    static RankProcess start(int rank, List<String> command, Map<String, String> environment)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeAll(NOT_INHERITED);
        builder.environment().putAll(environment);
        return new RankProcess(builder.start(), rank);
    }

    /** Sends a frame; a rank that has ended does not read it, and says why by its own frame. */
    void send(Frame frame) {
        try {
            frame.write(out);
            out.flush();
        } catch (IOException e) {
            // The next read sees the end.
            assert e != null;
        }
    }

    /** Returns the next frame, or null when the rank has ended. */
    Frame read() throws IOException {
        in.mark(Frame.HEAD);
        try {
            return Frame.read(in);
        } catch (IOException e) {
            if (jvmEnds() || !process.isAlive()) {
                return null;
            }
            throw e;
        }
    }

    /**
     * Returns whether the rank's JVM ends by an error of its own, once it has: whatever its options
     * say, it prints such an error to file descriptor 1. The words go where the rank's others go.
     */
    private boolean jvmEnds() {
        try {
            in.reset();
            in.mark(JVM_ENDS.length);
            if (!Arrays.equals(in.readNBytes(JVM_ENDS.length), JVM_ENDS)) {
                return false;
            }
            in.reset();
        } catch (IOException e) {
            return false;
        }
        log.copy(in);
        return true;
    }

    /** Sets the name of the job that the rank has joined. */
    void joined(String id) {
        jobId = id;
    }

    /** Returns the exit code once the rank has ended by itself; kills it when it does not. */
    int exitCode() {
        try {
            if (!process.waitFor(END_MILLIS, TimeUnit.MILLISECONDS)) {
                end();
            }
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end();
            return -1;
        }
    }

    List<String> lastLines() {
        return log.lastLines();
    }

    /** Ends the rank and what it has started; from any thread, more than once. */
    void end() {
        List<ProcessHandle> children = process.descendants().toList();
        // A rank that has been stopped does not read: then closing waits for the task's last frame.
        Thread closer = new Thread(this::closePipe, "mpi-close");
        closer.setDaemon(true);
        closer.start();
        try {
            process.waitFor(END_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        boolean killed = process.isAlive();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        if (killed) {
            removeShared();
        }
    }

    private void closePipe() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has ended.
            assert e != null;
        }
    }

    /**
     * A rank that is killed cannot remove the files that it shares with others of this host. By
     * name alone: Strata's own sweep needs a newer Java than an executor may have.
     */
    private void removeShared() {
        String id = jobId;
        if (id == null || !id.matches("[0-9a-zA-Z-]+")) {
            return;
        }
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(SHARED, "strata." + id + ".*")) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // Another rank's task has removed them, or there are none.
            assert e != null;
        }
    }
}
