package org.strata.pml.ob1.counters;

import org.strata.mca.pml.TrafficVisitor.Traffic;
import org.strata.opal.counters.Counters;
import org.strata.pml.base.match.MatchCounters;
import org.strata.pml.ob1.protocol.Protocol;

import java.util.Locale;
import java.util.function.Supplier;

/** Counters of ob1. Plain fields, written inside the progress bracket only. */
public final class Ob1Counters {
    /** Counters of matching. */
    public final MatchCounters matching = new MatchCounters();

    /** Messages that were sent, by size. */
    public final SentSizes sizes = new SentSizes();

    /** Eager messages that went by a request; the others are counted by {@code MatchPeer} only. */
    public long eagerSent;

    public long eagerBytes;

    /** Messages that went by a request, by whatever protocol. */
    public long requested;

    public long requestedBytes;
    public long rendezvousSent;
    public long rendezvousBytes;

    /** Messages and bytes by RDMA protocol, at the protocol's ordinal. */
    public final long[] rdmaSent = new long[Protocol.values().length];

    public final long[] rdmaBytes = new long[Protocol.values().length];

    /** Bytes written for receivers, and moved by RDMA to own buffers; pieces asked for. */
    public long rdmaWritten;

    public long rdmaReceived;
    public long putsAsked;

    /** Pieces that failed, and bytes copied because RDMA could not move them. */
    public long rdmaFailed;

    public long rdmaCopied;

    /** Reads that were offered and left to fragments, which are faster. */
    public long readsDeclined;

    /** Reads of which the sender writes a half. */
    public long readsShared;

    public long heldSent;

    /** Messages that began later because their receiver asked to pause. */
    public long postponed;

    public long fragmentsSent;

    /** Messages longer than one packet that receives have matched. */
    public long longReceived;

    public long longReceivedBytes;
    public long duplicates;
    public long retries;
    public long resent;

    /** Bytes copied of long messages; those of one packet are always copied. */
    public long copiedIn;

    /** Bytes copied of messages that went by a request. */
    public long copiedOut;

    /** Counts a message whose first packet was sent. */
    public void countSent(Protocol protocol, long bytes) {
        sizes.count(protocol, bytes);
        switch (protocol) {
            case EAGER, EAGER_SYNCHRONOUS -> {
                eagerSent++;
                eagerBytes += bytes;
            }
            case RENDEZVOUS, RENDEZVOUS_EMPTY -> {
                rendezvousSent++;
                rendezvousBytes += bytes;
                heldSent += protocol == Protocol.RENDEZVOUS_EMPTY ? 1 : 0;
            }
            case RGET, RPUT, LEAVE_PINNED, PIPELINE, PIPELINE_LEAVE_PINNED -> {
                rdmaSent[protocol.ordinal()]++;
                rdmaBytes[protocol.ordinal()] += bytes;
            }
        }
    }

    /**
     * Publishes the counters for tools.
     *
     * @param total returns what was exchanged with all peers
     */
    public void publish(Counters counters, Supplier<Traffic> total) {
        String ob1 = "pml_ob1_";
        counters.add(
                ob1 + "eager_sent",
                "messages sent eagerly",
                () -> total.get().sent() - requested + eagerSent);
        counters.add(
                ob1 + "eager_bytes",
                "bytes sent eagerly",
                () -> total.get().sentBytes() - requestedBytes + eagerBytes);
        counters.add(ob1 + "rendezvous_sent", "messages sent by rendezvous", () -> rendezvousSent);
        counters.add(ob1 + "rendezvous_bytes", "bytes sent by rendezvous", () -> rendezvousBytes);
        for (Protocol one : Protocol.values()) {
            if (one == Protocol.RGET || one.writes()) {
                publish(counters, one);
            }
        }
        counters.add(ob1 + "rdma_written", "bytes written to receivers", () -> rdmaWritten);
        counters.add(ob1 + "rdma_received", "bytes received by RDMA", () -> rdmaReceived);
        counters.add(
                ob1 + "rdma_puts_asked",
                "pieces that the sender was asked to write",
                () -> putsAsked);
        counters.add(ob1 + "rdma_failed", "pieces whose RDMA operation failed", () -> rdmaFailed);
        counters.add(
                ob1 + "rdma_copied",
                "bytes sent by copy because RDMA could not move them",
                () -> rdmaCopied);
        counters.add(
                ob1 + "reads_declined",
                "messages left to fragments, which are faster than a read",
                () -> readsDeclined);
        counters.add(
                ob1 + "reads_shared",
                "messages of which the receiver reads one half and the sender writes the other",
                () -> readsShared);
        counters.add(
                ob1 + "held_sent",
                "messages of which the receiver wanted the header only: its memory for"
                        + " unexpected ones is full",
                () -> heldSent);
        counters.add(
                ob1 + "postponed",
                "messages that waited because their receiver kept many unexpected ones",
                () -> postponed);
        counters.add(ob1 + "fragments_sent", "fragments sent", () -> fragmentsSent);
        counters.add(ob1 + "received", "messages received", () -> total.get().received());
        counters.add(ob1 + "received_bytes", "bytes received", () -> total.get().receivedBytes());
        matching.publish(counters, ob1);
        counters.add(
                ob1 + "duplicates",
                "duplicate packets, dropped",
                () -> duplicates + matching.duplicates());
        counters.add(ob1 + "retries", "operations queued for want of a resource", () -> retries);
        counters.add(ob1 + "resent", "packets sent again after a link failed", () -> resent);
        counters.add(
                ob1 + "copied_out",
                "bytes copied from user buffers",
                () -> total.get().sentBytes() - requestedBytes + copiedOut);
        counters.add(
                ob1 + "copied_in",
                "bytes copied to user buffers",
                () -> total.get().receivedBytes() - longReceivedBytes + copiedIn);
    }

    private void publish(Counters counters, Protocol protocol) {
        String name = protocol.name().toLowerCase(Locale.ROOT);
        int at = protocol.ordinal();
        counters.add("pml_ob1_" + name + "_sent", "messages by " + name, () -> rdmaSent[at]);
        counters.add("pml_ob1_" + name + "_bytes", "bytes by " + name, () -> rdmaBytes[at]);
    }
}
