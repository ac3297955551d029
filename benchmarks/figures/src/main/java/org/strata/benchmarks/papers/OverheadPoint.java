package org.strata.benchmarks.papers;

/**
 * One result of the Sandia overhead test. A rank posts an operation, works, and waits for it; the
 * work grows until the iteration takes twice as long as the message without work. Each side has the
 * time of its own wait; but a send, which may be complete when it is posted, takes no less than the
 * receive.
 *
 * @param base time of the message when nobody works
 * @param work time of the work alone
 * @param iteration time of an iteration with that work
 */
record OverheadPoint(double base, double work, double iteration) {
    /** How an iteration's work grows. */
    static final double GROWTH = 1.25;

    /** Returns whether there is work enough for the result to count. */
    boolean isDominatedByWork() {
        return iteration >= 2 * base;
    }

    /** Returns the time of the message that the work does not hide. */
    double overhead() {
        return Math.max(0, iteration - work);
    }

    /** Returns the part of the message's time that the application has for its work, in %. */
    double availability() {
        return Math.max(0, 100 * (1 - overhead() / base));
    }
}
