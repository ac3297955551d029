package org.strata.opal.sys;

import org.strata.opal.platform.FileCalls;
import org.strata.opal.platform.FileCalls.Lock;
import org.strata.opal.platform.Platform;

/** The files of the platform; see {@link FileCalls}. Stateless. */
public final class PosixFile {
    /** Opens for reading. */
    public static final int O_RDONLY = FileCalls.O_RDONLY;

    /** Opens for writing. */
    public static final int O_WRONLY = FileCalls.O_WRONLY;

    /** Opens for both. */
    public static final int O_RDWR = FileCalls.O_RDWR;

    /** Creates the file if it does not exist. */
    public static final int O_CREAT = FileCalls.O_CREAT;

    /** With {@link #O_CREAT}: fails if it exists. */
    public static final int O_EXCL = FileCalls.O_EXCL;

    /** Does not wait for a partner at a named pipe. */
    public static final int O_NONBLOCK = FileCalls.O_NONBLOCK;

    /** Processes that this one starts do not inherit the descriptor. */
    public static final int O_CLOEXEC = FileCalls.O_CLOEXEC;

    private static final FileCalls CALLS = Platform.services().files();

    private PosixFile() {}

    /**
     * Opens a file; new files get the permissions that the process's umask leaves of 0666.
     *
     * @param flags sum of {@code O_…}
     * @return the descriptor, or negative errno
     */
    public static int open(String path, int flags) {
        return CALLS.open(path, flags);
    }

    /** Removes a name of a file: 0, or negative errno. */
    public static int unlink(String path) {
        return CALLS.unlink(path);
    }

    /** Closes a descriptor: 0, or negative errno. The descriptor is free after a failure, too. */
    public static int close(int fd) {
        return CALLS.close(fd);
    }

    /**
     * Reads at a place of a file.
     *
     * @return bytes read, fewer than {@code length} perhaps, 0 at the end of the file; or negative
     *     errno
     */
    public static long read(int fd, long address, long length, long offset) {
        return CALLS.read(fd, address, length, offset);
    }

    /** Writes at a place of a file: bytes written, fewer perhaps, or negative errno. */
    public static long write(int fd, long address, long length, long offset) {
        return CALLS.write(fd, address, length, offset);
    }

    /** Writes a file's data and length to the device: 0, or negative errno. */
    public static int sync(int fd) {
        return CALLS.sync(fd);
    }

    /** Returns the length of a file, or negative errno. */
    public static long length(int fd) {
        return CALLS.length(fd);
    }

    /** Sets the length of a file: 0, or negative errno. */
    public static int truncate(int fd, long length) {
        return CALLS.truncate(fd, length);
    }

    /**
     * Allocates a file's first bytes on the device, and extends the file if it is shorter: 0, or
     * negative errno.
     */
    public static int allocate(int fd, long length) {
        return CALLS.allocate(fd, length);
    }

    /**
     * Sets or removes the lock of this descriptor's open file on a range of bytes, and waits until
     * other open files have released theirs.
     *
     * @return 0, or negative errno
     */
    public static int lock(int fd, Lock kind, long offset, long length) {
        return CALLS.lock(fd, kind, offset, length);
    }

    /** Returns the operating system's text for an errno. */
    public static String text(int errno) {
        return CALLS.text(errno);
    }
}
