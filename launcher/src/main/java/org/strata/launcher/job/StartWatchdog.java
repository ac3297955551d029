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
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final List<RankProcess> ranks;
    private boolean waiting;
    private long waitingSince;
    private boolean done;

    StartWatchdog(List<RankProcess> ranks) {
        this.ranks = ranks;
    }

    /** Returns how long until there may be something to say; for ever while nobody waits. */
    long nanosLeft(long now) {
        return done || !waiting ? Long.MAX_VALUE : PATIENCE.toNanos() - (now - waitingSince);
    }

    /** Returns what to say now, if anything. */
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

    private static String text(List<RankProcess> late, String what) {
        return "after "
                + PATIENCE.toSeconds()
                + " s these ranks "
                + what
                + late.stream().map(StartWatchdog::describe).collect(Collectors.joining(", "));
    }

    private static String describe(RankProcess rank) {
        String state = rank.running() ? "pid " + rank.pid() : "exited with 0";
        return rank.rank() + " (" + state + ")";
    }
}
