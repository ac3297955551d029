package org.strata.pml.base.match;

import org.strata.mca.pml.MessageWaits;
import org.strata.mca.pml.Pml;
import org.strata.opal.progress.Completion;

/**
 * What a blocking probe waits for: a matching message has arrived, or its only possible senders are
 * lost.
 *
 * @param matching the queues of the process
 * @param source rank of the wanted sender, or {@link Pml#ANY_SOURCE}
 * @param tag the wanted tag, or {@link Pml#ANY_TAG}
 * @param queuesOf the communicator
 */
public record Arrival(Matching matching, int source, int tag, MatchComm queuesOf)
        implements Completion {
    @Override
    public boolean isDone() {
        return matching.has(source, tag, queuesOf)
                || (source == Pml.ANY_SOURCE
                        ? queuesOf.deserted()
                        : queuesOf.context.peer(source).isLost());
    }

    @Override
    public int awaited() {
        return source == Pml.ANY_SOURCE ? SEVERAL : queuesOf.context.peer(source).rank();
    }

    @Override
    public WaitState waitState() {
        return MessageWaits.arrival(queuesOf.context, source, tag, -1, queuesOf.kept());
    }
}
