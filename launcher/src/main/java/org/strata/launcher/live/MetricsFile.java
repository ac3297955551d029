package org.strata.launcher.live;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Writes the numbers of a job's ranks on this host to a file, for the textfile collector of
 * Prometheus' node_exporter: from time to time, by a thread of its own, and at once for those who
 * look. The file is removed at the end: numbers that do not change any more are no job's.
 */
public final class MetricsFile implements AutoCloseable {
    private final Path file;
    private final Path whole;
    private final long intervalNanos;
    private final Supplier<String> text;
    private final Consumer<String> warning;

    /** Pairs with MetricsFile.run, on the thread that writes. */
    private volatile boolean closed;

    private MetricsFile(
            Path file, long intervalNanos, Supplier<String> text, Consumer<String> warning) {
        this.file = file;
        this.intervalNanos = intervalNanos;
        this.text = text;
        this.warning = warning;
        whole = file.resolveSibling("." + file.getFileName() + "." + ProcessHandle.current().pid());
    }

    /**
     * Begins to write.
     *
     * @param text returns what is to be written
     * @param warning gets a line, once, if the file cannot be written
     */
    public static MetricsFile start(
            Path file, int intervalSeconds, Supplier<String> text, Consumer<String> warning) {
        MetricsFile metrics =
                new MetricsFile(
                        file,
                        TimeUnit.SECONDS.toNanos(Math.max(1, intervalSeconds)),
                        text,
                        warning);
        Thread.ofPlatform().daemon().name("strata-metrics").start(metrics::run);
        return metrics;
    }

    private void run() {
        long next = System.nanoTime();
        while (!closed) {
            if (System.nanoTime() - next >= 0) {
                next += intervalNanos;
                if (!write()) {
                    return;
                }
            }
            LockSupport.parkNanos(this, Math.max(1, next - System.nanoTime()));
        }
    }

    private synchronized boolean write() {
        if (closed) {
            return false;
        }
        try {
            Files.writeString(whole, text.get(), StandardCharsets.UTF_8);
            Files.move(
                    whole,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            return true;
        } catch (IOException | RuntimeException e) {
            warning.accept("mpi_metrics_file: " + file + " cannot be written: " + e.getMessage());
            remove(whole);
            return false;
        }
    }

    private static void remove(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // It could not be made, either.
            assert e != null;
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            remove(whole);
            remove(file);
        }
    }
}
