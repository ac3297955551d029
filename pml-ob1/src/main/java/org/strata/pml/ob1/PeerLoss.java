package org.strata.pml.ob1;

import org.strata.pml.base.CookieHolder;
import org.strata.pml.base.CookieTable;
import org.strata.pml.base.match.Matching;
import org.strata.pml.base.match.PostedReceive;
import org.strata.pml.ob1.request.RecvRequest;
import org.strata.pml.ob1.request.SendRequest;
import org.strata.pml.ob1.wire.Endpoints;
import org.strata.pml.ob1.wire.Ob1Endpoint;
import org.strata.pml.ob1.wire.RetryQueues;

/** Fails every operation that needs a process to which no link is left. Tier 3. */
final class PeerLoss implements Endpoints.LossListener {
    private final RetryQueues queues;
    private final CookieTable cookies;
    private final Matching matching;

    PeerLoss(RetryQueues queues, CookieTable cookies, Matching matching) {
        this.queues = queues;
        this.cookies = cookies;
        this.matching = matching;
    }

    /**
     * Fails the operations under way with the peer, and the posted receives that only its messages
     * could match.
     */
    @Override
    public void onLost(Ob1Endpoint endpoint, int rc) {
        if (endpoint.channel() != null) {
            endpoint.channel().drop();
        }
        endpoint.endFlow();
        queues.failAll(endpoint, rc);
        cookies.forEach(holder -> failNamed(holder, endpoint, rc));
        PostedReceive receive = matching.removePostedFor(endpoint.proc);
        while (receive != null) {
            ((RecvRequest) receive).complete(rc);
            receive = matching.removePostedFor(endpoint.proc);
        }
    }

    private static void failNamed(CookieHolder holder, Ob1Endpoint endpoint, int rc) {
        if (holder instanceof SendRequest send && send.endpoint == endpoint) {
            send.fail(rc);
        } else if (holder instanceof RecvRequest receive && receive.endpoint == endpoint) {
            receive.fail(rc);
        }
    }
}
