package org.strata.launcher.io;

import org.strata.mca.base.Printable;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Says what a host has run out of, and where, when a job cannot be started. The operating system's
 * reason alone ("No space left on device") names neither, and what the JDK adds when it cannot
 * start a process is about other causes.
 */
public final class Shortages {
    /** What can run out, by the numbers and the texts of the system's errors. */
    private enum Resource {
        DESCRIPTORS(
                "it has no file descriptor left",
                "ulimit -n bounds them; a job needs about 30, and 4 more for each rank of a host.",
                "2[34]",
                "Too many open files"),
        PROCESSES(
                "no more processes or threads may be started",
                "ulimit -u bounds those of this user on the host, pids.max those of a container.",
                "11",
                "Resource temporarily unavailable|unable to create native thread"),
        MEMORY(
                "the host has no memory left for it",
                "ulimit -v, memory.max of a container, or the host's memory bounds it.",
                "12",
                "Cannot allocate memory|Not enough space|Java heap space"),
        DISK(
                "the disk is full",
                "TMPDIR, or the parameter orte_tmpdir_base, names another directory for the job's"
                        + " files.",
                "28|122",
                "No space left on device|Disk quota exceeded");

        private final String what;
        private final String hint;
        private final Pattern cause;

        /** The JDK words the number of a system's error as "error=24, ...", "error: 24 (...)". */
        Resource(String what, String hint, String numbers, String texts) {
            this.what = what;
            this.hint = hint;
            cause = Pattern.compile("error[=:] ?(" + numbers + ")\\b|" + texts);
        }

        private boolean named(String message) {
            return cause.matcher(message).find();
        }
    }

    private Shortages() {}

    /**
     * Returns a failure that names a path; the system's errors of reads and writes do not.
     *
     * @param where the path at which it happened
     */
    public static IOException at(String where, IOException cause) {
        String why = cause.getMessage() == null ? "" : cause.getMessage();
        if (cause instanceof FileSystemException file && file.getFile() != null) {
            return cause;
        }
        return why.contains(where) ? cause : new FileSystemException(where, null, why);
    }

    /**
     * Returns the lines of a message about a job that cannot be started.
     *
     * @param who cannot start it: mpirun, or a daemon
     */
    public static List<String> lines(String who, Throwable failure) {
        String message = failure.getMessage() == null ? "" : failure.getMessage();
        for (Resource resource : Resource.values()) {
            if (resource.named(message)) {
                List<String> lines = new ArrayList<>();
                lines.add(who + " cannot start the job: " + resource.what + ".");
                lines.add("");
                lines.add("  What failed:  " + first(message));
                lines.add("");
                lines.add(resource.hint);
                return lines;
            }
        }
        return List.of(
                who
                        + " cannot start the job: "
                        + failure.getClass().getSimpleName()
                        + ": "
                        + first(message));
    }

    /** Returns the first line: the JDK's others are guesses about itself. */
    private static String first(String message) {
        return Printable.text(message.lines().findFirst().orElse("no reason is known"));
    }
}
