package org.strata.pml.ob1;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.pml.base.BufferedSends;
import org.strata.pml.base.CookieHolder;
import org.strata.pml.base.CookieTable;
import org.strata.pml.base.MessageMemory;
import org.strata.pml.base.PayloadPool;
import org.strata.pml.ob1.counters.Ob1Counters;
import org.strata.pml.ob1.eager.Eager;
import org.strata.pml.ob1.header.RendezvousHeader;
import org.strata.pml.ob1.protocol.Protocol;
import org.strata.pml.ob1.protocol.ProtocolChoice;
import org.strata.pml.ob1.protocol.RdmaPath;
import org.strata.pml.ob1.protocol.RdmaPolicy;
import org.strata.pml.ob1.rdma.RdmaMemory;
import org.strata.pml.ob1.rendezvous.Fragments;
import org.strata.pml.ob1.rendezvous.Rendezvous;
import org.strata.pml.ob1.request.SendRequest;
import org.strata.pml.ob1.rget.RgetSender;
import org.strata.pml.ob1.rput.RputSender;
import org.strata.pml.ob1.wire.Departures;
import org.strata.pml.ob1.wire.Ob1Endpoint;
import org.strata.pml.ob1.wire.ReliableChannel;
import org.strata.pml.ob1.wire.RetryQueues;

/**
 * Sends from start to completion: chooses the protocol of each message, passes it to the sender
 * half of that protocol, and releases its resources at the end.
 */
final class Sends implements SendRequest.Sink {
    private final Eager eager;
    private final Rendezvous rendezvous;
    private final Fragments fragments;
    private final RgetSender rget;
    private final RputSender rput;
    private final RetryQueues queues;
    private final CookieTable cookies;
    private final PayloadPool payloads;
    private final MessageMemory memory;
    private final BufferedSends buffered;
    private final Departures departures;
    private final RdmaPolicy policy;
    private final Ob1Counters counters;

    /** Number of sends under way. */
    private int active;

    Sends(
            Eager eager,
            Rendezvous rendezvous,
            Fragments fragments,
            RgetSender rget,
            RputSender rput,
            RetryQueues queues,
            CookieTable cookies,
            PayloadPool payloads,
            MessageMemory memory,
            BufferedSends buffered,
            Departures departures,
            RdmaPolicy policy,
            Ob1Counters counters) {
        this.eager = eager;
        this.rendezvous = rendezvous;
        this.fragments = fragments;
        this.rget = rget;
        this.rput = rput;
        this.queues = queues;
        this.cookies = cookies;
        this.payloads = payloads;
        this.memory = memory;
        this.buffered = buffered;
        this.departures = departures;
        this.policy = policy;
        this.counters = counters;
    }

    /** Returns whether no send is under way. */
    boolean idle() {
        return active == 0;
    }

    /**
     * Starts a request: assigns its sequence number, then sends its first packet or queues it.
     * While the receiver asks to pause, it is queued apart, so that what others need does not wait
     * behind it.
     */
    void start(SendRequest request) {
        active++;
        request.start(request.peer.sendSequence++);
        request.peer.countSent(request.size);
        counters.requested++;
        counters.requestedBytes += request.size;
        if (request.mode == SendMode.BUFFERED) {
            copyAway(request);
        }
        Ob1Endpoint endpoint = request.endpoint;
        if (endpoint.paused) {
            queues.postpone(endpoint, request);
        } else if (endpoint.busy() || !startFirstPacket(request)) {
            queues.enqueue(endpoint, request);
        }
    }

    /**
     * Follows a message that was sent without a request, and is still in the link, until it has
     * left.
     */
    void follow(SendRequest request) {
        active++;
        request.start(request.peer.sendSequence - 1);
        request.protocol = Protocol.EAGER;
        onAccepted(request);
    }

    /** One with a copy is complete for the program already. */
    @Override
    public void onAccepted(SendRequest request) {
        if (request.copy == 0 && request.endpoint.awaitDeparture(departures, request)) {
            request.transition(SendRequest.State.LEAVING);
            // The receiver has nothing more to ask for.
            cookies.revoke(request);
        } else {
            request.complete(Rc.OK);
        }
    }

    /** A peer has said what it lets this rank send unasked. */
    void onFlow(Ob1Endpoint endpoint) {
        queues.onFlow(endpoint);
        if (!endpoint.held && endpoint.headersOnly > 0) {
            cookies.forEach(holder -> completeEarly(holder, endpoint));
        }
    }

    /**
     * Completes a send for its owner of which the peer has the header only: now that the peer has
     * room again, it must not wait for its receive any longer than if it had begun now. Its data
     * wait in a copy here.
     */
    private void completeEarly(CookieHolder holder, Ob1Endpoint endpoint) {
        if (holder instanceof SendRequest send
                && send.endpoint == endpoint
                && send.headerOnly
                && send.state() == SendRequest.State.AWAITING_ACK
                && payloads.heldBytes() + send.size <= memory.bytes()) {
            endHeaderOnly(send);
            copyAway(send);
        }
    }

    private static void endHeaderOnly(SendRequest send) {
        if (send.headerOnly) {
            send.headerOnly = false;
            send.endpoint.headersOnly--;
        }
    }

    /** Copies the data of a send, which completes it for its owner. */
    private void copyAway(SendRequest request) {
        long copy = payloads.allocate(request.size);
        request.buf.pack(0, copy, request.size);
        request.useCopy(copy);
    }

