package org.strata.benchmarks.papers;

import org.strata.benchmarks.papers.AdapterTimes.Input;

import java.util.Locale;

/** What the tables of {@code --only sensitivity} have in common. */
final class Sensitivity {
    /** Microseconds: none, P5's fit for ConnectX, half, and what P4 quotes of first adapters. */
    static final double[] RECEIVE_LATENCIES = {0, 0.45, 0.75, 1.5};

    /** Nanoseconds of a look at a ring: as this machine's, half of the paper's, the paper's. */
    static final double[] POLLS = {1.6, 5, 10};

    private Sensitivity() {}

    /** Returns what a row is named. */
    static String title(Input input, double value) {
        return String.format(Locale.ROOT, "%s %.4g", input.title(), value);
    }

    /**
     * Returns where rings become slower than queues, as text.
     *
     * @param most rings that were tried
     */
    static String crossing(double at, int most) {
        return Double.isInfinite(at)
                ? "not up to " + most
                : String.format(Locale.ROOT, "%.0f rings", at);
    }
}
