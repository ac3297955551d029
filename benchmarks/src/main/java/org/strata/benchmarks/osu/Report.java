package org.strata.benchmarks.osu;

import mpi.MPI;
import mpi.MPIException;

import java.util.Locale;

/** OSU's output: a headline, then size and figures in columns, by rank 0. */
final class Report {
    private static boolean muted;

    private Report() {}

    /** Suppresses all output, or ends that. */
    static void mute(boolean on) {
        muted = on;
    }

    static boolean speaks() throws MPIException {
        return !muted && MPI.COMM_WORLD.getRank() == 0;
    }

    static void head(String title, String... columns) throws MPIException {
        if (speaks()) {
            System.out.println("# Strata " + title);
            System.out.printf("%-10s", "# Size");
            for (String column : columns) {
                System.out.printf("%20s", column);
            }
            System.out.println();
        }
    }

    /**
     * Prints a line. While output is suppressed it is made all the same: its code is compiled then,
     * and not while a rank that shares its core with the compiler is measured.
     */
    static void line(int size, double... figures) throws MPIException {
        StringBuilder text = new StringBuilder(String.format("%-10d", size));
        for (double figure : figures) {
            text.append(String.format(Locale.ROOT, "%20.3f", figure));
        }
        if (speaks()) {
            System.out.println(text);
            System.out.flush();
        }
    }
}
