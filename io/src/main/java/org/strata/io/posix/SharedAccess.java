package org.strata.io.posix;

import org.strata.mca.io.IoFailure;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.Progressable;

/**
 * An access at the shared file pointer: when rank 0 has answered where the data belong, they are
 * transferred in the background.
 */
final class SharedAccess extends FileRequest implements Progressable {
    private final ProgressEngine engine;
    private final SharedPointer.Advance advance;
    private final Transfer transfer;
    private final BackgroundWork work;

    /** Whether the transfer has begun. */
    private boolean placed;

    /** Transfers the data. */
    @FunctionalInterface
    interface Transfer {
        long run(Buf data, long position) throws IoFailure;
    }

    SharedAccess(
            ProgressEngine engine,
            IoThreads threads,
            SharedPointer.Advance advance,
            Transfer transfer) {
        this.engine = engine;
        this.advance = advance;
        this.transfer = transfer;
        this.work = new BackgroundWork(threads);
    }

    /** Starts; inside the bracket. */
    void start(Buf data, CommContext comm) {
        begin(data, comm);
        engine.register(this);
        progress();
    }

    @Override
    public boolean takesLong() {
        return work.takesLong();
    }

    @Override
    public int progress() {
        if (isDone() || !advance.isDone() || !work.isDone()) {
            return 0;
        }
        if (!placed) {
            advance.end();
            placed = true;
            if (advance.rc() == Rc.OK) {
                work.start(() -> bytes = transfer.run(buf, advance.before()));
                return 1;
            }
            fail(advance.rc(), null);
        }
        keep(work.failure());
        engine.unregister(this);
        finish();
        return 1;
    }
}
