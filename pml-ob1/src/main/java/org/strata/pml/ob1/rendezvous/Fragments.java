package org.strata.pml.ob1.rendezvous;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;
import org.strata.pml.base.CookieTable;
import org.strata.pml.ob1.counters.Ob1Counters;
import org.strata.pml.ob1.header.FragHeader;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.request.RecvRequest;
import org.strata.pml.ob1.request.SendRequest;
import org.strata.pml.ob1.wire.HeaderMemory;
import org.strata.pml.ob1.wire.ReliableChannel;
import org.strata.pml.ob1.wire.RetryQueues;

/**
 * Moves data through the BTLs' own buffers as FRAG packets: both halves. At most {@code depth}
 * fragments of one message are under way at once. Tier 2.
 */
public final class Fragments {
    private final CookieTable cookies;
    private final RetryQueues queues;
    private final Ob1Counters counters;
    private final long header;
    private final int depth;

    /**
     * @param cookies finds the receives that fragments name
     * @param queues where sends wait for a resource
     * @param headers memory of headers under construction
     * @param depth fragments of one message under way at once
     */
    public Fragments(
            CookieTable cookies,
            RetryQueues queues,
            HeaderMemory headers,
            Ob1Counters counters,
            int depth) {
        this.cookies = cookies;
        this.queues = queues;
        this.counters = counters;
        this.header = headers.allocate();
        this.depth = depth;
    }

    /** Sends fragments up to the depth; progress sends the rest. */
    public void begin(SendRequest request) {
        if (!send(request)) {
            queues.enqueue(request.endpoint, request);
        }
    }

    /**
     * Sends fragments up to the depth; may end the request.
     *
     * @return false when no link has a resource
     */
    public boolean send(SendRequest request) {
        return send(request, depth);
    }

    /**
     * Sends fragments, whatever the depth, until about {@code bytes} are under way: called before
     * work that takes long.
     *
     * @return false when no link has a resource
     */
    public boolean sendAhead(SendRequest request, long bytes) {
        BtlLink[] links = request.endpoint.bml.send;
        long most = links.length == 0 ? 0 : bytes / links[0].attributes.maxSendSize() + 1;
        return send(request, Math.max(depth, most));
    }

    private boolean send(SendRequest request, long most) {
        int rc = Rc.OK;
        // A callback inside btl.send() only decrements the count; this loop then continues.
        request.scheduling = true;
        while (rc == Rc.OK && request.hasFragments() && request.fragmentsInFlight < most) {
            rc = sendOne(request);
        }
        request.scheduling = false;
        if (rc != Rc.OK && rc != Rc.NO_RESOURCE) {
            request.fail(rc);
        } else {
            request.endIfOver();
        }
        return rc != Rc.NO_RESOURCE;
    }

    private int sendOne(SendRequest request) {
        BtlLink[] links = request.endpoint.bml.send;
        if (links.length == 0) {
            return request.endpoint.lossCode();
        }
        ReliableChannel channel = request.endpoint.channel();
        return channel == null ? sendOne(request, links[0]) : sendReliably(request, channel);
    }

    private int sendReliably(SendRequest request, ReliableChannel channel) {
        long part = Math.min(request.end - request.next, channel.room(FragHeader.LENGTH));
        FragHeader.write(header, request.receiverCookie, request.next);
        int length = FragHeader.LENGTH;
        int rc = channel.send(PacketType.FRAG, header, length, request.buf, request.next, part);
        if (rc == Rc.OK) {
            request.next += part;
            request.remaining -= part;
            counters.fragmentsSent++;
            counters.copiedOut += part;
        }
        return rc;
    }

    private int sendOne(SendRequest request, BtlLink link) {
        Descriptor descriptor =
                link.btl.prepareSource(
                        link.endpoint,
                        request.buf,
                        request.next,
                        FragHeader.LENGTH,
                        request.end - request.next);
        if (descriptor == null) {
            return Rc.NO_RESOURCE;
        }
        long position = request.next;
        FragHeader.write(descriptor.address, request.receiverCookie, position);
        descriptor.callback = request;
        request.next = position + descriptor.payloadLength;
        request.fragmentsInFlight++;
        counters.fragmentsSent++;
        counters.copiedOut += descriptor.payloadLength - descriptor.inPlaceLength;
        int rc = link.btl.send(link.endpoint, descriptor, PacketType.btlTag(PacketType.FRAG));
        if (rc != Rc.OK) {
            request.next = position;
            request.fragmentsInFlight--;
            link.btl.free(descriptor);
        }
        return rc;
    }

    /** A BTL has completed a fragment, or failed it. */
    public void onSent(SendRequest request, long bytes, int rc) {
        request.fragmentsInFlight--;
        request.remaining -= bytes;
        if (rc != Rc.OK) {
            request.stop(rc);
        }
        if (!request.scheduling && !request.queued() && !send(request)) {
            queues.enqueue(request.endpoint, request);
        }
    }

    /** Stores an arrived fragment; completes the receive with the last one. */
    public void onFragment(long at, int length) {
        if (cookies.find(FragHeader.receiver(at)) instanceof RecvRequest request) {
            long part = (long) length - FragHeader.LENGTH;
            store(request, at + FragHeader.LENGTH, FragHeader.offset(at), part);
            request.received += part;
            if (request.received >= request.expected) {
                request.complete(request.error);
            }
        }
    }

    /** Stores packed bytes of a message in the user's buffer. */
    void store(RecvRequest request, long source, long position, long length) {
        counters.copiedIn += length;
        request.buf.unpack(source, position, length);
    }
}
