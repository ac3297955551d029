package org.strata.launcher.job;

import org.strata.mca.base.Printable;
import org.strata.mca.ess.RankReport;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What each rank of a running job does: the call of MPI that it waits in and what for, deadlocks
 * among them, its stacks. Of a rank that does not answer, the JVM's thread dump shows the call.
 */
final class StateReport {

    /** A method of package mpi itself: programs may have packages below it. */
    private static final Pattern API = Pattern.compile("mpi\\.[^.]+\\.[^.]+");

    /** How long ranks may take to answer. */
    static final long ANSWER_MILLIS = 2000;

    /**
     * Time between two inquiries: a wait that is the same in both has seen no event between them.
     */
    static final long GAP_MILLIS = 250;

    private final Inquiries inquiries;
    private final Stacks stacks;

    /** Asks the ranks what they do. */
    @FunctionalInterface
    interface Inquiries {
        /** Returns the answers by rank; none of ranks that do not answer. */
        Map<Integer, RankReport> ask(long timeoutMillis) throws InterruptedException;
    }

    /** Gets the Java threads of ranks. */
    @FunctionalInterface
    interface Stacks {
        /** Returns the threads of each rank; none where no JVM of it answers. */
        Map<Integer, List<String>> of(List<RankProcess> ranks) throws InterruptedException;
    }

    /**
     * @param inquiries asks the ranks
     * @param stacks gets their threads
     */
    StateReport(Inquiries inquiries, Stacks stacks) {
        this.inquiries = inquiries;
        this.stacks = stacks;
    }

    /**
     * Returns the lines of the report.
     *
     * @param ranks all ranks
     * @param all whether to add the stacks of all their Java threads
     */
    List<String> lines(List<RankProcess> ranks, boolean all) throws InterruptedException {
        Map<Integer, RankReport> reports = inquiries.ask(ANSWER_MILLIS);
        List<RankProcess> dumped =
                ranks.stream()
                        .filter(rank ->
                                rank.running() && (all || !reports.containsKey(rank.rank())))
                        .toList();
        Map<Integer, List<String>> found = dumped.isEmpty() ? Map.of() : stacks.of(dumped);
        List<String> lines = new ArrayList<>();
        List<String> dumps = new ArrayList<>();
        for (RankProcess rank : ranks) {
            List<String> threads = found.getOrDefault(rank.rank(), List.of());
            lines.addAll(of(rank, reports.get(rank.rank()), threads));
            if (all && rank.running()) {
                String none = threads.isEmpty() ? " none, no JVM of it answers" : "";
                dumps.add("stacks of rank " + rank.rank() + ":" + none);
                threads.forEach(thread -> dumps.addAll(thread.lines().toList()));
            }
        }
        lines.addAll(deadlocks(ranks, reports));
        lines.addAll(dumps);
        return lines.stream().map(Printable::text).toList();
    }

    private List<String> deadlocks(List<RankProcess> ranks, Map<Integer, RankReport> before)
            throws InterruptedException {
        if (before.values().stream().allMatch(report -> report.waits().isEmpty())) {
            return List.of();
        }
        Thread.sleep(GAP_MILLIS);
        Map<Integer, RankReport> waiting = Deadlocks.unmoved(before, inquiries.ask(ANSWER_MILLIS));
        return new Deadlocks(ranks.size(), waiting, Deadlocks.ended(ranks)).lines();
    }

    private static List<String> of(RankProcess rank, RankReport report, List<String> threads) {
        String name = "rank " + rank.rank() + " ";
        if (!rank.running() || report == null) {
            String call = rank.running() ? call(threads) : "";
            return List.of(name + (call.isEmpty() ? state(rank) : processOf(rank) + call));
        }
        String process = name + processOf(rank);
        List<RankReport.Wait> waits = report.waits();
        if (waits.isEmpty()) {
            return List.of(process + " " + report.state());
        }
        return waits.stream()
                .sorted(Comparator.comparingLong(RankReport.Wait::number))
                .map(wait ->
                        process
                                + (waits.size() > 1 ? ", thread " + wait.thread() + "," : "")
                                + wait(wait))
                .toList();
    }

    /** Describes a wait: {@code " waits in Comm.recv for a message of rank 1, called at …"}. */
    static String wait(RankReport.Wait wait) {
        String what = wait.state().what();
        String caller = wait.caller();
        return " waits in "
                + wait.call()
                + (what.isEmpty() ? "" : " for " + what)
                + (caller.isEmpty() ? "" : ", called at " + caller);
    }

    private static String processOf(RankProcess rank) {
        return "(process " + rank.pid() + ")";
    }

    private static String state(RankProcess rank) {
        if (!rank.running()) {
            return "has exited with code " + rank.status();
        }
        String where =
                switch (rank.life()) {
                    case STARTED -> "has not called MPI.Init";
                    case JOINED -> "is inside MPI.Init";
                    case INITIALIZED -> "is between MPI.Init and MPI.Finalize";
                    case FINALIZED -> "has finished MPI.Finalize";
                };
        return processOf(rank) + " " + where;
    }

    /**
     * Returns the outermost call of MPI that a thread of the program is in, with its caller. It is
     * newer than what the rank has sent before.
     */
    private static String call(List<String> threads) {
        for (String thread : threads) {
            List<String> frames =
                    thread.lines().filter(line -> JavaThreads.FRAME.matcher(line).find()).toList();
            for (int i = frames.size() - 2; i >= 0; i--) {
                if (API.matcher(method(frames.get(i))).matches()) {
                    String caller = frames.get(i + 1).strip();
                    return " is in " + method(frames.get(i)) + ", called " + caller;
                }
            }
        }
        return "";
    }

    private static String method(String frame) {
        Matcher matcher = JavaThreads.FRAME.matcher(frame);
        return matcher.find() ? matcher.group(1) : "";
    }
}
