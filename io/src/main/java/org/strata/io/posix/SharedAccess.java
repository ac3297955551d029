package org.strata.io.posix;

import org.strata.mca.io.IoFailure;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;

/**
 * An access at the shared file pointer: progress transfers the data when rank 0 has answered where
 * they belong.
 */
final class SharedAccess extends FileRequest implements Progressable {
    private final ProgressEngine engine;
    private final SharedPointer.Advance advance;
    private final Transfer transfer;

    /** Transfers the data. */
    @FunctionalInterface
    interface Transfer {
        long run(Buf data, long position) throws IoFailure;
    }

    SharedAccess(ProgressEngine engine, SharedPointer.Advance advance, Transfer transfer) {
        this.engine = engine;
        this.advance = advance;
        this.transfer = transfer;
    }

    /** Starts; inside the bracket. */
    void start(Buf data, CommContext comm) {
        begin(data, comm);
        engine.register(this);
        progress();
    }

    @Override
    public int progress() {
        if (isDone() || !advance.isDone()) {
            return 0;
        }
        engine.unregister(this);
        advance.end();
        if (advance.rc() == Rc.OK) {
            attempt(() -> transfer.run(buf, advance.before()));
        } else {
            fail(advance.rc(), null);
        }
        finish();
        return 1;
    }
}
