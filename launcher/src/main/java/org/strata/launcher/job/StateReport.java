package org.strata.launcher.job;

import org.strata.mca.base.Printable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What each rank of a running job does: how far it is in MPI, the call it is in, its stacks. */
final class StateReport {
    private static final Path JCMD = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    private static final long PATIENCE_SECONDS = 5;
    private static final Pattern FRAME = Pattern.compile("\tat (?:[\\w.@+-]*/)?([\\w.$<>]+)\\(.*");

    /** A method of package mpi itself: programs may have packages below it. */
    private static final Pattern API = Pattern.compile("mpi\\.[^.]+\\.[^.]+");

    private final LongFunction<String> dumps;

    /**
     * @param dumps returns the thread dump of a JVM by its process id; empty when it gives none
     */
    StateReport(LongFunction<String> dumps) {
        this.dumps = dumps;
    }

    /** Returns the report of real ranks. */
    static StateReport ofProcesses() {
        return new StateReport(StateReport::dump);
    }

    /**
     * Returns the lines of the report.
     *
     * @param ranks all ranks
     * @param stacks whether to add the stacks of all their Java threads
     */
    List<String> lines(List<RankProcess> ranks, boolean stacks) {
        List<String> lines = new ArrayList<>();
        for (RankProcess rank : ranks) {
            List<String> threads = rank.running() ? threads(rank.process()) : List.of();
            lines.add("rank " + rank.rank() + " " + state(rank) + call(threads));
            if (stacks) {
                threads.forEach(thread -> lines.addAll(thread.lines().toList()));
            }
        }
        return lines.stream().map(Printable::text).toList();
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
        return "(process " + rank.pid() + ") " + where;
    }

    /** Returns the outermost call of MPI that a thread of the program is in, with its caller. */
    private static String call(List<String> threads) {
        for (String thread : threads) {
            List<String> frames =
                    thread.lines().filter(line -> FRAME.matcher(line).find()).toList();
            for (int i = frames.size() - 2; i >= 0; i--) {
                if (API.matcher(method(frames.get(i))).matches()) {
                    return ", in " + method(frames.get(i)) + " called" + frames.get(i + 1);
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
                .flatMap(jvm -> Stream.of(dumps.apply(jvm.pid()).split("\n\n")))
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
