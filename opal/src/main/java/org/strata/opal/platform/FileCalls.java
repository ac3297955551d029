package org.strata.opal.platform;

/**
 * Files by descriptors, from and to native memory. Every method returns its result, or the negative
 * errno when it fails; on every platform errno and flags have Linux's numbers. Any thread may call;
 * an interrupt of a thread does not end its call, and is kept.
 */
public interface FileCalls {
    /** Opens for reading. */
    int O_RDONLY = 0;

    /** Opens for writing. */
    int O_WRONLY = 1;

    /** Opens for both. */
    int O_RDWR = 2;

    /** Creates the file if it does not exist. */
    int O_CREAT = 0x40;

    /** With {@link #O_CREAT}: fails if it exists. */
    int O_EXCL = 0x80;

    /** Does not wait for a partner at a named pipe. */
    int O_NONBLOCK = 0x800;

    /** Processes that this one starts do not inherit the descriptor. */
    int O_CLOEXEC = 0x80000;

    /** Kinds of locks on a range of a file. */
    enum Lock {
        /** Several open files may have it. */
        SHARED,
        /** One open file has it. */
        EXCLUSIVE,
        /** None. */
        NONE
    }

    /**
     * Opens a file; new files get the permissions that the process's umask leaves of 0666.
     *
     * @param flags sum of {@code O_…}
     * @return the descriptor, or negative errno
     */
    int open(String path, int flags);

    /** Removes a name of a file: 0, or negative errno. */
    int unlink(String path);

    /** Closes a descriptor: 0, or negative errno. The descriptor is free after a failure, too. */
    int close(int fd);

    /**
     * Reads at a place of a file.
     *
     * @return bytes read, fewer than {@code length} perhaps, 0 at the end of the file; or negative
     *     errno
     */
    long read(int fd, long address, long length, long offset);

    /** Writes at a place of a file: bytes written, fewer perhaps, or negative errno. */
    long write(int fd, long address, long length, long offset);

    /** Writes a file's data and length to the device: 0, or negative errno. */
    int sync(int fd);

    /** Returns the length of a file, or negative errno. */
    long length(int fd);

    /** Sets the length of a file: 0, or negative errno. */
    int truncate(int fd, long length);

    /**
     * Allocates a file's first bytes on the device as far as the platform can, and extends the file
     * if it is shorter: 0, or negative errno.
     */
    int allocate(int fd, long length);

    /**
     * Sets or removes a lock on a range of bytes, and waits until other open files have released
     * theirs. It ends when the descriptor is closed, hence also with the process.
     *
     * @return 0, or negative errno
     */
    int lock(int fd, Lock kind, long offset, long length);

    /** Returns a text for an errno. */
    String text(int errno);
}
