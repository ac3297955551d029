package org.strata.launcher.job;

import org.strata.launcher.host.SignalName;
import org.strata.launcher.program.LoadFailure;
import org.strata.mca.base.Shortage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words the messages about what has ended a job. */
final class Verdicts {
    /** Exit code of a job that ran out of time: ETIMEDOUT, as Open MPI has it. */
    static final int TIMED_OUT = 110;

    /** Exit code when a rank left with 0 but in the middle of MPI, and of mpirun's own failures. */
    static final int FAILURE = 1;

    private static final int LOW_BITS = 0xff;
    private static final Pattern EXITED = Pattern.compile("exited with code \\d+;");

    private final IntFunction<String> hosts;

    Verdicts(String host) {
        this(rank -> host);
    }

    /**
     * @param hosts returns the host of a rank
     */
    Verdicts(IntFunction<String> hosts) {
        this.hosts = hosts;
    }

    /** Returns the verdict on a rank that has ended, or null when it may end like that. */
    Outcome ofExit(RankProcess rank) {
        int status = rank.status();
        SignalName signal = SignalName.ofExitValue(status);
        if (signal != null) {
            return killed(rank, signal);
        }
        if (status != 0) {
            return exited(rank, status);
        }
        return rank.leftEarly() ? leftEarly(rank) : null;
    }

