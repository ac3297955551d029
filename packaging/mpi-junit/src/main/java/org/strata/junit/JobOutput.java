package org.strata.junit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Prints what the ranks print as it comes, each line behind its rank: {@code [rank 2] text}. Lines
 * of mpirun's own are kept for the message of a failure.
 */
final class JobOutput {
    private static final Pattern TAGGED =
            Pattern.compile("\\[\\d+,(\\d+)]<(?:stdout|stderr)>: ?(.*)", Pattern.DOTALL);

    /** Begins and ends mpirun's boxes. */
    private static final String DASHES = "-----";

    /** A failure of a test should fit a screen. */
    private static final int LONGEST = 30;

    private final boolean prints;

    private final List<String> launcher = new ArrayList<>();
    private final List<Thread> readers = new ArrayList<>();

    /**
     * @param prints whether mpirun's own lines are printed as they come, too: where debuggers
     *     attach to
     */
    JobOutput(boolean prints) {
        this.prints = prints;
    }

    void forward(Process mpirun) {
        forward(mpirun.getInputStream(), System.out);
        forward(mpirun.getErrorStream(), System.err);
    }

    private void forward(InputStream from, PrintStream to) {
        readers.add(Thread.ofPlatform().daemon().start(() -> copy(from, to)));
    }

    private void copy(InputStream from, PrintStream to) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher tagged = TAGGED.matcher(line);
                if (tagged.matches()) {
                    to.println("[rank " + tagged.group(1) + "] " + tagged.group(2));
                } else {
                    keep(line);
                }
            }
        } catch (IOException e) {
            keep("The output of mpirun cannot be read: " + e.getMessage());
        }
    }

    private void keep(String line) {
        synchronized (launcher) {
            launcher.add(line);
        }
        if (prints) {
            System.err.println(line);
        }
    }

    void await() throws InterruptedException {
        for (Thread reader : readers) {
            reader.join();
        }
    }

    /** Returns what mpirun itself has printed. */
    List<String> launcher() {
        synchronized (launcher) {
            return List.copyOf(launcher);
        }
    }

    /** Returns the report of what each rank does, without mpirun's box behind it. */
    static List<String> summary(List<String> report) {
        return report.stream()
                .takeWhile(line -> !line.startsWith(DASHES))
                .map(line -> line.replaceFirst("^mpirun: ", ""))
                .limit(LONGEST)
                .toList();
    }
}
