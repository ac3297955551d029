package org.strata.benchmarks.nas;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one run of a kernel printed.
 *
 * @param verified whether its result is NPB's
 * @param seconds it took, without its start
 * @param percentInMpi share of that time in calls of MPI, the mean over the ranks
 * @param rate Mop/s of all ranks
 */
record Outcome(boolean verified, double seconds, double percentInMpi, double rate) {
    private static final Pattern LINE = Pattern.compile(" *([A-Z][^=]*?) *= +(\\S+) *");

    /** Reads a report; a report without the figures is that of a run that failed. */
    static Outcome of(List<String> lines) {
        boolean verified = false;
        double seconds = Double.NaN;
        double percent = Double.NaN;
        double rate = Double.NaN;
        for (String line : lines) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                String value = matcher.group(2);
                switch (matcher.group(1)) {
                    case "Verification" -> verified = value.equals("SUCCESSFUL");
                    case "Time in seconds" -> seconds = Double.parseDouble(value);
                    case "Time in MPI (%)" -> percent = Double.parseDouble(value);
                    case "Mop/s total" -> rate = Double.parseDouble(value);
                    default -> {
                        // The other lines repeat what was asked for.
                    }
                }
            }
        }
        return new Outcome(verified && !Double.isNaN(rate), seconds, percent, rate);
    }

    /** Returns the faster of two runs; one that is not verified loses. */
    Outcome better(Outcome other) {
        if (verified != other.verified) {
            return verified ? this : other;
        }
        return other.rate > rate ? other : this;
    }

    /**
     * Returns the parallel efficiency: this rate per rank divided by that of a run with other
     * ranks. Rates have more digits than the printed seconds.
     */
    double efficiency(int ranks, Outcome first, int firstRanks) {
        return rate / ranks / (first.rate / firstRanks);
    }
}