    private Outcome killed(RankProcess rank, SignalName signal) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "Rank "
                        + rank.rank()
                        + " was probably killed by a signal; the job has been ended.");
        lines.addAll(facts(rank));
        lines.add("  Exit code:  " + code(signal.exitCode()) + hint(signal));
        return new Outcome(signal.exitCode(), rank.rank(), lines);
    }

    /** Returns an exit code; the signal, too, that a shell would mean by it: Java cannot tell. */
    private static String code(int status) {
        SignalName signal = SignalName.ofExitValue(status);
        return signal == null
                ? Integer.toString(status)
                : "%d (%d+%d: probably %s)"
                        .formatted(status, SignalName.EXIT_BASE, signal.number(), signal);
    }

    private static String hint(SignalName signal) {
        return switch (signal) {
            case KILL -> "; perhaps the system ran out of memory, see dmesg";
            case SEGV, BUS, ABRT, ILL -> "; a crash, see hs_err_pid*.log in its working directory";
            default -> "";
        };
    }

    private Outcome exited(RankProcess rank, int status) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "Rank "
                        + rank.rank()
                        + " exited with code "
                        + status
                        + "; the job has been ended.");
        lines.addAll(facts(rank));
        lines.add("  Exit code:  " + status);
        return new Outcome(status, rank.rank(), lines);
    }

    /** Returns the verdict on ranks that have exited with the same code, at the same time. */
    Outcome ofExits(List<RankProcess> alike) {
        List<RankProcess> ranks =
                alike.stream().sorted(Comparator.comparingInt(RankProcess::rank)).toList();
        RankProcess first = ranks.getFirst();
        if (ranks.size() == 1) {
            return ofExit(first);
        }
        String numbers = ranges(ranks.stream().map(RankProcess::rank).toList());
        List<String> lines =
                List.of(
                        "Ranks "
                                + numbers
                                + " exited with code "
                                + first.status()
                                + "; the job has been ended.",
                        "",
                        "  Ranks:      " + numbers,
                        "  Host:       " + hostsOf(ranks),
                        "  Exit code:  " + code(first.status()));
        return new Outcome(first.status(), first.rank(), lines);
    }

    /** Returns a verdict that names ranks, too, that have exited with the same code later. */
    static Outcome withLater(Outcome verdict, List<RankProcess> later) {
        if (later.isEmpty()) {
            return verdict;
        }
        List<Integer> numbers = later.stream().map(RankProcess::rank).sorted().toList();
        List<String> lines = new ArrayList<>(verdict.text());
        lines.add("");
        lines.add(
                numbers.size() == 1
                        ? "Rank " + numbers.getFirst() + " has exited with the same code."
                        : "Ranks " + ranges(numbers) + " have exited with the same code.");
        return new Outcome(verdict.exitCode(), verdict.rank(), lines);
    }

    /** Returns a verdict with the reason that the rank's JVM has given for its end. */
    static Outcome explained(Outcome verdict, LoadFailure reason, LoadFailure.Program program) {
        List<String> lines = new ArrayList<>(verdict.text());
        String failure = Matcher.quoteReplacement(reason.failure() + ";");
        lines.set(0, EXITED.matcher(lines.getFirst()).replaceFirst(failure));
        lines.addAll(reason.explanation(program));
        return new Outcome(verdict.exitCode(), verdict.rank(), lines);
    }

    /** Returns a verdict with what the rank has said that it had run out of. */
    static Outcome ranOut(Outcome verdict, Shortage shortage, String host) {
        List<String> lines = new ArrayList<>(verdict.text());
        if (lines.stream().noneMatch(line -> line.contains(shortage.bound()))) {
            lines.add("");
            lines.add("Its output names a reason: " + shortage.what() + " on " + host + ".");
            lines.add(shortage.bound());
        }
        return new Outcome(verdict.exitCode(), verdict.rank(), lines);
    }

    private String hostsOf(List<RankProcess> ranks) {
        return ranks.stream()
                .map(rank -> hosts.apply(rank.rank()))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /** Returns the verdict on hosts whose daemons are lost for the same reason. */
    static Outcome ofLostHosts(List<String> hosts, List<Integer> ranks, String reason) {
        String what = ranks.size() == 1 ? "rank " : "ranks ";
        String names = String.join(", ", hosts);
        List<String> lines = new ArrayList<>();
        lines.add(
                hosts.size() == 1
                        ? "The daemon on host " + names + " has been lost; the job has been ended."
                        : "The daemons on hosts "
                                + names
                                + " have been lost; the job has been ended.");
        lines.add("");
        lines.add((hosts.size() == 1 ? "  Host:    " : "  Hosts:   ") + names);
        lines.add("  Ran:     " + (ranks.isEmpty() ? "no ranks" : what + ranges(ranks)));
        lines.add("  Reason:  " + reason);
        return new Outcome(FAILURE, -1, lines);
    }

    /** Returns ascending numbers as ranges: "0-3, 5". */
    static String ranges(List<Integer> numbers) {
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (at < numbers.size()) {
            int end = at;
            while (end + 1 < numbers.size() && numbers.get(end + 1) == numbers.get(end) + 1) {
                end++;
            }
            text.append(text.isEmpty() ? "" : ", ").append(numbers.get(at));
            text.append(end > at ? "-" + numbers.get(end) : "");
            at = end + 1;
        }
        return text.toString();
    }

    private Outcome leftEarly(RankProcess rank) {
        List<String> lines = new ArrayList<>();
        String where =
                switch (rank.life()) {
                    case STARTED -> "without MPI.Init, which the ranks that spawned it wait for";
                    case JOINED -> "inside MPI.Init";
                    default -> "without MPI.Finalize";
                };
        lines.add("Rank " + rank.rank() + " exited " + where + "; the job has been ended.");
        lines.addAll(facts(rank));
        lines.add("  Exit code:  0");
        lines.add("");
        lines.add(
                "A rank that has called MPI.Init must call MPI.Finalize before it exits: others may"
                        + " be waiting for it.");
        return new Outcome(FAILURE, rank.rank(), lines);
    }

    private List<String> facts(RankProcess rank) {
        return List.of(
                "",
                "  Rank:       " + rank.description(),
                "  Host:       " + hosts.apply(rank.rank()),
                "  Process:    " + rank.pid());
    }

    /** Returns the verdict on a rank's call of MPI_Abort. */
    Outcome ofAbort(int rank, int code, String message) {
        List<String> lines =
                message.isEmpty()
                        ? List.of(
                                "Rank "
                                        + rank
                                        + " on "
                                        + hosts.apply(rank)
                                        + " called MPI_Abort with code "
                                        + code
                                        + "; the job has been ended.")
                        : List.of(message);
        return new Outcome(code & LOW_BITS, rank, lines);
    }

    Outcome ofTimeout(long seconds) {
        return new Outcome(
                TIMED_OUT,
                -1,
                List.of(
                        "The job has run longer than the "
                                + seconds
                                + " s of --timeout or MPIEXEC_TIMEOUT; it has been ended."));
    }

    Outcome ofInterrupt(SignalName signal) {
        return new Outcome(signal.exitCode(), -1, List.of());
    }
}
