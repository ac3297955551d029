package org.strata.launcher.job;

import org.strata.launcher.job.RankProcess.Life;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Names, once for each world, the ranks that others are waiting for: those that have not called
 * MPI.Init a while after the first has (or, in a world that ranks have spawned and wait for, after
 * it was started), and those that are inside it a while after the first got through it. A slow
 * start in which all ranks stay together is none of its business, nor is a job in which none uses
 * MPI.
 */
final class StartWatchdog {
    private static final long NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();
    private static final long NEVER = Long.MAX_VALUE;

    private final List<RankProcess> ranks;
    private final long patience;

    /** The worlds by the number of their first process. */
    private final Map<Integer, World> worlds = new HashMap<>();

    /** Ranks that have been assigned to their worlds. */
    private int assigned;

    /** A time that begins once, and ends when it has been looked at after the patience is over. */
    private final class Wait {
        private boolean begun;
        private boolean over;
        private long since;

        void begin(long now) {
            if (!begun) {
                begun = true;
                since = now;
            }
        }

        long nanosLeft(long now) {
            return begun && !over ? patience - (now - since) : NEVER;
        }

        /** Returns true once, when the patience is over. */
        boolean ends(long now) {
            boolean ends = nanosLeft(now) <= 0;
            over |= ends;
            return ends;
        }
    }

    /** The processes that wait for each other in MPI.Init. */
    private final class World {
        private final List<RankProcess> members;
        private final boolean awaited;
        private final Wait calls = new Wait();
        private final Wait leaves = new Wait();

        World(List<RankProcess> members) {
            this.members = members;
            awaited = members.getFirst().spawned();
        }

        private Life furthest() {
            return members.stream()
                    .map(RankProcess::life)
                    .max(Life::compareTo)
                    .orElse(Life.STARTED);
        }

        List<RankProcess> atMost(Life life) {
            return members.stream().filter(rank -> rank.life().compareTo(life) <= 0).toList();
        }

        long nanosLeft(long now) {
            return Math.min(calls.nanosLeft(now), leaves.nanosLeft(now));
        }

        Optional<String> check(long now) {
            Life furthest = furthest();
            if (awaited || furthest != Life.STARTED) {
                calls.begin(now);
            }
            if (furthest.compareTo(Life.JOINED) > 0) {
                leaves.begin(now);
            }
            List<RankProcess> missing = calls.ends(now) ? atMost(Life.STARTED) : List.of();
            if (!missing.isEmpty()) {
                String who =
                        awaited ? "the ranks that spawned them wait for: " : "others wait in: ";
                return Optional.of(text(missing, "have not called MPI.Init, which " + who));
            }
            List<RankProcess> slow = leaves.ends(now) ? atMost(Life.JOINED) : List.of();
            slow = slow.stream().filter(RankProcess::running).toList();
            String waiting = "are still inside MPI.Init, which others cannot leave before them: ";
            return slow.isEmpty() ? Optional.empty() : Optional.of(text(slow, waiting));
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
                .mapToLong(world -> world.nanosLeft(now))
                .min()
                .orElse(NEVER);
    }

    /** Returns what to print now, if anything. */
    Optional<String> check(long now) {
        if (patience == 0) {
            return Optional.empty();
        }
        assign();
        worlds.values().removeIf(world -> world.atMost(Life.JOINED).isEmpty());
        for (World world : worlds.values()) {
            Optional<String> warning = world.check(now);
            if (warning.isPresent()) {
                worlds.values().remove(world);
                return warning;
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
