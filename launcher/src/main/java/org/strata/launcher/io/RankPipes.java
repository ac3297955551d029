package org.strata.launcher.io;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.strata.opal.platform.Platform;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Pipes for one rank's output: named ones where the system makes them, else those of the JDK, which
 * are drained and closed when the process ends and so cut off what its children still write.
 */
public abstract sealed class RankPipes implements AutoCloseable {
    /**
     * Makes the pipes of all ranks.
     *
     * @param directory where; only the owner may enter it
     * @param merge whether stderr goes where stdout goes
     */
    public static List<RankPipes> make(Path directory, int ranks, boolean merge)
            throws IOException {
        return make(directory, ranks, merge, "mkfifo");
    }

    /**
     * The same by a command.
     *
     * @param command makes named pipes; where it is not installed, the JDK's are taken
     */
    static List<RankPipes> make(Path directory, int ranks, boolean merge, String command)
            throws IOException {
        List<RankPipes> all = new ArrayList<>();
        List<String> words = new ArrayList<>(List.of(command, "-m", "600"));
        for (int rank = 0; rank < ranks; rank++) {
            Named pipes =
                    new Named(
                            directory.resolve("stdout." + rank),
                            merge ? null : directory.resolve("stderr." + rank));
            pipes.paths().forEach(path -> words.add(path.toString()));
            all.add(pipes);
        }
        if (Platform.current() == Platform.LINUX && named(words, directory)) {
            return all;
        }
        all.replaceAll(named -> new Anonymous(merge));
        return all;
    }

    /** Returns false where there is no such command. */
    private static boolean named(List<String> command, Path directory) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // Its reason is looked at for what has run out.
        builder.environment().put("LC_ALL", "C");
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            return false;
        }
        try {
            String said = new String(process.getInputStream().readAllBytes(), UTF_8);
            int code = process.waitFor();
            if (code != 0) {
                String reason = said.lines().findFirst().orElse("failed with code " + code);
                throw new IOException("the ranks' pipes in " + directory + ": " + reason);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Makes a process that is about to start write into these pipes. */
    public abstract void attach(ProcessBuilder builder) throws IOException;

    /** The process has been started; call before the streams are opened. */
    public abstract void started(Process process);

    /** Returns whether the process has a pipe of its own for its errors. */
    public abstract boolean separateErrors();

    /** Returns what the process writes to stdout (1) or stderr (2); call before {@link #close}. */
    public InputStream open(int stream) throws IOException {
        return stream == 1 ? stdout() : stderr();
    }

    /** Returns what the process writes to stdout; call once, before {@link #close}. */
    abstract InputStream stdout() throws IOException;

    /** Returns what it writes to stderr; null when that is merged. */
    abstract InputStream stderr() throws IOException;

    /** The process has started and both ends are open: from now on only the process counts. */
    @Override
    public abstract void close() throws IOException;

    /** Named pipes: these end when the last writer has gone. */
    private static final class Named extends RankPipes {
        private final Path stdout;
        private final Path stderr;

        /**
         * Open for reading and writing, so that nobody blocks in opening, and nobody reads an early
         * end.
         */
        private final List<RandomAccessFile> keepers = new ArrayList<>();

        Named(Path stdout, Path stderr) {
            this.stdout = stdout;
            this.stderr = stderr;
        }

        List<Path> paths() {
            return stderr == null ? List.of(stdout) : List.of(stdout, stderr);
        }

        @Override
        public void attach(ProcessBuilder builder) throws IOException {
            keepers.add(new RandomAccessFile(stdout.toFile(), "rw"));
            builder.redirectOutput(Redirect.appendTo(stdout.toFile()));
            if (stderr == null) {
                builder.redirectErrorStream(true);
            } else {
                keepers.add(new RandomAccessFile(stderr.toFile(), "rw"));
                builder.redirectError(Redirect.appendTo(stderr.toFile()));
            }
        }

        @Override
        public void started(Process process) {
            return;
        }

        @Override
        public boolean separateErrors() {
            return stderr != null;
        }

        @Override
        InputStream stdout() throws IOException {
            return new FileInputStream(stdout.toFile());
        }

        @Override
        InputStream stderr() throws IOException {
            return stderr == null ? null : new FileInputStream(stderr.toFile());
        }

        @Override
        public void close() throws IOException {
            for (RandomAccessFile keeper : keepers) {
                keeper.close();
            }
            for (Path path : paths()) {
                Files.deleteIfExists(path);
            }
        }
    }

    /** The JDK's pipes. */
    private static final class Anonymous extends RankPipes {
        private final boolean merge;
        private Process process;

        Anonymous(boolean merge) {
            this.merge = merge;
        }

        @Override
        public void attach(ProcessBuilder builder) {
            builder.redirectOutput(Redirect.PIPE);
            if (merge) {
                builder.redirectErrorStream(true);
            } else {
                builder.redirectError(Redirect.PIPE);
            }
        }

        @Override
        public void started(Process started) {
            process = started;
        }

        @Override
        public boolean separateErrors() {
            return !merge;
        }

        @Override
        InputStream stdout() {
            return process.getInputStream();
        }

        @Override
        InputStream stderr() {
            return merge ? null : process.getErrorStream();
        }

        @Override
        public void close() {
            return;
        }
    }
}
