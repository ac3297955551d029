package mpi;

import org.strata.mca.pml.Pml;

/** Where a message comes from, in words. Tier 3. */
final class Origin {
    private Origin() {}

    /** Describes the origin of a message for error details; wildcards are words, too. */
    static String of(int source, int tag) {
        return "from "
                + (source == Pml.ANY_SOURCE ? "any source" : "rank " + source)
                + ", "
                + (tag == Pml.ANY_TAG ? "any tag" : "tag " + tag);
    }
}
