package org.strata.mca.io;

/** An operation on a file failed: an {@link org.strata.opal.Rc} code and a text for the user. */
public final class IoFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final int rc;

    /**
     * @param rc what kind of failure
     * @param message what was attempted, the path, and the operating system's reason
     */
    public IoFailure(int rc, String message) {
        // The program sees an exception of package mpi; nobody sees this one's stack.
        super(message, null, false, false);
        this.rc = rc;
    }

    /** Returns the {@link org.strata.opal.Rc} code. */
    public int rc() {
        return rc;
    }
}
