package org.strata.pml.base.match;

import org.strata.opal.counters.Counters;

/** What matching has done. Plain fields, written inside the progress bracket only. */
public final class MatchCounters {
    private long unexpected;
    private long unexpectedBytes;
    private long outOfSequence;
    private long duplicates;

    void unexpected(int bytes) {
        unexpected++;
        unexpectedBytes += bytes;
    }

    void outOfSequence() {
        outOfSequence++;
    }

    void duplicate() {
        duplicates++;
    }

    /** Returns how many packets came twice. */
    public long duplicates() {
        return duplicates;
    }

    /**
     * Makes the counters readable by tools; packets that come twice are published by the PML, which
     * may find some itself.
     *
     * @param prefix of the names: {@code "pml_ob1_"}
     */
    public void publish(Counters counters, String prefix) {
        counters.add(
                prefix + "unexpected", "messages that came before their receive", () -> unexpected);
        counters.add(prefix + "unexpected_bytes", "bytes of such packets", () -> unexpectedBytes);
        counters.add(
                prefix + "out_of_sequence", "packets that came too early", () -> outOfSequence);
    }
}
