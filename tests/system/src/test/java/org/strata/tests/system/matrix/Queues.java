package org.strata.tests.system.matrix;

import java.util.List;
import java.util.Locale;

/** Where messages are received. */
enum Queues {
    /** In one queue for all peers. */
    SHARED("btl_openib_use_srq 1"),
    /** In a queue for each peer. */
    OWN("btl_openib_use_srq 0"),
    /**
     * In one queue for all peers, which those of a node reach by queue pairs that they share: as if
     * two ranks made a node.
     */
    NODES("btl_openib_xrc_per_node true btl_openib_xrc_domain_ranks 2");

    private final String parameters;

    Queues(String parameters) {
        this.parameters = parameters;
    }

    /** Returns names and values of parameters, in turn. */
    List<String> parameters() {
        return List.of(parameters.split(" "));
    }

    /** Returns how filters and reports name it. */
    String value() {
        return name().toLowerCase(Locale.ROOT);
    }
}
