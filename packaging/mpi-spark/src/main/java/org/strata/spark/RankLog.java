package org.strata.spark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** What a rank prints: goes to the executor's log, whose link is in Spark's pages of the stage. */
final class RankLog {
    private static final int KEPT = 20;
    private static final int LONGEST = 1000;
    private static final long END_MILLIS = 2000;

    /** Guarded by itself. */
    private final Deque<String> last = new ArrayDeque<>();

    private final String label;
    private final Thread reader;

    RankLog(int rank, InputStream printed) {
        label = "[rank " + rank + "] ";
        reader = new Thread(() -> copy(printed), "mpi-log-" + rank);
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Prints and keeps all lines until the stream ends; for one more stream than the first, too.
     */
    void copy(InputStream printed) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(printed, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.err.println(label + line);
                keep(line);
            }
        } catch (IOException e) {
            // The rank has been killed.
            assert e != null;
        }
    }

    private void keep(String line) {
        synchronized (last) {
            // Half of what a JVM says about its own error: the program's lines are to stay, too.
            if (!line.equals("#")) {
                last.add(line.length() > LONGEST ? line.substring(0, LONGEST) : line);
            }
            if (last.size() > KEPT) {
                last.remove();
            }
        }
    }

    /** Returns the last lines of a rank that has ended. */
    List<String> lastLines() {
        try {
            reader.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (last) {
            return new ArrayList<>(last);
        }
    }
}
