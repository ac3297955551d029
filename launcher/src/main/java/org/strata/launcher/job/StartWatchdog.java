package org.strata.launcher.job;

import org.strata.launcher.job.RankProcess.Life;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Names, once, the ranks that others are waiting for in MPI.Init, when the first has waited for a
 * while. Jobs in which no rank uses MPI are none of its business.
 */
final class StartWatchdog {
    private static final long NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

    private final List<RankProcess> ranks;
    private final long patience;
    private boolean waiting;
    private long waitingSince;
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
        return done || !waiting ? Long.MAX_VALUE : patience - (now - waitingSince);
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
        if (nanosLeft(now) > 0) {
            return Optional.empty();
        }
        done = true;
        List<RankProcess> missing = atMost(Life.STARTED);
        if (!missing.isEmpty()) {
            return Optional.of(text(missing, "have not called MPI.Init, which others wait in: "));
        }
        List<RankProcess> slow = atMost(Life.JOINED);
        return furthest == Life.JOINED || slow.isEmpty()
                ? Optional.empty()
                : Optional.of(text(slow, "are still inside MPI.Init while others have left it: "));
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
