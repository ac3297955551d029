package org.strata.launcher.live;

import org.strata.launcher.live.LiveRanks.LiveRank;
import org.strata.opal.report.RankNumbers;
import org.strata.opal.report.RankNumbers.Call;
import org.strata.opal.report.RankNumbers.Peer;
import org.strata.opal.report.RankNumbers.Times;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the lines of {@code mpi_top}: what ranks have done since the reading before. Ranks write
 * once a second, so that a rate is of about a second; one that has written nothing new keeps its
 * last line.
 */
public final class TopScreen {
    private static final double NANOS = 1e9;
    private static final String FORMAT = "%5s %8s %7s %7s %7s %9s %9s %7s  %-22s %s";

    private final String host;
    private final Map<String, Sample> samples = new HashMap<>();

    /** What is known of a rank: its numbers, and what it did between two of them. */
    private record Sample(RankNumbers last, Interval interval) {}

    /**
     * What a rank did for a time.
     *
     * @param awaited the process that it waited for longest, or -1
     */
    private record Interval(
            double seconds,
            double useful,
            double waiting,
            double transfer,
            double messages,
            double bytes,
            String call,
            int awaited) {}

    /**
     * @param host this host's name
     */
    public TopScreen(String host) {
        this.host = host;
    }

    /**
     * Returns the screen.
     *
     * @param ranks sorted by job and number
     * @param single whether each rank has a line; else each job has
     * @param rows lines at most
     */
    public List<String> lines(List<LiveRank> ranks, boolean single, int rows) {
        Map<String, List<Sample>> jobs = new LinkedHashMap<>();
        Map<String, Sample> now = new HashMap<>();
        for (LiveRank rank : ranks) {
            String key = rank.job() + '/' + rank.numbers().rank();
            Sample sample = next(samples.get(key), rank.numbers());
            now.put(key, sample);
            jobs.computeIfAbsent(rank.job(), any -> new ArrayList<>()).add(sample);
        }
        samples.clear();
        samples.putAll(now);
        List<String> lines = new ArrayList<>();
        if (jobs.isEmpty()) {
            lines.add(
                    "No job of yours on "
                            + host
                            + " is measured (mpirun --report, or parameter mpi_report).");
        }
        jobs.forEach((job, own) -> job(job, own, single, lines));
        if (lines.size() > rows) {
            int left = lines.size() - rows + 1;
            lines.subList(rows - 1, lines.size()).clear();
            lines.add("… " + left + " lines more");
        }
        return lines;
    }

    private void job(String job, List<Sample> ranks, boolean single, List<String> lines) {
        double longest =
                ranks.stream().mapToDouble(one -> one.last.times().elapsed()).max().orElse(0);
        lines.add(
                String.format(
                        Locale.ROOT,
                        "job %s on %s: %d %s here, %.0f s",
                        job,
                        host,
                        ranks.size(),
                        ranks.size() == 1 ? "rank" : "ranks",
                        longest / NANOS));
        lines.add(
                String.format(
                                FORMAT,
                                "rank",
                                "time",
                                "useful",
                                "waiting",
                                "moving",
                                "sent/s",
                                "msgs/s",
                                "memory",
                                "most time in",
                                "waits for")
                        .stripTrailing());
        if (single) {
            ranks.forEach(rank -> lines.add(line("" + rank.last.rank(), rank.last, rank.interval)));
        } else {
            lines.add(sum(ranks));
        }
    }

    private static String line(String name, RankNumbers rank, Interval did) {
        return row(
                name,
                rank.times().elapsed() / NANOS,
                did,
                rank.values().getOrDefault("memory", 0L),
                rank.state() == RankNumbers.State.FINAL ? "(has called MPI_Finalize)" : did.call);
    }

    private static String row(
            String name, double seconds, Interval did, double memory, String call) {
        return String.format(
                        Locale.ROOT,
                        FORMAT,
                        name,
                        String.format(Locale.ROOT, "%.0f s", seconds),
                        percent(did.useful),
                        percent(did.waiting),
                        percent(did.transfer),
                        amount(did.bytes) + "B",
                        amount(did.messages),
                        amount(memory) + "B",
                        call,
                        did.awaited < 0 ? "" : "rank " + did.awaited)
                .stripTrailing();
    }

