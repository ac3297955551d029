package org.strata.pml.base.match;

/** A receive that does nothing but wait. */
final class TestReceive extends PostedReceive {
    final int id;

    TestReceive(int id) {
        this.id = id;
    }

    @Override
    public void cancel() {
        withdraw();
    }

    @Override
    protected void recycle() {}
}
