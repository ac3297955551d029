package org.strata.launcher.job;

import org.strata.launcher.job.StateReport.Inquiries;
import org.strata.mca.base.Printable;
import org.strata.mca.ess.RankReport;
import org.strata.opal.progress.Completion.WaitState;
import org.strata.opal.progress.Completion.WaitState.Needs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * A rank reports that it does not go on, for a reason that its program does not see. It is right if
 * it waits, and every rank that it needs waits, too.
 *
 * @param rank the rank
 * @param text why, in lines
 * @param nanos for how long
 */
record Standstill(int rank, String text, long nanos) {
    /** A rank that has not gone on for so long is believed, whatever the others do. */
    private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(1);

    /**
     * Asks the ranks twice, as a report of the job does.
     *
     * @return what to show; nothing if the rank may go on
     */
    List<String> lines(Inquiries inquiries, List<RankProcess> ranks) {
        try {
            Map<Integer, RankReport> before = inquiries.ask(StateReport.ANSWER_MILLIS);
            Thread.sleep(StateReport.GAP_MILLIS);
            Map<Integer, RankReport> after = inquiries.ask(StateReport.ANSWER_MILLIS);
            boolean stuck = isStuck(before, after, ranks);
            return stuck || nanos >= LONG_NANOS ? lines(after.get(rank), stuck) : List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private boolean isStuck(
            Map<Integer, RankReport> before,
            Map<Integer, RankReport> after,
            List<RankProcess> ranks) {
        Map<Integer, RankReport> waiting = new TreeMap<>(Deadlocks.unmoved(before, after));
        RankReport own = after.get(rank);
        if (own != null && own.waits().isEmpty()) {
            waiting.put(rank, polling(ranks.size()));
        }
        return new Deadlocks(ranks.size(), waiting, Deadlocks.ended(ranks)).includes(rank);
    }

    /** A rank that polls instead of waiting may go on with a message of any other one. */
    private RankReport polling(int size) {
        List<Integer> others = IntStream.range(0, size).filter(i -> i != rank).boxed().toList();
        WaitState state = new WaitState("polls", "", Needs.ANY, others);
        return new RankReport("", false, List.of(new RankReport.Wait("main", 0, "", "", state)));
    }

    private List<String> lines(RankReport report, boolean stuck) {
        List<String> lines = new ArrayList<>(text.lines().map(Printable::text).toList());
        lines.add("");
        if (report != null && report.waits().isEmpty()) {
            lines.add("Rank " + rank + " " + report.state() + ".");
        } else if (report != null) {
            for (RankReport.Wait wait : report.waits()) {
                lines.add("Rank " + rank + StateReport.wait(wait) + ".");
            }
        }
        lines.add(
                stuck
                        ? "Every rank that could help it waits, too: the job does not go on."
                        : "That has been so for "
                                + TimeUnit.NANOSECONDS.toSeconds(nanos)
                                + " seconds. The job goes on only if ranks that do not wait help"
                                + " it.");
        return lines;
    }
}
