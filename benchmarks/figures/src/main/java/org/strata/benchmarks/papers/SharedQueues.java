package org.strata.benchmarks.papers;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Ways to receive what many peers send at once: P1's table 2. Growth and flow control are what
 * Strata has beside the paper's shared receive queues (SRQ); off, a queue has what the formula b +
 * k log2(n) gives, and senders may have as many messages under way as their send queues hold.
 */
enum SharedQueues {
    /** Receives of its own for each peer. */
    NONE("no SRQ"),
    /** As the paper's default, with this software's timer, 0.64 ms. */
    PLAIN("SRQ, RNR 0.64 ms", 12),
    /** The same with a timer of 10 ms. */
    SLOWER("SRQ, RNR 10 ms", 20),
    /** The same with Open MPI's default from 1.3 on, 61 ms. */
    SLOWEST("SRQ, RNR 61 ms", 25),
    /** Four times the receives, which the paper does not try. */
    LARGER("larger SRQ, RNR 61 ms", 25),
    /**
     * Senders share the credits of a queue of the formula's size: the counterpart of the paper's
     * third row, "SRQ FC", shared queues with a simple flow control.
     */
    FLOW_CONTROL("SRQ, flow control"),
    /** The same, but that peers whose messages wait have more of the credits. */
    DEMAND("SRQ, by demand"),
    /** The default: flow control, and a queue that runs low grows. */
    DEFAULT("SRQ, both");

    private static final int CONTROLLED = -1;

    /** More credits than a send queue has requests: nobody waits for any. */
    private static final String ENOUGH = "65535";

    private static final String LARGER_FACTOR = "64";
    private static final String LARGER_FACTOR_LOW = "32";
    private static final String LARGER_BASE = "32";

    private final String title;

    /**
     * Code of the time until a message that found no receive is sent again (RNR), without growth
     * and flow control.
     */
    private final int timer;

    SharedQueues(String title) {
        this(title, CONTROLLED);
    }

    SharedQueues(String title, int timer) {
        this.title = title;
        this.timer = timer;
    }

    String title() {
        return title;
    }

    /** Returns the parameters. Long messages are copied: these queues carry all of their bytes. */
    Map<String, String> parameters() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("pml_ob1_rdma_protocol", "copy");
        values.put("btl_openib_use_eager_rdma", "0");
        values.put("btl_openib_use_srq", this == NONE ? "0" : "1");
        values.put("btl_openib_enable_srq_resize", this == DEFAULT ? "1" : "0");
        if (timer != CONTROLLED || this == FLOW_CONTROL) {
            values.put("btl_openib_srq_credits", "share");
        }
        if (this == DEMAND) {
            values.put("btl_openib_srq_credits", "demand");
        }
        if (timer != CONTROLLED) {
            values.put("btl_openib_srq_share_min", ENOUGH);
            values.put("btl_openib_ib_min_rnr_timer", Integer.toString(timer));
        }
        if (this == LARGER) {
            values.put("btl_openib_rd_num", LARGER_BASE);
            values.put("btl_openib_rd_num_low", LARGER_BASE);
            values.put("btl_openib_srq_rd_per_peer", LARGER_FACTOR);
            values.put("btl_openib_srq_rd_per_peer_low", LARGER_FACTOR_LOW);
        }
        return values;
    }
}
