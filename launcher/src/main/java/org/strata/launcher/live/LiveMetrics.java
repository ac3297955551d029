package org.strata.launcher.live;

import org.strata.ess.base.Ownership;
import org.strata.launcher.raw.RawPath;
import org.strata.mca.base.LocalHost;
import org.strata.mca.base.RankVariables;
import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What a job offers Prometheus on one host while it runs; closed when its ranks have ended. */
public final class LiveMetrics implements AutoCloseable {
    private static final String FILE = RankVariables.STRATA_PREFIX + "mpi_metrics_file";
    private static final String INTERVAL = RankVariables.STRATA_PREFIX + "mpi_metrics_interval";

    private final MetricsFile file;
    private final MetricsPort port;

    /**
     * What is wanted.
     *
     * @param file where numbers are written; null for nowhere
     * @param seconds between two writes
     * @param port where to listen on the loopback interface; 0 for any port, -1 for none
     */
    public record Wanted(Path file, int seconds, int port) {
        /** Nothing. */
        public static final Wanted NOTHING = new Wanted(null, 0, -1);

        /**
         * Adds what daemons of other hosts, which read no parameters, need to the ranks' variables.
         */
        public void addTo(Map<String, String> variables) {
            if (file != null) {
                variables.put(FILE, RawPath.text(file));
                variables.put(INTERVAL, "" + seconds);
            }
        }

        /** Returns what is wanted on another host than mpirun's: a file, if any. */
        public static Wanted onOtherHost(Map<String, String> variables) {
            String name = variables.getOrDefault(FILE, "");
            String interval = variables.getOrDefault(INTERVAL, "");
            boolean known = !name.isEmpty() && interval.matches("\\d{1,9}");
            return known ? new Wanted(RawPath.of(name), Integer.parseInt(interval), -1) : NOTHING;
        }

        /** Returns whether there is anything to do. */
        public boolean any() {
            return file != null || port >= 0;
        }
    }

    private LiveMetrics(MetricsFile file, MetricsPort port) {
        this.file = file;
        this.port = port;
    }

    /**
     * Begins. What fails costs the numbers, never the job.
     *
     * @param says gets lines for the user
     */
    public static LiveMetrics start(Wanted wanted, String jobId, Consumer<String> says) {
        if (!wanted.any()) {
            return new LiveMetrics(null, null);
        }
        Supplier<String> text;
        try {
            LiveRanks ranks = new LiveRanks(HostFiles.sharedMemory(), Ownership.ofThisProcess());
            String host = LocalHost.name();
            text = () -> Metrics.text(ranks.read(jobId + '.'), host);
        } catch (IOException e) {
            says.accept("There are no metrics: " + e.getMessage());
            return new LiveMetrics(null, null);
        }
        return new LiveMetrics(
                wanted.file() == null
                        ? null
                        : MetricsFile.start(wanted.file(), wanted.seconds(), text, says),
                wanted.port() < 0 ? null : open(wanted.port(), text, says));
    }

    private static MetricsPort open(int port, Supplier<String> text, Consumer<String> says) {
        try {
            MetricsPort opened = MetricsPort.open(port, text);
            if (port == 0) {
                says.accept("metrics are at http://127.0.0.1:" + opened.port() + "/metrics");
            }
            return opened;
        } catch (IOException e) {
            says.accept("mpi_metrics_listen: port " + port + ": " + e.getMessage());
            return null;
        }
    }

    @Override
    public void close() {
        if (port != null) {
            port.close();
        }
        if (file != null) {
            file.close();
        }
    }
}
