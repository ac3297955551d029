package org.strata.benchmarks.profile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The page: which tables it has, and what is in them. */
final class Page {
    private static final double MILLION = 1e6;

    private final String title;
    private final JobProfile job;
    private final int most;

    /**
     * @param title what was run
     * @param most rows per table
     */
    Page(String title, JobProfile job, int most) {
        this.title = title;
        this.job = job;
        this.most = most;
    }

    String title() {
        return title;
    }

    List<Section> sections() {
        return List.of(
                ranks(),
                samples(
                        "Hot methods",
                        "samples of threads in Java code, by the top frame",
                        job.hot),
                samples(
                        "Native methods of the main thread",
                        "samples: a sleeping rank is in one, too",
                        job.nativeMethods),
                bytes("Allocation by class", job.allocatedByClass),
                bytes("Allocation by site", job.allocatedBySite),
                times("Compilation by tier", "compiled", job.compilingByTier),
                times("Longest compilations", "compiled", job.compilingByMethod),
                deoptimizations(),
                times("Garbage collection", "collections", job.collections),
                times("Parked, waiting, asleep (in Java)", "waits", job.parked));
    }

    private Section ranks() {
        List<List<String>> rows = new ArrayList<>();
        for (RankProfile rank : job.ranks) {
            rows.add(
                    List.of(
                            seconds(rank.length()),
                            Long.toString(rank.javaSamples),
                            Long.toString(rank.nativeSamples),
                            millions(rank.allocated),
                            rank.compilations + " (" + rank.failedCompilations + " failed)",
                            millis(rank.compiling),
                            Integer.toString(rank.deoptimizations),
                            rank.collections + " (" + millis(rank.pauses) + ")",
                            millis(rank.longestPause),
                            millis(rank.parked),
                            rank.rank));
        }
        return new Section(
                "Ranks",
                "parked: the main thread's time in park, wait and sleep; sleeps of the progress"
                        + " engine are native methods",
                List.of(
                        "s",
                        "Java samples",
                        "native samples",
                        "allocated MB",
                        "compilations",
                        "compiling ms",
                        "deopt.",
                        "GC (ms)",
                        "longest ms",
                        "parked ms",
                        "rank"),
                rows);
    }

    private Section samples(String headline, String note, Tally tally) {
        List<List<String>> rows =
                tally.top(most).stream()
                        .map(e -> List.of(percent(tally, e), Long.toString(e.total()), e.name()))
                        .toList();
        return new Section(headline, note, List.of("%", "samples", "method"), rows);
    }

    private Section bytes(String headline, Tally tally) {
        List<List<String>> rows =
                tally.top(most).stream()
                        .map(e -> List.of(percent(tally, e), millions(e.total()), e.name()))
                        .toList();
        String where = headline.substring(headline.lastIndexOf(' ') + 1);
        String note = "estimated from samples";
        return new Section(headline, note, List.of("%", "MB", where), rows);
    }

    private Section times(String headline, String what, Tally tally) {
        List<List<String>> rows =
                tally.top(most).stream()
                        .map(e ->
                                List.of(
                                        millis(Duration.ofNanos(e.total())),
                                        Long.toString(e.count()),
                                        e.name()))
                        .toList();
        String note =
                tally.count() + " in " + millis(Duration.ofNanos(tally.total())) + " ms, all ranks";
        return new Section(headline, note, List.of("ms", what, "what"), rows);
    }

    private Section deoptimizations() {
        List<List<String>> rows =
                job.deoptimizations.top(most).stream()
                        .map(e -> List.of(Long.toString(e.count()), e.name()))
                        .toList();
        return new Section(
                "Deoptimizations (uncommon traps)",
                job.deoptimizations.count() + " in all ranks",
                List.of("times", "reason, action: method"),
                rows);
    }

    private static String percent(Tally tally, Tally.Entry entry) {
        return String.format(Locale.ROOT, "%.1f", tally.percent(entry));
    }

    private static String millions(long bytes) {
        return String.format(Locale.ROOT, "%.1f", bytes / MILLION);
    }

    private static String millis(Duration time) {
        return String.format(Locale.ROOT, "%.1f", time.toNanos() / MILLION);
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.2f", time.toNanos() / 1e9);
    }
}
