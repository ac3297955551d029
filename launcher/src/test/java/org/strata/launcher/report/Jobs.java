package org.strata.launcher.report;

import org.strata.opal.report.RankNumbers;
import org.strata.opal.report.RankNumbers.Activity;
import org.strata.opal.report.RankNumbers.Call;
import org.strata.opal.report.RankNumbers.Comm;
import org.strata.opal.report.RankNumbers.Peer;
import org.strata.opal.report.RankNumbers.Site;
import org.strata.opal.report.RankNumbers.Size;
import org.strata.opal.report.RankNumbers.State;
import org.strata.opal.report.RankNumbers.Times;
import org.strata.opal.report.RegionValue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** Jobs whose numbers are known. Times in milliseconds. */
final class Jobs {
    static final long MILLI = 1_000_000;

    /** What each rank's compilers take. */
    static final long COMPILING = 40;

    static final String EVIL = "\"><script>alert(1)</script>'&\u0001";

    private Jobs() {}

    /**
     * One rank's life, with one peer that it waits for and sends to.
     *
     * @param delayed how long it had no core; negative if nobody knows
     * @param worked how long it was on a core; negative if nobody knows
     * @param asleep how long it slept in waits; negative if nobody knows
     */
    record Life(
            long useful,
            long waiting,
            long transfer,
            int awaited,
            String place,
            long delayed,
            long worked,
            long asleep) {
        Life(long useful, long waiting, long transfer, int awaited, String place, long delayed) {
            this(
                    useful,
                    waiting,
                    transfer,
                    awaited,
                    place,
                    delayed,
                    delayed < 0 ? -1 : Math.max(0, useful - delayed) + transfer,
                    -1);
        }

        Life(long useful, long waiting, long transfer, int awaited, String place) {
            this(useful, waiting, transfer, awaited, place, 0);
        }
    }

    static JobHeader header(int ranks, String ended) {
        return header(ranks, 0, ended);
    }

    static JobHeader header(int ranks, int worlds, String ended) {
        return new JobHeader(
                "77-ab",
                "2026-11-26 10:00:00 +00:00",
                "0.1.0",
                "25",
                "java Job " + EVIL,
                ranks,
                worlds,
                ended,
                Map.of("h1", 64, EVIL, 8),
                List.of("btl = self,tcp (command line)", "x = " + EVIL));
    }

    static RankNumbers rank(int rank, Life life, int peers, List<Size> sizes) {
        long elapsed = (life.useful() + life.waiting() + life.transfer()) * MILLI;
        List<Peer> all = new ArrayList<>();
        for (int i = 0; i < peers; i++) {
            int to = (rank + 1 + i) % Math.max(2, peers + 1);
            long waits = to == life.awaited() ? life.waiting() * MILLI : 0;
            all.add(new Peer(to, 10, 10_000, 10, 10_000, waits, "shm"));
        }
        if (life.awaited() >= 0 && all.stream().noneMatch(one -> one.rank() == life.awaited())) {
            all.add(new Peer(life.awaited(), 1, 8, 1, 8, life.waiting() * MILLI, "tcp(eth0)"));
        }
        long mpi = life.waiting() + life.transfer();
        return new RankNumbers(
                rank,
                State.FINAL,
                new Times(elapsed, mpi * MILLI, life.waiting() * MILLI, elapsed / 500),
                List.of(
                        new Call(
                                "MPI_Recv",
                                100,
                                8_000,
                                mpi * MILLI,
                                MILLI,
                                life.waiting() * MILLI)),
                List.of(
                        new Site(
                                "MPI_Recv",
                                life.place(),
                                9,
                                life.waiting() * MILLI,
                                life.awaited(),
                                50)),
                all,
                sizes,
                List.of(new Comm(EVIL, 4, 10, 10_000), new Comm("MPI_COMM_WORLD", 4, 1, 8)),
                new Activity(
                        elapsed / 4,
                        new long[] {0, mpi * MILLI / 2, 0, mpi * MILLI / 2},
                        new long[] {0, life.waiting() * MILLI / 2, 0, life.waiting() * MILLI / 2}),
                values(life),
                Map.of("cpus", "0-3"));
    }

    private static Map<String, Long> values(Life life) {
        Map<String, Long> values =
                new HashMap<>(
                        Map.of(
                                "memory",
                                1L << 28,
                                "pml_ob1_received",
                                20L,
                                "compiling",
                                COMPILING * MILLI));
        // A region named as nobody would: half of the rank's life, all of its waits.
        values.put(RegionValue.TIMES.of(EVIL), 3L);
        values.put(RegionValue.ELAPSED.of(EVIL), (life.useful() / 2 + life.waiting()) * MILLI);
        values.put(RegionValue.MPI.of(EVIL), life.waiting() * MILLI);
        values.put(RegionValue.WAITING.of(EVIL), life.waiting() * MILLI);
        if (life.delayed() >= 0) {
            values.put("core delays", life.delayed() * MILLI);
        }
        if (life.worked() >= 0) {
            values.put("core time", life.worked() * MILLI);
        }
        if (life.asleep() >= 0) {
            values.put("asleep", life.asleep() * MILLI);
        }
        return values;
    }

    static JobReport report(int ranks, IntFunction<Life> lives, List<Size> sizes) {
        return report(ranks, 0, lives, sizes);
    }

    static JobReport report(int ranks, int worlds, IntFunction<Life> lives, List<Size> sizes) {
        JobNumbers numbers = new JobNumbers();
        for (int i = 0; i < ranks; i++) {
            numbers.add(rank(i, lives.apply(i), Math.min(3, ranks - 1), sizes), "h1", "killed");
        }
        return JobReport.of(header(ranks, worlds, "ended normally"), numbers, List.of());
    }

    static List<Size> usualSizes() {
        return List.of(new Size("eager", 14, 10, 100_000), new Size("rget", 21, 3, 3_000_000));
    }
}
