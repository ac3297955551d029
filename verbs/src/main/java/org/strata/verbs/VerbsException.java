package org.strata.verbs;

/** A set-up call failed. Never thrown on the data path. */
public final class VerbsException extends RuntimeException {
    /** Operation not permitted. */
    public static final int EPERM = 1;

    /** No such device, file or entry. */
    public static final int ENOENT = 2;

    /** Input/output error: the device is gone or has failed. */
    public static final int EIO = 5;

    /** Out of memory, or over a limit. */
    public static final int ENOMEM = 12;

    /** No access. */
    public static final int EACCES = 13;

    /** Other objects still use the object. */
    public static final int EBUSY = 16;

    /** No such device. */
    public static final int ENODEV = 19;

    /** Bad argument, or not allowed in this state. */
    public static final int EINVAL = 22;

    /** The device cannot do this. */
    public static final int EOPNOTSUPP = 95;

    private final int errno;

    /**
     * @param errno that libibverbs reports, or would report
     * @param message one sentence: what failed, on which device, why
     */
    public VerbsException(int errno, String message) {
        super(message);
        this.errno = errno;
    }

    /** Returns the errno. */
    public int errno() {
        return errno;
    }
}
