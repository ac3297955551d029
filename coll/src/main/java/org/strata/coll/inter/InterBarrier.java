package org.strata.coll.inter;

import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;

/** Everybody of the own group has come; the leaders exchange that; everybody gets to know. */
final class InterBarrier {
    private static final Buf NOTHING = new Buf(null, 0, 0, DataLayouts.BYTE);

    private InterBarrier() {}

    static void run(InterCall call) {
        call.remote().note(call.local().barrier(call.group()));
        call.exchange(NOTHING, NOTHING);
        call.remote().note(call.local().barrier(call.group()));
    }
}
