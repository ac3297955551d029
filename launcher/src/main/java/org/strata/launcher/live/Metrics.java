package org.strata.launcher.live;

import org.strata.launcher.live.LiveRanks.LiveRank;
import org.strata.opal.report.RankNumbers;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Writes numbers of ranks in Prometheus' text format (version 0.0.4). Each value has the labels job
 * and host; up to {@value #SINGLE} ranks of a host have one of their own each, with the label rank,
 * more are summed up.
 */
public final class Metrics {
    private static final int SINGLE = 64;
    private static final double NANOS = 1e9;

    private final StringBuilder text = new StringBuilder();
    private final String host;
    private final List<LiveRank> ranks;

    private Metrics(List<LiveRank> ranks, String host) {
        this.ranks = ranks;
        this.host = host;
    }

    /**
     * Returns the text.
     *
     * @param ranks those of one job on this host
     * @param host this host's name
     */
    public static String text(List<LiveRank> ranks, String host) {
        return new Metrics(ranks, host).write();
    }

    private String write() {
        // Estimates, which may go back a little: no counters.
        gauge("useful_seconds", "Time outside of MPI.", one -> one.times().useful() / NANOS);
        gauge(
                "transfer_seconds",
                "Time in MPI without waiting: data moving, the library's work.",
                one -> one.times().transfer() / NANOS);
        counter(
                "waiting_seconds",
                "Time in MPI until partners acted.",
                one -> one.times().waiting() / NANOS);
        counter("calls", "Calls of MPI.", Metrics::calls);
        counter("sent_messages", "Messages sent.", one -> value(one, "messages sent"));
        counter("sent_bytes", "Bytes sent.", one -> value(one, "bytes sent"));
        counter("received_bytes", "Bytes received.", one -> value(one, "bytes received"));
        gauge("peak_memory_bytes", "Largest resident set so far.", one -> value(one, "memory"));
        head("ranks", "gauge", "Ranks of the job on this host.");
        text.append("strata_mpi_ranks{").append(labels()).append("} ").append(ranks.size());
        return text.append('\n').toString();
    }

    private static long value(RankNumbers numbers, String name) {
        return numbers.values().getOrDefault(name, 0L);
    }

    private static long calls(RankNumbers numbers) {
        return numbers.calls().stream().mapToLong(RankNumbers.Call::calls).sum();
    }

    private void gauge(String name, String help, ToDoubleFunction<RankNumbers> value) {
        head(name, "gauge", help);
        values(name, value);
    }

    private void counter(String name, String help, ToDoubleFunction<RankNumbers> value) {
        head(name + "_total", "counter", help);
        values(name + "_total", value);
    }

    private void head(String name, String type, String help) {
        text.append("# HELP strata_mpi_").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE strata_mpi_").append(name).append(' ').append(type).append('\n');
    }

    private void values(String name, ToDoubleFunction<RankNumbers> value) {
        if (ranks.size() > SINGLE) {
            double sum =
                    ranks.stream().mapToDouble(one -> value.applyAsDouble(one.numbers())).sum();
            line(name, labels(), sum);
            return;
        }
        for (LiveRank rank : ranks) {
            RankNumbers one = rank.numbers();
            line(name, labels() + ",rank=\"" + one.rank() + '"', value.applyAsDouble(one));
        }
    }

    private void line(String name, String labels, double value) {
        text.append("strata_mpi_").append(name).append('{').append(labels).append("} ");
        boolean whole = value == Math.rint(value) && Math.abs(value) < 1L << 53;
        text.append(whole ? "" + (long) value : String.format(Locale.ROOT, "%.6f", value));
        text.append('\n');
    }

    private String labels() {
        String job = ranks.isEmpty() ? "" : ranks.getFirst().job();
        return "job=\"" + escaped(job) + "\",host=\"" + escaped(host) + '"';
    }

    /** Returns a text as the value of a label. */
    static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
