package org.strata.testkit;

import org.strata.mca.btl.Descriptor;

/** A descriptor of a {@link FakeBtl}; checks that its owner is the one who uses it. */
final class FakeDescriptor extends Descriptor {
    private final long memory;
    private Owner owner = Owner.POOL;

    /** Who may touch it. */
    enum Owner {
        POOL,
        CALLER,
        BTL
    }

    FakeDescriptor(long memory) {
        this.memory = memory;
    }

    void pass(Owner from, Owner to) {
        if (owner != from) {
            throw new AssertionError("a descriptor of " + owner + " was used as one of " + from);
        }
        owner = to;
    }

    /** Makes it like new. */
    void reset() {
        address = memory;
        length = 0;
        headerLength = 0;
        inPlaceAddress = 0;
        inPlaceLength = 0;
        payloadLength = 0;
        registration = null;
        callback = null;
        context = null;
        cookie = 0;
    }
}
