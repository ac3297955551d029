package org.strata.launcher.io;

import org.strata.mca.base.Printable;
import org.strata.mca.base.Shortage;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;

/**
 * Says what a host has run out of, and where, when a job cannot be started. The operating system's
 * reason alone ("No space left on device") names neither, and what the JDK adds when it cannot
 * start a process is about other causes.
 */
public final class Shortages {
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
     * Returns a failure that names the file of an option as the user has given it: what failed may
     * be about another one beside it.
     */
    public static IOException ofOption(String option, String file, IOException cause) {
        String why = cause instanceof FileSystemException of ? reason(of) : cause.getMessage();
        IOException named =
                new FileSystemException("the file of " + option + ", " + file, null, why);
        named.initCause(cause);
        return named;
    }

    /** The JDK tells some of the system's errors by the type of the exception only. */
    private static String reason(FileSystemException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "there is no such file or directory";
            case AccessDeniedException _ -> "permission is denied";
            case FileAlreadyExistsException _ -> "there is such a file already";
            case NotDirectoryException _ -> "it is not a directory";
            default -> String.valueOf(failure.getReason());
        };
    }

    /**
     * Returns the lines of a message about a job that cannot be started.
     *
     * @param who cannot start it: mpirun, or a daemon
     */
    public static List<String> lines(String who, Throwable failure) {
        return explained(who + " cannot start the job", failure);
    }

    /**
     * Returns the lines of a message about something that has failed.
     *
     * @param failed what, as a sentence without its full stop
     */
    public static List<String> explained(String failed, Throwable failure) {
        String message = failure.getMessage() == null ? "" : failure.getMessage();
        Shortage shortage = Shortage.of(failure);
        if (shortage == null) {
            String what =
                    failure instanceof FileSystemException file && file.getFile() != null
                            ? file.getFile() + ": " + reason(file) + "."
                            : failure.getClass().getSimpleName() + ": " + message;
            return List.of(failed + ": " + first(what));
        }
        return List.of(
                failed + ": " + shortage.what() + ".",
                "",
                "  What failed:  " + first(message),
                "",
                hint(shortage));
    }

    /**
     * Returns sentences on what bounds a resource, what a job needs of it, and where else it is.
     */
    public static String hint(Shortage shortage) {
        return shortage.bound() + need(shortage);
    }

    /** Returns what a job needs of it, and how it can do with another. */
    private static String need(Shortage shortage) {
        return switch (shortage) {
            case DESCRIPTORS -> " A job needs about 30, and 4 more for each rank of a host.";
            case DISK ->
                    " TMPDIR, or the parameter orte_tmpdir_base, names another directory for the"
                            + " job's own files, --output-filename one for the ranks' output.";
            case HEAP -> " mpirun's own heap has 256 MB.";
            default -> "";
        };
    }

    /** Returns the first line: the JDK's others are guesses about itself. */
    private static String first(String message) {
        return Printable.text(message.lines().findFirst().orElse("no reason is known"));
    }
}
