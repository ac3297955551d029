package org.strata.testkit;

import org.strata.mca.pml.PmlRequest;

import java.util.function.Supplier;

/** A persistent request of a {@link FakePml}: starts an ordinary one each time. */
final class FakePersistent extends PmlRequest {
    private final Supplier<PmlRequest> starting;
    private PmlRequest active;

    FakePersistent(Supplier<PmlRequest> starting) {
        this.starting = starting;
        setEmpty();
    }

    void start() {
        active = starting.get();
    }

    @Override
    public boolean isDone() {
        if (active != null && active.isDone()) {
            copyFrom(active);
            active = null;
        }
        return active == null;
    }

    @Override
    public void cancel() {
        if (active != null) {
            active.cancel();
        }
    }

    @Override
    public void release() {
        active = null;
    }
}
