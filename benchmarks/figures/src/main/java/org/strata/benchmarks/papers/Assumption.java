package org.strata.benchmarks.papers;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * What P5's model assumes of the paper's cluster: 16-core nodes with ConnectX DDR adapters, 2008.
 * The adapters are P2's no more: its InfiniBand is of 2005.
 */
enum Assumption {
    BANDWIDTH(1500, "MB/s of a port. Koop, Jones, Panda, MVAPICH-Aptus (IPDPS 2008): 1.5 GB/s"),
    LATENCY(
            0.8,
            "us from adapter to adapter. The same paper: 1.5 us for a short message, which is this,"
                    + " receive-latency, two posts, a completion, its message and a poll"),
    RECEIVE_LATENCY(0.45, "us more for what consumes a receive request. Fitted: see latency"),
    POST(0.06, "us of the processor to post a request. Fitted to the paper's figure 5a"),
    COMPLETION(0.04, "us to take a completion. Fitted likewise"),
    MESSAGE(0.06, "us to handle it. Fitted likewise"),
    POLL(0.04, "us for a poll that finds something. Fitted likewise"),
    COPY(
            12_000,
            "MB/s of copies: both buffers are in the first-level cache, which moves 16 bytes per"
                    + " cycle in or out at 2 GHz, 16 GB/s, less a quarter. Fitted"),
    SHARE(8, "ranks that share an adapter. The paper: 64 processes on 8 nodes, no shared memory"),
    RIGHT_SIDES(
            29.4,
            "% of a step's work: right-hand sides, update and packing of faces, outside of stages."
                    + " This and the next four: measured, SP of NPB 3.3.1, class B, 64 processes"),
    LEFT_SIDES(20.9, "%: left-hand sides, before a forward stage's wait (x_solve.f)"),
    ELIMINATION(23.6, "%: the rest of forward stages"),
    INVERSION(4.3, "%: inversion of the cell before, before a backward stage's wait"),
    SUBSTITUTION(21.9, "%: the rest of backward stages"),
    VARIATION(
            0.4,
            "of each piece of that work, to either side, evenly spread. Assumed; from 0 to 0.8 RPUT"
                    + " stays within 5 to 8 % of tupleq"),
    EARLY(
            0,
            "1: a stage's receive is posted before the work of the stage before; 0: after it, as in"
                    + " NPB 3.3, x_solve.f");

    private final double usual;
    private final String source;

    Assumption(double usual, String source) {
        this.usual = usual;
        this.source = source;
    }

    /** Returns the values, those given instead of the usual ones. */
    static Map<Assumption, Double> with(Map<Assumption, Double> given) {
        Map<Assumption, Double> all = new EnumMap<>(Assumption.class);
        for (Assumption each : values()) {
            all.put(each, given.getOrDefault(each, each.usual));
        }
        return all;
    }

    /** Returns what is wrong with a value, or an empty string. */
    String fault(double value) {
        return switch (this) {
            case BANDWIDTH, COPY, ELIMINATION -> value > 0 ? "" : title() + " is more than 0";
            case SHARE -> value >= 1 ? "" : title() + " is from 1";
            case EARLY -> value == 0 || value == 1 ? "" : title() + " is 0 or 1";
            case VARIATION -> value >= 0 && value <= 1 ? "" : title() + " is from 0 to 1";
            default -> value >= 0 ? "" : title() + " is not negative";
        };
    }

    /** Returns what a name in options means, or null. */
    static Assumption named(String title) {
        for (Assumption each : values()) {
            if (each.title().equals(title)) {
                return each;
            }
        }
        return null;
    }

    /** Returns the value's unit or meaning, and where it comes from. */
    String source() {
        return source;
    }

    /** Returns the name in options and tables. */
    String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
