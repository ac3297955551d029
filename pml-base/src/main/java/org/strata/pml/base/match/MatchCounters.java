package org.strata.pml.base.match;

import org.strata.opal.counters.Counters;

/** Counters of matching. Plain fields, written inside the progress bracket only. */
public final class MatchCounters {
    private long unexpected;
    private long unexpectedBytes;
    private long outOfSequence;
    private long duplicates;
    private long strays;

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

    void stray() {
        strays++;
    }

    /** Returns how many packets arrived twice. */
    public long duplicates() {
        return duplicates;
    }

    /**
     * Makes the counters readable by tools; the PML publishes {@link #duplicates}, since it may
     * find duplicates below matching, too.
     *
     * @param prefix of the names: {@code "pml_ob1_"}
     */
    public void publish(Counters counters, String prefix) {
        counters.add(
                prefix + "unexpected",
                "messages that arrived before their receive was posted",
                () -> unexpected);
        counters.add(prefix + "unexpected_bytes", "bytes of such packets", () -> unexpectedBytes);
        counters.add(
                prefix + "out_of_sequence",
                "packets that arrived before their predecessor",
                () -> outOfSequence);
        counters.add(
                prefix + "strays",
                "packets of communicators that this process has freed, or whose sender is no"
                        + " member; dropped",
                () -> strays);
    }
}
