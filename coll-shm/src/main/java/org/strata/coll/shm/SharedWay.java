package org.strata.coll.shm;

import java.util.Locale;

/** How a collective runs. */
enum SharedWay {
    /** Contributions are copied to the members' cells; whoever needs them reads them there. */
    CELLS,

    /**
     * As {@link #CELLS}; each member reduces a slice of the vector, and publishes it in its next
     * cell.
     */
    SLICES,

    /** Members read and write each other's buffers; the buffers' places are in the cells. */
    DIRECT,

    /** The component below does it. */
    NEXT;

    /** Returns the name in rules: {@code "cells"}. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
