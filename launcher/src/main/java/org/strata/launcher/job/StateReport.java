package org.strata.launcher.job;

import org.strata.mca.base.Printable;
import org.strata.mca.ess.RankReport;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What each rank of a running job does: the call of MPI that it waits in and what for, deadlocks
 * among them, its stacks. Of a rank that does not answer, the JVM's thread dump shows the call.
 */
final class StateReport {
    private static final Path JCMD = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    private static final long PATIENCE_SECONDS = 5;
    private static final Pattern FRAME = Pattern.compile("\tat (?:[\\w.@+-]*/)?([\\w.$<>]+)\\(.*");

    /** A method of package mpi itself: programs may have packages below it. */
    private static final Pattern API = Pattern.compile("mpi\\.[^.]+\\.[^.]+");

    /** How long ranks may take to answer. */
    private static final long ANSWER_MILLIS = 2000;

    /**
     * Time between two inquiries: a wait that is the same in both has seen no event between them.
     */
    private static final long GAP_MILLIS = 250;

    private final Inquiries inquiries;
    private final LongFunction<String> threadDumps;

    /** Asks the ranks what they do. */
    @FunctionalInterface
    interface Inquiries {
        /** Returns the answers by rank; none of ranks that do not answer. */
        Map<Integer, RankReport> ask(long timeoutMillis) throws InterruptedException;
    }

    /**
     * @param inquiries asks the ranks
     * @param threadDumps returns the thread dump of a JVM by its process id; empty when it gives
     *     none
     */
    StateReport(Inquiries inquiries, LongFunction<String> threadDumps) {
        this.inquiries = inquiries;
        this.threadDumps = threadDumps;
    }

    /** Returns the report of real ranks. */
    static StateReport ofProcesses(Inquiries inquiries) {
        return new StateReport(inquiries, StateReport::dump);
    }

    /**
     * Returns the lines of the report.
     *
     * @param ranks all ranks
     * @param stacks whether to add the stacks of all their Java threads
     */
    List<String> lines(List<RankProcess> ranks, boolean stacks) throws InterruptedException {
        Map<Integer, RankReport> reports = inquiries.ask(ANSWER_MILLIS);
        List<String> lines = new ArrayList<>();
        List<String> dumps = new ArrayList<>();
        for (RankProcess rank : ranks) {
            RankReport report = reports.get(rank.rank());
            boolean here = rank.running() && rank.node() == 0;
            boolean dumped = here && (stacks || report == null);
            List<String> threads = dumped ? threads(rank.process()) : List.of();
            lines.addAll(of(rank, report, threads));
            if (stacks && rank.running()) {
                String none =
                        !here
                                ? " none, it runs on another host"
                                : threads.isEmpty() ? " none, no JVM of it answers" : "";
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
        Map<Integer, RankReport> waiting = new TreeMap<>(before);
        waiting.values().removeIf(report -> report.waits().isEmpty());
        if (waiting.isEmpty()) {
            return List.of();
        }
        Thread.sleep(GAP_MILLIS);
        Map<Integer, RankReport> after = inquiries.ask(ANSWER_MILLIS);
        waiting.entrySet()
                .removeIf(entry -> !sameWaits(entry.getValue(), after.get(entry.getKey())));
        Set<Integer> ended =
                ranks.stream()
                        .filter(rank -> !rank.running())
                        .map(RankProcess::rank)
                        .collect(Collectors.toSet());
        return new Deadlocks(ranks.size(), waiting, ended).lines();
    }

    /** Returns whether no thread of a rank has moved between two reports. */
    private static boolean sameWaits(RankReport before, RankReport after) {
        return after != null && numbers(before).equals(numbers(after));
    }

    private static Set<Long> numbers(RankReport report) {
        return report.waits().stream().map(RankReport.Wait::number).collect(Collectors.toSet());
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

    private static String wait(RankReport.Wait wait) {
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
                    thread.lines().filter(line -> FRAME.matcher(line).find()).toList();
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
        Matcher matcher = FRAME.matcher(frame);
        return matcher.find() ? matcher.group(1) : "";
    }

    /** Returns the threads with Java frames of the JVMs of a rank. */
    private List<String> threads(Process process) {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .filter(StateReport::isJvm)
                .flatMap(jvm -> Stream.of(threadDumps.apply(jvm.pid()).split("\n\n")))
                .filter(block -> FRAME.matcher(block).find())
                .sorted((a, b) -> Boolean.compare(isMain(b), isMain(a)))
                .map(String::strip)
                .toList();
    }

    private static boolean isMain(String thread) {
        return thread.strip().startsWith("\"main\"");
    }

    private static boolean isJvm(ProcessHandle process) {
        return process.info().command().filter(command -> command.endsWith("/java")).isPresent();
    }

    /** A JVM that is stopped does not answer: it is not waited for. */
    private static String dump(long pid) {
        Process jcmd = null;
        try {
            jcmd = new ProcessBuilder(JCMD.toString(), Long.toString(pid), "Thread.print").start();
            Process started = jcmd;
            return CompletableFuture.supplyAsync(() -> output(started))
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (IOException | ExecutionException | TimeoutException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        } finally {
            if (jcmd != null) {
                jcmd.destroyForcibly();
            }
        }
    }

    private static String output(Process process) {
        return process.inputReader(StandardCharsets.UTF_8)
                .lines()
                .collect(Collectors.joining("\n"));
    }
}
