package org.strata.io.posix;

import org.strata.mca.io.IoFailure;
import org.strata.opal.Rc;
import org.strata.opal.sys.PosixFile;

/** Converts errno of calls on files to return codes and texts. */
final class FileErrors {
    private static final int EPERM = 1;
    private static final int ENOENT = 2;
    private static final int ENXIO = 6;
    private static final int EACCES = 13;
    private static final int EBUSY = 16;
    private static final int EEXIST = 17;
    private static final int ENOTDIR = 20;
    private static final int EISDIR = 21;
    private static final int ETXTBSY = 26;
    private static final int ENOSPC = 28;
    private static final int ESPIPE = 29;
    private static final int EROFS = 30;
    private static final int ENAMETOOLONG = 36;
    private static final int ELOOP = 40;
    private static final int EDQUOT = 122;

    private FileErrors() {}

    /** Returns the return code of an errno. */
    static int rc(int errno) {
        return switch (errno) {
            case EPERM, EACCES -> Rc.ACCESS_DENIED;
            case ENOENT -> Rc.NO_SUCH_FILE;
            case EEXIST -> Rc.FILE_EXISTS;
            case EBUSY, ETXTBSY -> Rc.FILE_IN_USE;
            case EISDIR, ENOTDIR, ENAMETOOLONG, ELOOP, ESPIPE, ENXIO -> Rc.BAD_FILE;
            case ENOSPC -> Rc.NO_SPACE;
            case EDQUOT -> Rc.OVER_QUOTA;
            case EROFS -> Rc.READ_ONLY;
            default -> Rc.IO_FAILED;
        };
    }

    /**
     * Makes the failure of a call.
     *
     * @param errno positive
     * @param attempt what was attempted, with the path: {@code "cannot open /tmp/f"}
     */
    static IoFailure failure(long errno, String attempt) {
        int number = (int) errno;
        String reason = PosixFile.text(number);
        String text = attempt + ": " + reason + " (errno " + number + ")";
        return new IoFailure(rc(number), text, number);
    }
}
