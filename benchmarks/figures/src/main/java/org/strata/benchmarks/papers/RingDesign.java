package org.strata.benchmarks.papers;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The designs of the fast path that P4 compares. */
enum RingDesign {
    /** Short messages by send and receive. */
    NONE("", 0),

    /** P3's: 32 slots of 8 KiB at either end. */
    FIXED_TOP("fixed_top", 32),

    /** The same in the memory of Veloblock. */
    SHRUNK("fixed_top", 2),

    FIXED_BOTTOM("fixed_bottom", 32),
    VARIABLE_TOP("variable_top", 0),

    /** Veloblock. */
    VARIABLE_BOTTOM("variable_bottom", 0),

    /** Not the paper's: each block as large as its channel's messages need, Veloblock's at most. */
    LEARNED("variable_bottom", 0),

    /** Not the paper's: for adapters that do not store writes in order. */
    FIXED_GUARDED("fixed_guarded", 32);

    private final String layout;
    private final int slots;

    /**
     * @param slots of a design that has them
     */
    RingDesign(String layout, int slots) {
        this.layout = layout;
        this.slots = slots;
    }

    /** Returns its parameters with so many rings per process. */
    Map<String, String> parameters(int channels) {
        Map<String, String> values = new LinkedHashMap<>();
        if (this == NONE || channels == 0) {
            values.put("btl_openib_use_eager_rdma", "0");
            return values;
        }
        values.put("btl_openib_use_eager_rdma", "1");
        // A cycle has 12 messages to the peers of the coarsest level.
        values.put("btl_openib_eager_rdma_threshold", "4");
        // The papers return credits in packets only.
        values.put("btl_openib_eager_rdma_grant_by_write", "0");
        values.put("btl_openib_eager_rdma_layout", layout);
        values.put("btl_openib_eager_rdma_limit", "8k");
        values.put("btl_openib_eager_rdma_block", "32k");
        values.put("btl_openib_eager_rdma_learn", this == LEARNED ? "1" : "0");
        values.put("btl_openib_max_eager_rdma", Integer.toString(channels));
        if (slots > 0) {
            values.put("btl_openib_eager_rdma_num", Integer.toString(slots));
        }
        return values;
    }

    /** Returns the cycles until its rings are what they remain. */
    int warmCycles() {
        return this == LEARNED ? 6 : 1;
    }

    /** Returns how it is named in tables. */
    String title() {
        return name().toLowerCase(Locale.ROOT);
    }
}
