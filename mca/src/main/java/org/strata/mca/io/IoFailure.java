package org.strata.mca.io;

/** An operation on a file failed: an {@link org.strata.opal.Rc} code and a text for the user. */
public final class IoFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final int rc;
    private final int errno;

    /**
     * Makes a failure that is not the operating system's.
     *
     * @param rc what kind of failure
     * @param message what was attempted, the path, and the reason
     */
    public IoFailure(int rc, String message) {
        this(rc, message, 0);
    }

    /**
     * Makes a failure of a call of the operating system.
     *
     * @param rc what kind of failure
     * @param message what was attempted, the path, and the operating system's reason
     * @param errno of the call
     */
    public IoFailure(int rc, String message, int errno) {
        // The program sees an exception of package mpi; nobody sees this one's stack.
        super(message, null, false, false);
        this.rc = rc;
        this.errno = errno;
    }

    /** Returns errno of the operating system's call; 0 if no call failed. */
    public int errno() {
        return errno;
    }

    /** Returns the {@link org.strata.opal.Rc} code. */
    public int rc() {
        return rc;
    }
}
