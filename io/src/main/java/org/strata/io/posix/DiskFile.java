package org.strata.io.posix;

import org.strata.mca.io.IoFailure;
import org.strata.opal.Rc;
import org.strata.opal.platform.FileCalls.Lock;
import org.strata.opal.sys.PosixFile;

/** An open file of this process. Threads may use it at the same time. */
final class DiskFile {
    /** Bytes that are transferred between two pauses: less than a millisecond of copying. */
    private static final long PART = 1 << 20;

    private final String path;

    /** Pairs with DiskFile.fd: stored by close. */
    private volatile int fd;

    private DiskFile(String path, int fd) {
        this.path = path;
        this.fd = fd;
    }

    /**
     * Opens a file as open(2) does for the user. Without O_NONBLOCK a named pipe in the file's
     * place would stop the whole job here.
     *
     * @param flags sum of {@code PosixFile.O_…}
     */
    static DiskFile open(String path, int flags) throws IoFailure {
        check(path);
        int fd = PosixFile.open(path, flags | PosixFile.O_CLOEXEC | PosixFile.O_NONBLOCK);
        if (fd < 0) {
            throw FileErrors.failure(-fd, "cannot open " + path);
        }
        DiskFile file = new DiskFile(path, fd);
        if ((flags & 3) == PosixFile.O_RDONLY) {
            // A directory opens for reading; a pipe has no offsets.
            long rc = PosixFile.read(fd, 0, 0, 0);
            if (rc < 0) {
                file.closeQuietly();
                throw FileErrors.failure(-rc, "cannot read " + path);
            }
        }
        return file;
    }

    private static void check(String path) throws IoFailure {
        if (path.isEmpty() || path.indexOf('\0') >= 0) {
            throw new IoFailure(Rc.BAD_FILE, "the file name is empty or contains a NUL character");
        }
    }

    /** Deletes a file's name. */
    static void delete(String path) throws IoFailure {
        check(path);
        int rc = PosixFile.unlink(path);
        if (rc < 0) {
            throw FileErrors.failure(-rc, "cannot delete " + path);
        }
    }

    String path() {
        return path;
    }

    private int fd() throws IoFailure {
        int open = fd;
        if (open < 0) {
            throw new IoFailure(Rc.IO_FAILED, path + " has been closed");
        }
        return open;
    }

    /** Reads a range; returns its bytes up to the end of the file. */
    long read(long address, long length, long offset) throws IoFailure {
        return read(address, length, offset, Pause.NONE);
    }

    /** As the other one, with pauses between parts of the transfer. */
    long read(long address, long length, long offset, Pause pause) throws IoFailure {
        long done = 0;
        while (done < length) {
            if (done > 0) {
                pause.take();
            }
            long part = part(length - done, pause);
            long got = PosixFile.read(fd(), address + done, part, offset + done);
            if (got < 0) {
                throw failed(got, "cannot read", length, offset);
            }
            if (got == 0) {
                break;
            }
            done += got;
        }
        return done;
    }

    private static long part(long left, Pause pause) {
        return pause == Pause.NONE ? left : Math.min(PART, left);
    }

    /** Writes a range. A failure may leave a part of it written. */
    void write(long address, long length, long offset) throws IoFailure {
        write(address, length, offset, Pause.NONE);
    }

    /** As the other one, with pauses between parts of the transfer. */
    void write(long address, long length, long offset, Pause pause) throws IoFailure {
        long done = 0;
        while (done < length) {
            if (done > 0) {
                pause.take();
            }
            long part = part(length - done, pause);
            long put = PosixFile.write(fd(), address + done, part, offset + done);
            if (put <= 0) {
                throw failed(put, "cannot write", length, offset);
            }
            done += put;
        }
    }

    private IoFailure failed(long rc, String what, long length, long offset) {
        String attempt = what + " " + length + " bytes at byte " + offset + " of " + path;
        return rc == 0
                ? new IoFailure(Rc.IO_FAILED, attempt + ": no byte is accepted")
                : FileErrors.failure(-rc, attempt);
    }

    long length() throws IoFailure {
        return checked(PosixFile.length(fd()), "cannot find the length of ");
    }

    void resize(long length) throws IoFailure {
        checked(PosixFile.truncate(fd(), length), "cannot set the length to " + length + " of ");
    }

    void allocate(long length) throws IoFailure {
        checked(PosixFile.allocate(fd(), length), "cannot allocate " + length + " bytes of ");
    }

    void sync() throws IoFailure {
        checked(PosixFile.sync(fd()), "cannot write to the device ");
    }

    void lock(Lock kind, long offset, long length) throws IoFailure {
        checked(PosixFile.lock(fd(), kind, offset, length), "cannot lock a range of ");
    }

    private long checked(long rc, String attempt) throws IoFailure {
        if (rc < 0) {
            throw FileErrors.failure(-rc, attempt + path);
        }
        return rc;
    }

    /** Closes the file; some file systems report the failure of earlier writes here. */
    void close() throws IoFailure {
        int open = fd();
        fd = -1;
        checked(PosixFile.close(open), "an earlier write failed, as is found on closing ");
    }

    /** Closes the file after another failure, which is reported instead of one of this call. */
    void closeQuietly() {
        int open = fd;
        fd = -1;
        if (open >= 0) {
            PosixFile.close(open);
        }
    }
}
