package org.strata.testkit;

import org.strata.mca.pml.PmlRequest;
import org.strata.opal.datatype.Buf;

/**
 * A send or a receive of a {@link FakePml}. The other rank's thread may complete it, so that it
 * keeps account of itself and is not counted among its communicator's operations.
 */
final class FakeRequest extends PmlRequest {
    /** The data, for as long as the message lives: longer than the request may be owned. */
    final Buf data;

    /** Context id that a receive matches. */
    long identity;

    private final FakePml owner;
    private volatile boolean completed;

    FakeRequest(FakePml owner, Buf data) {
        this.owner = owner;
        this.data = new Buf().set(data);
        this.bytes = data.size();
    }

    @Override
    public boolean isDone() {
        return completed;
    }

    void complete() {
        completed = true;
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
    protected void recycle() {}
}
