package org.strata.coll.alltoall;

import org.strata.coll.base.Call;
import org.strata.mca.coll.PairwiseMessages;

/** Starts all receives, then all sends: MPI_Alltoallw and the neighbourhood collectives. */
public final class PairwiseExchange {
    private PairwiseExchange() {}

    /** Exchanges the messages. */
    public static void run(Call call, PairwiseMessages messages) {
        for (PairwiseMessages.Entry e : messages.receives()) {
            call.startReceive(e.buf(), e.peer(), e.channel());
        }
        for (PairwiseMessages.Entry e : messages.sends()) {
            call.startSend(e.buf(), e.peer(), e.channel());
        }
        call.finishStarted();
    }
}
