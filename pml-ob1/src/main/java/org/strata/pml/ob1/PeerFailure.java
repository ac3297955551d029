package org.strata.pml.ob1;

import org.strata.mca.proc.Proc;
import org.strata.pml.ob1.match.Posted;

/** Ends every operation that needs a process which no link reaches any more. Tier 3. */
final class PeerFailure {
    private PeerFailure() {}

    /** Completes what is under way with the peer, and the receives that only it could match. */
    static void end(Ob1Pml pml, Ob1Endpoint endpoint, int rc) {
        if (endpoint.channel != null) {
            endpoint.channel.drop();
        }
        while (!endpoint.waiting.isEmpty()) {
            Ob1Request request = endpoint.waiting.poll();
            request.queued = false;
            failNamed(request, endpoint, rc);
        }
        pml.cookies.forEach(request -> failNamed(request, endpoint, rc));
        for (CommState comm : pml.comms()) {
            if (comm != null) {
                failPosted(comm, endpoint.bml.peer, rc);
            }
        }
    }

    private static void failNamed(Named request, Ob1Endpoint endpoint, int rc) {
        if (request instanceof SendRequest send && send.peer.endpoint == endpoint) {
            send.fail(rc);
        } else if (request instanceof RecvRequest receive && receive.peer == endpoint) {
            receive.fail(rc);
        }
    }

    private static void failPosted(CommState comm, Proc proc, int rc) {
        for (PeerState peer : comm.peers()) {
            if (peer != null && peer.match.proc == proc) {
                Posted<RecvRequest> posted = comm.matcher.takeAnyPostedFor(peer.match);
                while (posted != null) {
                    posted.request.complete(rc);
                    posted = comm.matcher.takeAnyPostedFor(peer.match);
                }
            }
        }
    }
}
