package org.strata.benchmarks.profile;

import java.time.Duration;
import java.time.Instant;

/** The figures of one rank that are not broken down further. */
final class RankProfile {
    /** Rank in MPI_COMM_WORLD as its environment says, or the file's name. */
    String rank;

    /** Samples of threads in Java code, and in native methods. */
    long javaSamples;

    long nativeSamples;

    /** Bytes allocated, estimated from samples. */
    long allocated;

    int compilations;
    Duration compiling = Duration.ZERO;
    int failedCompilations;
    int deoptimizations;
    int collections;
    Duration pauses = Duration.ZERO;
    Duration longestPause = Duration.ZERO;

    /** Time that the main thread was parked, waited for a monitor or slept in Java. */
    Duration parked = Duration.ZERO;

    private Instant first;
    private Instant last;

    RankProfile(String rank) {
        this.rank = rank;
    }

    /** Notes that something happened at a time. */
    void extend(Instant time) {
        first = first == null || time.isBefore(first) ? time : first;
        last = last == null || time.isAfter(last) ? time : last;
    }

    /** Returns the time between the first event and the last. */
    Duration length() {
        return first == null ? Duration.ZERO : Duration.between(first, last);
    }
}
