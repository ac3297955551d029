package org.strata.pml.ob1;

import org.strata.opal.counters.Counters;
import org.strata.pml.ob1.protocol.Protocol;

import java.util.Locale;

/** What ob1 has done. Plain fields, written inside the progress bracket only. */
final class Ob1Counters {
    long eagerSent;
    long eagerBytes;
    long rendezvousSent;
    long rendezvousBytes;

    /** Messages and bytes by RDMA protocol, at the protocol's ordinal. */
    final long[] rdmaSent = new long[Protocol.values().length];

    final long[] rdmaBytes = new long[Protocol.values().length];

    /** Bytes written for receivers, and moved by RDMA to own buffers; pieces asked for. */
    long rdmaWritten;

    long rdmaReceived;
    long putsAsked;

    /** Pieces that failed, and bytes copied because RDMA could not move them. */
    long rdmaFailed;

    long rdmaCopied;
    long heldSent;
    long fragmentsSent;
    long received;
    long receivedBytes;
    long unexpected;
    long unexpectedBytes;
    long outOfSequence;
    long duplicates;
    long retries;
    long resent;
    long copiedIn;
    long copiedOut;

    void countRdma(Protocol protocol, long bytes) {
        rdmaSent[protocol.ordinal()]++;
        rdmaBytes[protocol.ordinal()] += bytes;
    }

    /** Makes the counters readable by tools. */
    void publish(Counters counters) {
        String ob1 = "pml_ob1_";
        counters.add(ob1 + "eager_sent", "messages sent eagerly", () -> eagerSent);
        counters.add(ob1 + "eager_bytes", "bytes sent eagerly", () -> eagerBytes);
        counters.add(ob1 + "rendezvous_sent", "messages sent by rendezvous", () -> rendezvousSent);
        counters.add(ob1 + "rendezvous_bytes", "bytes sent by rendezvous", () -> rendezvousBytes);
        for (Protocol one : Protocol.values()) {
            if (one == Protocol.RGET || one.writes()) {
                publish(counters, one);
            }
        }
        counters.add(ob1 + "rdma_written", "bytes written to receivers", () -> rdmaWritten);
        counters.add(ob1 + "rdma_received", "bytes received by RDMA", () -> rdmaReceived);
        counters.add(ob1 + "rdma_puts_asked", "pieces asked to be written", () -> putsAsked);
        counters.add(ob1 + "rdma_failed", "pieces that RDMA failed to move", () -> rdmaFailed);
        counters.add(ob1 + "rdma_copied", "bytes copied for want of RDMA", () -> rdmaCopied);
        counters.add(ob1 + "held_sent", "messages held back by flow control", () -> heldSent);
        counters.add(ob1 + "fragments_sent", "fragments sent", () -> fragmentsSent);
        counters.add(ob1 + "received", "messages received", () -> received);
        counters.add(ob1 + "received_bytes", "bytes received", () -> receivedBytes);
        counters.add(
                ob1 + "unexpected", "messages that came before their receive", () -> unexpected);
        counters.add(ob1 + "unexpected_bytes", "bytes of such packets", () -> unexpectedBytes);
        counters.add(ob1 + "out_of_sequence", "packets that came too early", () -> outOfSequence);
        counters.add(ob1 + "duplicates", "packets that came twice, dropped", () -> duplicates);
        counters.add(ob1 + "retries", "operations that waited for a resource", () -> retries);
        counters.add(ob1 + "resent", "packets sent again after a link failed", () -> resent);
        counters.add(ob1 + "copied_out", "bytes copied from user buffers", () -> copiedOut);
        counters.add(ob1 + "copied_in", "bytes copied to user buffers", () -> copiedIn);
    }

    private void publish(Counters counters, Protocol protocol) {
        String name = protocol.name().toLowerCase(Locale.ROOT);
        int at = protocol.ordinal();
        counters.add("pml_ob1_" + name + "_sent", "messages by " + name, () -> rdmaSent[at]);
        counters.add("pml_ob1_" + name + "_bytes", "bytes by " + name, () -> rdmaBytes[at]);
    }
}
