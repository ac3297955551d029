package org.strata.launcher.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * The files that jobs share in a directory: every name is {@code strata.<jobid>.<what>}, and a job
 * id is {@code <pid of its owner>-<random>}.
 */
final class SharedFiles {
    private static final String PREFIX = "strata.";

    private final Path directory;
    private final LongPredicate alive;

    /**
     * @param directory {@code /dev/shm}
     * @param alive tells whether a process lives
     */
    SharedFiles(Path directory, LongPredicate alive) {
        this.directory = directory;
        this.alive = alive;
    }

    /** Removes everything of one job. */
    void remove(String jobId) {
        files(PREFIX + jobId + ".*").forEach(SharedFiles::delete);
    }

    /** Removes what dead jobs left; returns their ids. */
    Set<String> sweep() {
        Map<String, List<Path>> jobs = new HashMap<>();
        for (Path file : files(PREFIX + "*")) {
            String[] parts = file.getFileName().toString().split("\\.", 3);
            if (parts.length == 3) {
                jobs.computeIfAbsent(parts[1], id -> new ArrayList<>()).add(file);
            }
        }
        Set<String> dead = new HashSet<>();
        jobs.forEach((id, files) -> {
            if (isDead(id)) {
                files.forEach(SharedFiles::delete);
                dead.add(id);
            }
        });
        return dead;
    }

    /** A lock decides; without one, the owner's process id. */
    private boolean isDead(String id) {
        Path lock = directory.resolve(PREFIX + id + JobLock.SUFFIX);
        if (Files.exists(lock)) {
            return JobLock.abandoned(lock);
        }
        int dash = id.indexOf('-');
        try {
            return dash > 0 && !alive.test(Long.parseLong(id.substring(0, dash)));
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private List<Path> files(String pattern) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, pattern)) {
            stream.forEach(found::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Another user's, or gone already: not ours to remove.
            assert e != null;
        }
    }
}
