package org.strata.pml.copy;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlStatus;
import org.strata.opal.Rc;
import org.strata.opal.progress.ProgressEngine;
import org.strata.pml.base.match.MatchComm;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.base.match.Matching;
import org.strata.pml.base.match.Unexpected;

/** Looks for unexpected messages (MPI 3.1 §3.8). */
final class CopyProbes {
    private final Matching matching;
    private final ProgressEngine engine;
    private final CopyPeers peers;

    CopyProbes(Matching matching, ProgressEngine engine, CopyPeers peers) {
        this.matching = matching;
        this.engine = engine;
        this.peers = peers;
    }

    /** Returns the oldest message that matches, polling once if there is none; or null. */
    Unexpected find(int source, int tag, CommContext comm) {
        Unexpected found = matching.find(source, tag, Matching.of(comm));
        if (found == null) {
            engine.progress();
            found = matching.find(source, tag, Matching.of(comm));
        }
        return found;
    }

    /** Waits for a message that matches; returns null when its only sender is lost. */
    Unexpected await(int source, int tag, CommContext comm) {
        MatchComm queues = Matching.of(comm);
        engine.waitFor(() -> matching.has(source, tag, queues) || loss(source, comm) != Rc.OK);
        return matching.find(source, tag, queues);
    }

    /** Returns why nothing can come from a source, or OK. */
    int loss(int source, CommContext comm) {
        return source == Pml.ANY_SOURCE ? Rc.OK : peers.process(comm.peer(source)).loss;
    }

    /** Removes a message from matching, for a matched probe. */
    Unexpected remove(Unexpected found, PmlStatus status) {
        return describe(found, status) ? matching.remove(found) : null;
    }

    /** Fills the status of a probe; returns whether there is a message. */
    static boolean describe(Unexpected found, PmlStatus status) {
        if (found != null && status != null) {
            boolean whole = found.type == CopyPackets.MATCH;
            status.source = found.peer.rank;
            status.tag = found.tag;
            status.error = Rc.OK;
            status.cancelled = false;
            status.bytes =
                    whole
                            ? found.length - MatchHeader.LENGTH
                            : CopyPackets.word(found.packet, CopyPackets.RNDV_SIZE);
        }
        return found != null;
    }
}
