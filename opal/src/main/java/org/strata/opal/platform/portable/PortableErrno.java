package org.strata.opal.platform.portable;

/** The numbers by which refusals are told here: Linux's, whatever the system has. */
final class PortableErrno {
    static final int EPERM = 1;
    static final int ENOENT = 2;
    static final int ESRCH = 3;
    static final int EIO = 5;
    static final int EBADF = 9;
    static final int EACCES = 13;
    static final int EEXIST = 17;
    static final int ENOTDIR = 20;
    static final int EISDIR = 21;
    static final int EINVAL = 22;
    static final int ENOSPC = 28;
    static final int ESPIPE = 29;
    static final int EROFS = 30;
    static final int ENAMETOOLONG = 36;
    static final int ENOSYS = 38;
    static final int ELOOP = 40;

    private PortableErrno() {}
}
