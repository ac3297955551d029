package org.strata.launcher.io;

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
 * Named pipes for one rank's output. The JDK's own pipes are drained and closed when the process
 * ends, which cuts off what its children still write; these end when the last writer has gone.
 */
public final class RankPipes implements AutoCloseable {
    private final Path stdout;
    private final Path stderr;

    /**
     * Open for reading and writing, so that nobody blocks in opening, and nobody reads an early
     * end.
     */
    private final List<RandomAccessFile> keepers = new ArrayList<>();

    private RankPipes(Path stdout, Path stderr) {
        this.stdout = stdout;
        this.stderr = stderr;
    }

    /**
     * Makes the pipes of all ranks.
     *
     * @param directory where; only the owner may enter it
     * @param merge whether stderr goes where stdout goes
     */
    public static List<RankPipes> make(Path directory, int ranks, boolean merge)
            throws IOException {
        List<RankPipes> all = new ArrayList<>();
        List<String> command = new ArrayList<>(List.of("mkfifo", "-m", "600"));
        for (int rank = 0; rank < ranks; rank++) {
            Path stdout = directory.resolve("stdout." + rank);
            Path stderr = merge ? null : directory.resolve("stderr." + rank);
            command.add(stdout.toString());
            if (stderr != null) {
                command.add(stderr.toString());
            }
            all.add(new RankPipes(stdout, stderr));
        }
        try {
            int code = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (code != 0) {
                throw new IOException("mkfifo in " + directory + " failed with code " + code);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        return all;
    }

    /** Makes a process that is about to start write into these pipes. */
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

    /** Returns whether the process has a pipe of its own for its errors. */
    public boolean separateErrors() {
        return stderr != null;
    }

    /** Returns what the process writes to stdout (1) or stderr (2); call before {@link #close}. */
    public InputStream open(int stream) throws IOException {
        return stream == 1 ? stdout() : stderr();
    }

    /** Returns what the process writes to stdout; call once, before {@link #close}. */
    InputStream stdout() throws IOException {
        return new FileInputStream(stdout.toFile());
    }

    /** Returns what it writes to stderr; null when that is merged. */
    InputStream stderr() throws IOException {
        return stderr == null ? null : new FileInputStream(stderr.toFile());
    }

    /** The process has started and both ends are open: from now on only the process counts. */
    @Override
    public void close() throws IOException {
        for (RandomAccessFile keeper : keepers) {
            keeper.close();
        }
        Files.deleteIfExists(stdout);
        if (stderr != null) {
            Files.deleteIfExists(stderr);
        }
    }
}
