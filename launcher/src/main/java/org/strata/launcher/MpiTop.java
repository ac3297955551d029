package org.strata.launcher;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.strata.ess.base.Ownership;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.live.LiveRanks;
import org.strata.launcher.live.LiveRanks.LiveRank;
import org.strata.launcher.live.Metrics;
import org.strata.launcher.live.TopScreen;
import org.strata.mca.base.Boxes;
import org.strata.mca.base.LocalHost;
import org.strata.mca.base.Printable;
import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The command {@code mpi_top}: shows what the ranks of this host do. */
public final class MpiTop {
    private static final int FAILURE = 1;
    private static final int USUAL_ROWS = 23;
    private static final int LEAST_ROWS = 4;
    private static final String HOME = "\u001b[H";
    private static final String END_OF_LINE = "\u001b[K\n";
    private static final String END_OF_SCREEN = "\u001b[J";
    static final String USAGE =
            """
            mpi_top [OPTIONS] [JOB]: shows what the ranks of this host do, of jobs that are measured (mpirun --report)
              JOB                 a job's name, or what it begins with: mpirun's process id. All of yours by default
              -r, --ranks         a line per rank (by default up to 32 ranks)
              -s, --sums          a line per job
              -d, --delay SEC     seconds between two screens (1)
              -n, --count N       N screens, then the end; without it until Ctrl-C. Not on a terminal, one screen
              -p, --prometheus    the numbers once, as Prometheus reads them
              -h, --help
            useful is time outside of MPI, waiting until a partner acts, moving the rest of MPI: shares of the last
            second. On other hosts of a job: ssh HOST mpi_top.\
            """;

    private static final int FEW = 32;

    private final boolean terminal;
    private String job = "";
    private Boolean single;
    private double delay = 1;
    private int count = -1;
    private boolean prometheus;
    private boolean help;

    private MpiTop(boolean terminal) {
        this.terminal = terminal;
    }

    /** Runs the command. */
    public static void main(String[] words) {
        boolean terminal = System.console() != null && System.console().isTerminal();
        System.exit(new MpiTop(terminal).run(List.of(words)));
    }

    private int run(List<String> words) {
        try {
            parse(new ArrayList<>(words));
            if (help) {
                System.out.println(USAGE);
                return 0;
            }
            LiveRanks ranks = new LiveRanks(HostFiles.sharedMemory(), Ownership.ofThisProcess());
            if (prometheus) {
                prometheus(ranks);
            } else {
                show(ranks);
            }
            return 0;
        } catch (UsageException e) {
            System.err.println(Boxes.box(e.lines()));
        } catch (IOException e) {
            System.err.println("mpi_top: " + Printable.text("" + e.getMessage()));
        }
        return FAILURE;
    }

    private void prometheus(LiveRanks ranks) {
        List<LiveRank> all = ranks.read(job);
        all.stream()
                .map(LiveRank::job)
                .distinct()
                .forEach(one ->
                        System.out.print(
                                Metrics.text(
                                        all.stream()
                                                .filter(rank -> rank.job().equals(one))
                                                .toList(),
                                        LocalHost.name())));
    }

    private void show(LiveRanks ranks) {
        TopScreen screen = new TopScreen(LocalHost.name());
        int screens = count >= 0 ? count : terminal ? Integer.MAX_VALUE : 1;
        if (terminal) {
            System.out.print(HOME + END_OF_SCREEN);
        }
        for (int i = 0; i < screens; i++) {
            if (i > 0) {
                LockSupport.parkNanos((long) (delay * TimeUnit.SECONDS.toNanos(1)));
            }
            List<LiveRank> now = ranks.read(job);
            boolean each = single == null ? now.size() <= FEW : single;
            print(screen.lines(now, each, rows()));
        }
    }

    /** Over a terminal's old lines, without clearing it first: nothing flickers. */
    private void print(List<String> lines) {
        StringBuilder text = new StringBuilder(terminal ? HOME : "");
        for (String line : lines) {
            text.append(Printable.text(line)).append(terminal ? END_OF_LINE : "\n");
        }
        System.out.print(text.append(terminal ? END_OF_SCREEN : ""));
        System.out.flush();
    }

    /** Returns how many lines fit: a terminal may change its size at any time. */
    private int rows() {
        if (!terminal) {
            return Integer.MAX_VALUE;
        }
        try {
            Process stty =
                    new ProcessBuilder("stty", "size")
                            .redirectInput(ProcessBuilder.Redirect.INHERIT)
                            .start();
            String[] size = new String(stty.getInputStream().readAllBytes(), US_ASCII).split(" ");
            return Math.max(LEAST_ROWS, Integer.parseInt(size[0]) - 1);
        } catch (IOException | NumberFormatException e) {
            return USUAL_ROWS;
        }
    }

    private void parse(List<String> words) throws UsageException {
        while (!words.isEmpty()) {
            String word = words.removeFirst();
            switch (word) {
                case "-h", "--help", "-help" -> help = true;
                case "-r", "--ranks" -> single = true;
                case "-s", "--sums" -> single = false;
                case "-p", "--prometheus" -> prometheus = true;
                case "-d", "--delay" -> delay = number(word, words, 0.1, 3600);
                case "-n", "--count" -> count = (int) number(word, words, 1, Integer.MAX_VALUE);
                default -> {
                    if (word.startsWith("-") || !job.isEmpty()) {
                        throw new UsageException(
                                word.startsWith("-")
                                        ? "mpi_top has no option " + word + "."
                                        : "mpi_top shows one job, or all.",
                                "See mpi_top --help.");
                    }
                    job = word;
                }
            }
        }
    }

    private static double number(String option, List<String> words, double least, double most)
            throws UsageException {
        String word = words.isEmpty() ? "" : words.removeFirst();
        try {
            double number = Double.parseDouble(word);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
            assert e != null;
        }
        throw new UsageException(option + " needs a number from " + least + " on.");
    }
}