    /**
     * Tries to send the first packet over each eager link; returns false when every link returns
     * NO_RESOURCE.
     */
    private boolean startFirstPacket(SendRequest request) {
        Ob1Endpoint endpoint = request.endpoint;
        int links = endpoint.bml.eager.length;
        if (links == 0) {
            request.fail(endpoint.lossCode());
            return true;
        }
        for (int i = 0; i < links; i++) {
            int rc = sendFirstPacket(request, endpoint.bml.nextEager());
            if (rc == Rc.OK) {
                return true;
            }
            if (rc != Rc.NO_RESOURCE && (rc != Rc.LINK_FAILED || links == 1)) {
                request.fail(rc);
                return true;
            }
        }
        return false;
    }

    private int sendFirstPacket(SendRequest request, BtlLink link) {
        // Read before the call: it may complete and recycle the request.
        long size = request.size;
        boolean held = request.endpoint.held;
        int limit = link.attributes.eagerLimit();
        boolean fits = ProtocolChoice.fitsFirstPacket(size, request.mode, limit);
        RdmaPath path = fits ? RdmaPath.NONE : path(request);
        // The copy of a buffered send is never used again.
        request.ifWorth =
                policy.asksCache(path) && request.copy == 0 && rget.registerIfWorth(request);
        if (request.ifWorth) {
            path = path.withRegistered();
        }
        Protocol protocol = ProtocolChoice.choose(size, request.mode, held, limit, path, policy);
        request.protocol = protocol;
        // The registration cache does not see that the copy of a buffered send is freed: its
        // registration is never kept.
        request.keeps = policy.keeps(protocol) && request.copy == 0;
        if (held && fits) {
            beginHeaderOnly(request);
        }
        int rc = sendFirstPacket(request, link, protocol);
        if (rc == Rc.OK) {
            counters.countSent(protocol, size);
        } else {
            endHeaderOnly(request);
        }
        return rc;
    }

    private static void beginHeaderOnly(SendRequest request) {
        if (request.mode == SendMode.STANDARD || request.mode == SendMode.READY) {
            request.headerOnly = true;
            request.endpoint.headersOnly++;
        }
    }

    /** Returns which RDMA operations the peer's links support on the request's data. */
    private static RdmaPath path(SendRequest request) {
        Ob1Endpoint endpoint = request.endpoint;
        if (request.buf.base() == null && request.buf.contiguous()) {
            for (BtlLink link : endpoint.bml.rdma) {
                if (RdmaMemory.reaches(link, request.buf, request.size)) {
                    return endpoint.path;
                }
            }
        }
        return RdmaPath.NONE;
    }

    private int sendFirstPacket(SendRequest request, BtlLink link, Protocol protocol) {
        return switch (protocol) {
            case EAGER -> sendEagerly(request, link);
            case EAGER_SYNCHRONOUS ->
                    rendezvous.start(request, link, RendezvousHeader.FLAG_ACK, request.size);
            case RENDEZVOUS ->
                    rendezvous.start(request, link, 0, Rendezvous.firstPart(request, link));
            case RENDEZVOUS_EMPTY -> rendezvous.start(request, link, 0, 0);
            case RGET -> offer(request, link);
            case RPUT, LEAVE_PINNED -> startWriting(request, link, 0);
            case PIPELINE, PIPELINE_LEAVE_PINNED ->
                    startWriting(request, link, Rendezvous.firstPart(request, link));
        };
    }

    private int sendEagerly(SendRequest request, BtlLink link) {
        int rc = eager.send(request, link);
        if (rc == Rc.OK) {
            onAccepted(request);
        }
        return rc;
    }

    /**
     * Starts RGET; falls back to the pipeline or to fragments where the data cannot be registered.
     */
    private int offer(SendRequest request, BtlLink link) {
        introduceLinks(request);
        int rc = rget.offer(request, link);
        if (rc != Rc.NOT_AVAILABLE) {
            return rc;
        }
        long part = Rendezvous.firstPart(request, link);
        if (request.endpoint.path.put()) {
            request.protocol = Protocol.PIPELINE;
            return startWriting(request, link, part);
        }
        request.protocol = Protocol.RENDEZVOUS;
        return rendezvous.start(request, link, 0, part);
    }

    private int startWriting(SendRequest request, BtlLink link, long part) {
        introduceLinks(request);
        int flags =
                RendezvousHeader.FLAG_CONTIGUOUS
                        | (request.protocol.pipelined() ? 0 : RendezvousHeader.FLAG_WHOLE)
                        | (request.keeps ? RendezvousHeader.FLAG_KEEP : 0);
        return rendezvous.start(request, link, flags, part);
    }

    /**
     * Sends a packet over every link that the peer has not seen: the receiver names links by the
     * numbers in these packets.
     */
    private static void introduceLinks(SendRequest request) {
        ReliableChannel channel = request.endpoint.channel();
        if (channel != null) {
            channel.greet();
        }
    }

    @Override
    public boolean retry(SendRequest request) {
        if (request.state() == SendRequest.State.STARTING) {
            return startFirstPacket(request);
        }
        boolean written = rput.write(request);
        if (request.state() == SendRequest.State.INACTIVE) {
            return true;
        }
        boolean sent = fragments.send(request);
        return sent && written;
    }

    @Override
    public void onFragmentSent(SendRequest request, long bytes, int rc) {
        fragments.onSent(request, bytes, rc);
    }

    @Override
    public void onFailure(SendRequest request, int rc) {
        rput.abort(request, rc);
    }

    @Override
    public void onEnd(SendRequest request) {
        active--;
        endHeaderOnly(request);
        cookies.revoke(request);
        request.registered.drop();
        queues.dequeue(request.endpoint, request);
        if (request.copy != 0) {
            payloads.free(request.copy, request.size);
            if (request.mode == SendMode.BUFFERED) {
                buffered.release(request.size);
            }
            request.copy = 0;
        }
    }
}
