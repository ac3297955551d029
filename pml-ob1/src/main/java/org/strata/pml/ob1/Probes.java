package org.strata.pml.ob1;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.PmlStatus;
import org.strata.opal.Rc;
import org.strata.opal.progress.ProgressEngine;
import org.strata.pml.base.match.Arrival;
import org.strata.pml.base.match.MatchComm;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.base.match.Matching;
import org.strata.pml.base.match.Unexpected;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.header.RendezvousHeader;

/** Finds and describes messages that have arrived and not been received (MPI 3.1 §3.8). */
final class Probes {
    private final Matching matching;
    private final ProgressEngine engine;

    Probes(Matching matching, ProgressEngine engine) {
        this.matching = matching;
        this.engine = engine;
    }

    /** Returns a matching message after at most one poll, or null. */
    Unexpected find(int source, int tag, CommContext comm) {
        MatchComm queuesOf = Matching.of(comm);
        Unexpected found = matching.find(source, tag, queuesOf);
        if (found == null) {
            engine.progress();
            found = matching.find(source, tag, queuesOf);
        }
        return found;
    }

    /** Waits for a matching message; returns null when its only possible senders are lost. */
    Unexpected await(int source, int tag, CommContext comm) {
        MatchComm queuesOf = Matching.of(comm);
        if (!matching.has(source, tag, queuesOf)) {
            engine.waitFor(new Arrival(matching, source, tag, queuesOf));
        }
        return matching.find(source, tag, queuesOf);
    }

    /** Describes a message and removes it from matching, if there is one; returns it. */
    Unexpected remove(Unexpected message, PmlStatus status) {
        return describe(message, status) ? matching.remove(message) : null;
    }

    /**
     * Fills a status from a message, if there is one.
     *
     * @param message may be null
     * @param status filled with sender, tag and length; may be null
     * @return whether there is a message
     */
    static boolean describe(Unexpected message, PmlStatus status) {
        if (message != null && status != null) {
            status.source = message.peer.rank;
            status.tag = message.tag;
            status.error = Rc.OK;
            status.cancelled = false;
            status.bytes = length(message);
        }
        return message != null;
    }

    /** Returns the bytes of a message that waits for its receive. */
    static long length(Unexpected message) {
        return message.type == PacketType.MATCH
                ? (long) message.length - MatchHeader.LENGTH
                : RendezvousHeader.messageLength(message.packet);
    }
}
