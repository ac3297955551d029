package org.strata.testkit;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.proc.Proc;

/** A peer of a {@link FakeBtl}. */
final class FakeEndpoint extends BtlEndpoint {
    final FakeChannel out;
    final FakeChannel in;
    volatile boolean broken;
    boolean reported;

    FakeEndpoint(Proc peer, FakeChannel out, FakeChannel in) {
        super(peer);
        this.out = out;
        this.in = in;
    }
}
