package mpi;

/**
 * What one thread's calls of one MPI function have cost. Every call is counted; what a call takes
 * beside its waits is measured of some calls only, each of which stands for many. Written by the
 * thread, read by others, which may see values that lag.
 */
final class CallStats {
    /** The function, as the standard writes it. */
    final String name;

    long calls;
    long bytes;

    /** Time in pauses of waits: all of it was measured. */
    long paused;

    /** Of that, until the partner acted. */
    long waiting;

    /** The line of the last call whose line was looked for; null before. */
    SiteStats site;

    /** Calls that were measured, and how many calls they stand for. */
    long samples;

    private double weight;
    private double nanos;
    private double squares;

    CallStats(String name) {
        this.name = name;
    }

    /**
     * Adds a call that was measured.
     *
     * @param taken nanoseconds that it took beside its pauses
     * @param standsFor calls
     */
    void addSample(long taken, int standsFor) {
        samples++;
        weight += standsFor;
        nanos += (double) taken * standsFor;
        squares += (double) taken * taken * standsFor;
    }

    private double mean() {
        return weight == 0 ? 0 : nanos / weight;
    }

    /** Returns the nanoseconds in all calls: the pauses, and the usual rest of a call. */
    long time() {
        return paused + Math.round(calls * mean());
    }

    /** Returns the variance of {@link #time}: the rest of a call is known from samples only. */
    double variance() {
        if (samples < 2 || samples >= calls) {
            return 0;
        }
        double mean = mean();
        double spread = Math.max(0, squares / weight - mean * mean);
        return spread / samples * calls * calls;
    }
}
