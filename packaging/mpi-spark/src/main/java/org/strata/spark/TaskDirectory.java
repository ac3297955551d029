package org.strata.spark;

import org.apache.spark.SparkEnv;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a task and its rank exchange long arrays: in a directory that Spark removes at its end. */
final class TaskDirectory {
    private final Path path;

    private TaskDirectory(Path path) {
        this.path = path;
    }

    /** Makes a directory that nobody else may enter. */
    static TaskDirectory create() throws IOException {
        return new TaskDirectory(Files.createTempDirectory(local(), "mpi-"));
    }

    private static Path local() {
        try {
            File[] directories = SparkEnv.get().blockManager().diskBlockManager().localDirs();
            return directories[0].toPath();
        } catch (LinkageError e) {
            // Not part of Spark's public API.
            return Path.of(System.getProperty("java.io.tmpdir"));
        }
    }

    Path path() {
        return path;
    }

    void remove() {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // Spark removes what is left with its own files.
            assert e != null;
        }
    }
}
