package org.strata.io.posix;

import org.strata.mca.io.IoFailure;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.Rc;

/** An access to a file; its own class is that of an access that is complete when it is made. */
class FileRequest extends PmlRequest {
    private String failure;

    FileRequest() {
        setEmpty();
    }

    /** An access that may fail. */
    @FunctionalInterface
    interface Access {
        /** Returns the bytes of data that were transferred. */
        long run() throws IoFailure;
    }

    /** Returns the request of an access that runs now. */
    static FileRequest of(Access access) {
        FileRequest request = new FileRequest();
        request.attempt(access);
        return request;
    }

    private void attempt(Access access) {
        try {
            bytes = access.run();
        } catch (IoFailure e) {
            keep(e);
        }
    }

    /** Keeps a failure; null for none. */
    final void keep(IoFailure e) {
        if (e != null) {
            fail(e.rc(), e.getMessage());
        }
    }

    /** Keeps the first failure. Nothing counts as transferred then. */
    final void fail(int rc, String text) {
        if (error == Rc.OK) {
            error = rc;
            failure = text;
            bytes = 0;
        }
    }

    @Override
    public final String failureText() {
        return failure;
    }

    /** An access runs to its end (MPI 3.1 §13.4.1: the call has no effect). */
    @Override
    public final void cancel() {}

    @Override
    protected void recycle() {}
}
