package org.strata.launcher.job;

import org.strata.launcher.job.RankProcess.Life;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Names, once for each world, the ranks that others are waiting for in MPI.Init, when the first has
 * waited for a while: since a rank of the world is in MPI.Init, or, for a world that ranks have
 * spawned and wait for, since it was started. Jobs in which no rank uses MPI are none of its
 * business.
 */
final class StartWatchdog {
    private static final long NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

    private final List<RankProcess> ranks;
    private final long patience;

    /** The worlds by the number of their first process. */
    private final Map<Integer, World> worlds = new HashMap<>();

    /** Ranks that have been assigned to their worlds. */
    private int assigned;

    /** The processes that wait for each other in MPI.Init. */
    private static final class World {
        private final List<RankProcess> members;
        private boolean waiting;
        private long waitingSince;

        World(List<RankProcess> members) {
            this.members = members;
        }

        Life furthest() {
            return members.stream()
                    .map(RankProcess::life)
                    .max(Life::compareTo)
                    .orElse(Life.STARTED);
        }

        List<RankProcess> atMost(Life life) {
            return members.stream().filter(rank -> rank.life().compareTo(life) <= 0).toList();
        }
    }

    /**
     * @param ranks the job's ranks, to which others may be added
     * @param patience how long the first may wait before others are named; zero: for ever
     */
    StartWatchdog(List<RankProcess> ranks, Duration patience) {
        this.ranks = ranks;
        this.patience = patience.toNanos();
    }

    /** Returns the time until there may be something to print; the longest while nobody waits. */
    long nanosLeft(long now) {
        return worlds.values().stream()
                .mapToLong(world -> nanosLeft(world, now))
                .min()
                .orElse(Long.MAX_VALUE);
    }

    private long nanosLeft(World world, long now) {
        return world.waiting ? patience - (now - world.waitingSince) : Long.MAX_VALUE;
    }

    /** Returns what to print now, if anything. */
    Optional<String> check(long now) {
        if (patience == 0) {
            return Optional.empty();
        }
        assign();
        worlds.values().removeIf(world -> world.atMost(Life.JOINED).isEmpty());
        for (World world : worlds.values()) {
            boolean awaited = world.members.getFirst().spawned();
            if (!world.waiting && (awaited || world.furthest() != Life.STARTED)) {
                world.waiting = true;
                world.waitingSince = now;
            }
            if (nanosLeft(world, now) <= 0) {
                worlds.values().remove(world);
                return warning(world, awaited);
            }
        }
        return Optional.empty();
    }

    private void assign() {
        while (assigned < ranks.size()) {
            int first = ranks.get(assigned).first();
            int end = assigned;
            while (end < ranks.size() && ranks.get(end).first() == first) {
                end++;
            }
            worlds.put(first, new World(List.copyOf(ranks.subList(assigned, end))));
            assigned = end;
        }
    }

    private Optional<String> warning(World world, boolean awaited) {
        List<RankProcess> missing = world.atMost(Life.STARTED);
        if (!missing.isEmpty()) {
            String who = awaited ? "the ranks that spawned them wait for: " : "others wait in: ";
            return Optional.of(text(missing, "have not called MPI.Init, which " + who));
        }
        return world.furthest() == Life.JOINED
                ? Optional.empty()
                : Optional.of(
                        text(
                                world.atMost(Life.JOINED),
                                "are still inside MPI.Init while others have left it: "));
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