    private static String sum(List<Sample> ranks) {
        double count = ranks.size();
        double seconds = 0;
        double memory = 0;
        double[] sums = new double[5];
        Map<String, Integer> calls = new HashMap<>();
        Map<Integer, Integer> awaited = new HashMap<>();
        for (Sample rank : ranks) {
            Interval did = rank.interval;
            seconds = Math.max(seconds, rank.last.times().elapsed() / NANOS);
            memory += rank.last.values().getOrDefault("memory", 0L);
            double[] own = {did.useful, did.waiting, did.transfer, did.messages, did.bytes};
            for (int i = 0; i < sums.length; i++) {
                sums[i] += own[i];
            }
            calls.merge(did.call, 1, Integer::sum);
            awaited.merge(did.awaited, 1, Integer::sum);
        }
        Interval all =
                new Interval(
                        0,
                        sums[0] / count,
                        sums[1] / count,
                        sums[2] / count,
                        sums[3],
                        sums[4],
                        most(calls).orElse(""),
                        most(awaited).orElse(-1));
        return row("all", seconds, all, memory, all.call);
    }

    private static <T> Optional<T> most(Map<T, Integer> counts) {
        return counts.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    }

    private static Sample next(Sample before, RankNumbers now) {
        if (before != null && now.times().elapsed() <= before.last.times().elapsed()) {
            return new Sample(now, before.interval);
        }
        return new Sample(now, interval(before == null ? null : before.last, now));
    }

    private static Interval interval(RankNumbers before, RankNumbers now) {
        Times last = now.times();
        Times first = before == null ? new Times(0, 0, 0, 0) : before.times();
        double nanos = Math.max(1, last.elapsed() - first.elapsed());
        double mpi = share(last.mpi() - first.mpi(), nanos);
        double waiting = Math.min(mpi, share(last.waiting() - first.waiting(), nanos));
        long messages = sent(now, false) - (before == null ? 0 : sent(before, false));
        long bytes = sent(now, true) - (before == null ? 0 : sent(before, true));
        return new Interval(
                nanos / NANOS,
                1 - mpi,
                waiting,
                mpi - waiting,
                Math.max(0, messages) * NANOS / nanos,
                Math.max(0, bytes) * NANOS / nanos,
                call(before, now),
                awaited(before, now));
    }

    private static double share(long part, double whole) {
        return Math.clamp(part / whole, 0, 1);
    }

    private static long sent(RankNumbers numbers, boolean bytes) {
        return numbers.values().getOrDefault(bytes ? "bytes sent" : "messages sent", 0L);
    }

    /** Returns the function with most time since, or "" if there was hardly any. */
    private static String call(RankNumbers before, RankNumbers now) {
        Map<String, Long> times = new HashMap<>();
        if (before != null) {
            before.calls().forEach(call -> times.put(call.name(), call.time()));
        }
        return now.calls().stream()
                .max(Comparator.comparingLong(call -> since(times, call)))
                .filter(call -> since(times, call) > 0)
                .map(Call::name)
                .orElse("");
    }

    private static long since(Map<String, Long> before, Call call) {
        return call.time() - before.getOrDefault(call.name(), 0L);
    }

    private static int awaited(RankNumbers before, RankNumbers now) {
        Map<Integer, Long> waits = new HashMap<>();
        if (before != null) {
            before.peers().forEach(peer -> waits.put(peer.rank(), peer.waiting()));
        }
        return now.peers().stream()
                .filter(peer -> peer.rank() >= 0)
                .max(Comparator.comparingLong(peer -> since(waits, peer)))
                .filter(peer -> since(waits, peer) > 0)
                .map(Peer::rank)
                .orElse(-1);
    }

    private static long since(Map<Integer, Long> before, Peer peer) {
        return peer.waiting() - before.getOrDefault(peer.rank(), 0L);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    private static String amount(double value) {
        String[] prefixes = {" ", " k", " M", " G", " T"};
        double left = value;
        int prefix = 0;
        while (left >= 999.5 && prefix < prefixes.length - 1) {
            left /= 1000;
            prefix++;
        }
        return String.format(
                Locale.ROOT,
                left < 9.95 && prefix > 0 ? "%.1f%s" : "%.0f%s",
                left,
                prefixes[prefix]);
    }
}
