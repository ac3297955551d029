package org.strata.ess.base;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
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
 * id is {@code <pid of its owner>-<random>}. Everybody may write to the directory: only regular
 * files of this user count, and no other entry is opened or deleted.
 */
public final class SharedFiles {
    private static final String PREFIX = "strata.";

    private final Path directory;
    private final Ownership ownership;
    private final LongPredicate alive;

    /**
     * @param directory {@code /dev/shm}
     * @param ownership selects this user's files
     * @param alive returns whether a process lives
     */
    public SharedFiles(Path directory, Ownership ownership, LongPredicate alive) {
        this.directory = directory;
        this.ownership = ownership;
        this.alive = alive;
    }

    /** Removes everything of one job. */
    public void remove(String jobId) {
        files(PREFIX + jobId + ".*").forEach(SharedFiles::delete);
    }

    /** Removes what dead jobs of this user left; returns their ids. Never throws. */
    public Set<String> sweep() {
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
        if (ownership.ownsFile(lock)) {
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
            for (Path file : stream) {
                if (ownership.ownsFile(file)) {
                    found.add(file);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return found;
        }
        return found;
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Another sweep has deleted it.
            assert e != null;
        }
    }
}
