package org.strata.opal.platform.portable;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Finds the errno of a failure of the JDK, which has classes for the most frequent ones, and else
 * the system's text in the user's language. What can be asked is asked: texts are the last resort.
 */
final class FileFailures {
    /** Of Linux and macOS, and of Windows, in English. */
    private static final String[] NO_SPACE = {"no space left", "not enough space on the disk"};

    private static final int EDQUOT = 122;

    private FileFailures() {}

    /** Returns the negative errno of a failed call on a file. */
    static int of(IOException failure, Path path) {
        return -switch (failure) {
            case NoSuchFileException e ->
                    isBelowFile(path) ? PortableErrno.ENOTDIR : PortableErrno.ENOENT;
            case FileAlreadyExistsException e -> PortableErrno.EEXIST;
            case FileSystemLoopException e -> PortableErrno.ELOOP;
            case AccessDeniedException e -> denied(path);
            case ClosedChannelException e -> PortableErrno.EBADF;
            default -> other(failure, path);
        };
    }

    private static int denied(Path path) {
        return Files.isDirectory(path) ? PortableErrno.EISDIR : PortableErrno.EACCES;
    }

    private static int other(IOException failure, Path path) {
        if (isBelowFile(path)) {
            return PortableErrno.ENOTDIR;
        }
        if (Files.isDirectory(path)) {
            return PortableErrno.EISDIR;
        }
        String text = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        for (String known : NO_SPACE) {
            if (text.contains(known)) {
                return PortableErrno.ENOSPC;
            }
        }
        return text.contains("quota") ? EDQUOT : byStore(text, path);
    }

    private static int byStore(String text, Path path) {
        try {
            Path existing = Files.exists(path) ? path : path.toAbsolutePath().getParent();
            var store = Files.getFileStore(existing);
            if (store.isReadOnly()) {
                return PortableErrno.EROFS;
            }
            if (store.getUsableSpace() == 0) {
                return PortableErrno.ENOSPC;
            }
        } catch (IOException e) {
            // Then the text decides.
            assert e != null;
        }
        return text.contains("too long") ? PortableErrno.ENAMETOOLONG : PortableErrno.EIO;
    }

    /** Returns whether a directory of the path is none. */
    private static boolean isBelowFile(Path path) {
        for (Path at = path.toAbsolutePath().getParent(); at != null; at = at.getParent()) {
            if (Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
                return !Files.isDirectory(at);
            }
        }
        return false;
    }

    /** Returns a text for an errno. */
    static String text(int errno) {
        return switch (errno) {
            case PortableErrno.EPERM -> "Operation not permitted";
            case PortableErrno.ENOENT -> "No such file or directory";
            case PortableErrno.ESRCH -> "No such process";
            case PortableErrno.EIO -> "Input/output error";
            case PortableErrno.EBADF -> "Bad file descriptor";
            case PortableErrno.EACCES -> "Permission denied";
            case PortableErrno.EEXIST -> "File exists";
            case PortableErrno.ENOTDIR -> "Not a directory";
            case PortableErrno.EISDIR -> "Is a directory";
            case PortableErrno.EINVAL -> "Invalid argument";
            case PortableErrno.ENOSPC -> "No space left on device";
            case PortableErrno.ESPIPE -> "Illegal seek";
            case PortableErrno.EROFS -> "Read-only file system";
            case PortableErrno.ENAMETOOLONG -> "File name too long";
            case PortableErrno.ENOSYS -> "Function not implemented";
            case PortableErrno.ELOOP -> "Too many levels of symbolic links";
            case EDQUOT -> "Disk quota exceeded";
            default -> "Unknown error " + errno;
        };
    }
}
