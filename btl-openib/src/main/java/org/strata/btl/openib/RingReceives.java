package org.strata.btl.openib;

import org.strata.btl.openib.fast.IncomingRing;
import org.strata.btl.openib.fast.OutgoingRing;
import org.strata.btl.openib.fast.PollingSet;
import org.strata.btl.openib.fast.ReceiveRing;
import org.strata.mca.btl.Btl;
import org.strata.opal.jit.CompiledApart;
import org.strata.opal.memory.Memory;

/**
 * Short messages of one peer that the upper layer waits for, straight from the ring, without a
 * handler. Tier 1.
 */
final class RingReceives {
    /** Messages that may be received with nothing else polled: our sends need completions. */
    private static final int MOST_ALONE = 15;

    /** The same, when there is time, since the next message has not come. */
    private static final int MOST_WAITING = 8;

    /** How often the queues are polled so before everything is. */
    private static final int MOST_ASIDES = 15;

    private final Link link;
    private final OpenibCounters counters;
    private final RingPeer endpoint;
    private final PeerRings fast;
    private final IncomingRing in;
    private final OutgoingRing out;
    private final PollingSet set;

    /** Messages received since the queues were polled last, see {@link #MOST_ALONE}. */
    private int alone;

    private int asides;

    RingReceives(
            Link link,
            LinkParts parts,
            RingPeer endpoint,
            PeerRings fast,
            IncomingRing in,
            OutgoingRing out) {
        this.link = link;
        this.counters = parts.counters;
        this.endpoint = endpoint;
        this.fast = fast;
        this.in = in;
        this.out = out;
        this.set = parts.rings().set;
    }

    /** As {@link Btl#receiveShort}; the caller has looked at {@link PeerRings#isBusy}. */
    int receiveShort(
            int tag,
            long header0,
            long header1,
            Object base,
            long offset,
            long capacity,
            int polls) {
        if (in.isDelivering()) {
            return Btl.OTHER;
        }
        ReceiveRing ring = in.ring();
        long packet = ring.poll();
        if (packet == 0) {
            if (alone >= MOST_WAITING && pollOtherwise()) {
                return Btl.OTHER;
            }
            packet = await(ring, polls);
            if (packet == 0) {
                return Btl.NOTHING;
            }
        }
        if (++alone > MOST_ALONE && pollOtherwise()) {
            return Btl.OTHER;
        }
        int payload = ring.length() - PacketHeader.BYTES - Btl.SHORT_HEADER;
        long body = packet + PacketHeader.BYTES;
        long first = Memory.getLong(packet);
        boolean wanted =
                payload >= 0
                        && payload <= capacity
                        && Memory.getLong(body) == header0
                        && Memory.getLong(body + Long.BYTES) == header1
                        && PacketHeader.isMessage(first, tag)
                        && endpoint.incoming().isNext(packet);
        if (!wanted) {
            return Btl.OTHER;
        }
        set.count(1, 1);
        Memory.copyIn(body + Btl.SHORT_HEADER, base, offset, payload);
        boolean plain =
                PacketHeader.returnsNoReceives(first)
                        && in.state() == IncomingRing.State.OPEN
                        && endpoint.isReady();
        if (plain) {
            onPlain(packet, PacketHeader.ringCreditsIn(first));
        } else {
            onOtherwise(packet);
        }
        return payload;
    }

    /**
     * A packet has been received without a handler. It changes nothing but the rings, and they stay
     * as they are.
     */
    private void onPlain(long packet, int credits) {
        int sequence = PacketHeader.sequence(packet);
        if (credits > 0 || OutgoingRing.isMilestone(sequence)) {
            out.grant(credits, true, sequence);
        }
        endpoint.onPlain();
        counters.received++;
        in.count();
        in.release();
        if (in.owesMuch()) {
            endpoint.afterReceived();
        }
    }

    /** A packet has been received without a handler. */
    @CompiledApart("Rare: keeps the path of a short message small.")
    private void onOtherwise(long packet) {
        endpoint.channels()[0].receiveByRing();
        endpoint.accept(packet);
        endpoint.incoming().advance();
        counters.received++;
        fast.onMessage();
        in.release();
        endpoint.afterReceived();
    }

    private long await(ReceiveRing ring, int polls) {
        long packet = 0;
        int left = polls;
        while (packet == 0 && left > 0) {
            packet = ring.poll();
            left--;
        }
        set.count(polls - left, 0);
        return packet;
    }

    /**
     * Polls the queues: completions of our sends, seldom more. Returns whether anything else has to
     * be done or has been: now and then all of the link is to be polled, for other peers.
     */
    @CompiledApart("Rare: keeps the path of a short message small.")
    private boolean pollOtherwise() {
        alone = 0;
        if (++asides > MOST_ASIDES) {
            asides = 0;
            return true;
        }
        return link.pollAside();
    }
}
