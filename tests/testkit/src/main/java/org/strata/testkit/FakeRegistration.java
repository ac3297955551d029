package org.strata.testkit;

import org.strata.mca.rcache.Registration;

/** A registration that says whose it is and under which key peers reach it. */
public final class FakeRegistration extends Registration {
    private final int owner;
    private final long key;

    FakeRegistration(int owner, long key, long address, long length, int access) {
        super(address, length, access);
        this.owner = owner;
        this.key = key;
    }

    /** Returns the rank whose memory it is. */
    public int owner() {
        return owner;
    }

    /** Returns the key: its handle on the wire. */
    public long key() {
        return key;
    }
}
