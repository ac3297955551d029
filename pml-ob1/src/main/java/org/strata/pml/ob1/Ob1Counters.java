package org.strata.pml.ob1;

import org.strata.opal.counters.Counters;

/** What ob1 has done. Plain fields, written inside the progress bracket only. */
final class Ob1Counters {
    long eagerSent;
    long eagerBytes;
    long rendezvousSent;
    long rendezvousBytes;
    long rgetSent;
    long rgetBytes;
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

    /** Makes the counters readable by tools. */
    void publish(Counters counters) {
        String ob1 = "pml_ob1_";
        counters.add(ob1 + "eager_sent", "messages sent eagerly", () -> eagerSent);
        counters.add(ob1 + "eager_bytes", "bytes sent eagerly", () -> eagerBytes);
        counters.add(ob1 + "rendezvous_sent", "messages sent by rendezvous", () -> rendezvousSent);
        counters.add(ob1 + "rendezvous_bytes", "bytes sent by rendezvous", () -> rendezvousBytes);
        counters.add(ob1 + "rget_sent", "messages offered to be read (RGET)", () -> rgetSent);
        counters.add(ob1 + "rget_bytes", "bytes offered to be read (RGET)", () -> rgetBytes);
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
}
