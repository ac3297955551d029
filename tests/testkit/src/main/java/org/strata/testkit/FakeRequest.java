package org.strata.testkit;

import org.strata.mca.pml.PmlRequest;
import org.strata.opal.datatype.DataLayout;

/** A send or a receive of a {@link FakePml}. */
final class FakeRequest extends PmlRequest {
    final Object base;
    final long offset;
    final long count;
    final DataLayout layout;

    /** Context id that a receive matches. */
    int context;

    private final FakePml owner;
    private volatile boolean done;

    FakeRequest(FakePml owner, Object base, long offset, long count, DataLayout layout) {
        this.owner = owner;
        this.base = base;
        this.offset = offset;
        this.count = count;
        this.layout = layout;
        this.bytes = count * layout.size();
    }

    @Override
    public boolean isDone() {
        return done;
    }

    void complete() {
        done = true;
        owner.wake();
    }

    @Override
    public void cancel() {
        if (owner.withdraw(this)) {
            cancelled = true;
            complete();
        }
    }

    @Override
    public void release() {}
}
