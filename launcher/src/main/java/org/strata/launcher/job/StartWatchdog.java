package org.strata.launcher.job;

import org.strata.launcher.job.RankProcess.Life;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Names, once, the ranks that others are waiting for: those that have not called MPI.Init a while
 * after the first has, or that are inside it a while after the first has left it. A slow start in
 * which all ranks stay together is none of its business, nor is a job in which none uses MPI.
 */
final class StartWatchdog {
    private static final long NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

    private final List<RankProcess> ranks;
    private final long patience;
    private boolean waiting;
    private long waitingSince;
    private boolean called;
    private boolean left;
    private long leftSince;
    private boolean done;

    /**
     * @param ranks the job's ranks
     * @param patience how long the first may wait before others are named; zero: for ever
     */
    StartWatchdog(List<RankProcess> ranks, Duration patience) {
        this.ranks = ranks;
        this.patience = patience.toNanos();
        done = patience.isZero();
    }

    /** Returns the time until there may be something to print; the longest while nobody waits. */
    long nanosLeft(long now) {
        if (done) {
            return Long.MAX_VALUE;
        }
        long calls = waiting && !called ? patience - (now - waitingSince) : Long.MAX_VALUE;
        long leaves = left ? patience - (now - leftSince) : Long.MAX_VALUE;
        return Math.min(calls, leaves);
    }

    /** Returns what to print now, if anything. */
    Optional<String> check(long now) {
        if (done) {
            return Optional.empty();
        }
        Life furthest =
                ranks.stream().map(RankProcess::life).max(Life::compareTo).orElse(Life.STARTED);
        if (!waiting && furthest != Life.STARTED) {
            waiting = true;
            waitingSince = now;
        }
        if (!left && furthest.compareTo(Life.JOINED) > 0) {
            left = true;
            leftSince = now;
        }
        if (waiting && !called && now - waitingSince >= patience) {
            called = true;
            List<RankProcess> missing = atMost(Life.STARTED);
            if (!missing.isEmpty()) {
                done = true;
                return Optional.of(
                        text(missing, "have not called MPI.Init, which others wait in: "));
            }
        }
        if (!left || now - leftSince < patience) {
            return Optional.empty();
        }
        done = true;
        List<RankProcess> slow = atMost(Life.JOINED).stream().filter(RankProcess::running).toList();
        return slow.isEmpty()
                ? Optional.empty()
                : Optional.of(text(slow, "are still inside MPI.Init, which others have left: "));
    }

    private List<RankProcess> atMost(Life life) {
        return ranks.stream().filter(rank -> rank.life().compareTo(life) <= 0).toList();
    }

    private String text(List<RankProcess> late, String what) {
        return "after "
                + Math.ceilDiv(patience, NANOS_PER_SECOND)
                + " s these ranks "
                + what
                + late.stream().map(StartWatchdog::describe).collect(Collectors.joining(", "));
    }

    private static String describe(RankProcess rank) {
        String state = rank.running() ? "pid " + rank.pid() : "exited with 0";
        return rank.rank() + " (" + state + ")";
    }
}
