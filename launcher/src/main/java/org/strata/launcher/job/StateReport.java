package org.strata.launcher.job;

import org.strata.launcher.host.JavaThreads;
import org.strata.launcher.job.HangReport.Row;
import org.strata.mca.ess.RankReport;

import java.util.Collection;
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

    /** What a rank says of itself when no thread of it waits. */
    private static final Pattern BUSY = Pattern.compile("is in (.+), called at (.+)");

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
     * A report.
     *
     * @param lines what the ranks do
     * @param stacks the stacks of those that run
     */
    record Report(List<String> lines, List<String> stacks) {}

    /**
     * @param inquiries asks the ranks
     * @param stacks gets their threads
     */
    StateReport(Inquiries inquiries, Stacks stacks) {
        this.inquiries = inquiries;
        this.stacks = stacks;
    }

    /**
     * Makes the report.
     *
     * @param ranks all ranks
     * @param job the job's name
     */
    Report of(List<RankProcess> ranks, String job) throws InterruptedException {
        Map<Integer, RankReport> before = inquiries.ask(ANSWER_MILLIS);
        Deadlocks deadlocks = deadlocks(ranks, before);
        // The dumps take long, and answers of ranks should be of one time.
        List<RankProcess> running = ranks.stream().filter(RankProcess::running).toList();
        Map<Integer, List<String>> found = running.isEmpty() ? Map.of() : stacks.of(running);
        HangReport report = new HangReport();
        for (RankProcess rank : ranks) {
            List<String> threads = found.getOrDefault(rank.rank(), List.of());
            add(rank, before.get(rank.rank()), threads, report);
        }
        Collection<Integer> stuck = deadlocks == null ? List.of() : deadlocks.inCycles();
        List<String> lines = deadlocks == null ? List.of() : deadlocks.lines();
        return new Report(report.lines(job, stuck, lines), StackFile.lines(running, found));
    }

    /** Returns what is known of deadlocks; null where no rank waits. */
    private Deadlocks deadlocks(List<RankProcess> ranks, Map<Integer, RankReport> before)
            throws InterruptedException {
        if (before.values().stream().allMatch(report -> report.waits().isEmpty())) {
            return null;
        }
        Thread.sleep(GAP_MILLIS);
        Map<Integer, RankReport> waiting = Deadlocks.unmoved(before, inquiries.ask(ANSWER_MILLIS));
        return new Deadlocks(ranks.size(), waiting, Deadlocks.ended(ranks));
    }

    private static void add(
            RankProcess rank, RankReport answer, List<String> threads, HangReport report) {
        int number = rank.rank();
        if (!rank.running() || answer == null) {
            Row call = rank.running() ? call(number, threads) : null;
            report.add(call != null ? call : new Row(number, "", state(rank), "", ""));
            return;
        }
        if (answer.waits().isEmpty()) {
            Matcher busy = BUSY.matcher(answer.state());
            report.add(
                    busy.matches()
                            ? new Row(number, "", busy.group(1), "", busy.group(2))
                            : new Row(number, "", answer.state(), "", ""));
            return;
        }
        boolean several = answer.waits().size() > 1;
        answer.waits().stream()
                .sorted(Comparator.comparingLong(RankReport.Wait::number))
                .forEach(wait -> {
                    String thread = several ? wait.thread() : "";
                    String what = wait.state().what();
                    report.add(new Row(number, thread, wait.call(), what, wait.caller()));
                    report.arrived(number, wait.state().arrived(), what);
                });
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
        return where + " (process " + rank.pid() + ")";
    }

    /**
     * Returns the outermost call of MPI that a thread of the program is in, with its caller; null
     * if there is none. It is newer than what the rank has sent before.
     */
    private static Row call(int rank, List<String> threads) {
        for (String thread : threads) {
            List<String> frames =
                    thread.lines().filter(line -> JavaThreads.FRAME.matcher(line).find()).toList();
            for (int i = frames.size() - 2; i >= 0; i--) {
                if (API.matcher(method(frames.get(i))).matches()) {
                    String caller = frames.get(i + 1).strip().substring("at ".length());
                    return new Row(rank, "", method(frames.get(i)), "", caller);
                }
            }
        }
        return null;
    }

    private static String method(String frame) {
        Matcher matcher = JavaThreads.FRAME.matcher(frame);
        return matcher.find() ? matcher.group(1) : "";
    }
}
