package org.strata.launcher.report;

import org.strata.opal.report.NumbersCodec;
import org.strata.opal.report.NumbersFile;
import org.strata.opal.report.RankNumbers;
import org.strata.opal.report.RankNumbers.Peer;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Prints what the report of a large job costs mpirun: {@code benchmarks/report-merge}. Each rank
 * has the most peers that a rank names, so that its numbers are as long as they get.
 */
final class MergeCost {
    private static final int RANKS = 10_000;
    private static final int HOSTS = 100;
    private static final int PEERS = 256;
    private static final double MEGA = 1e6;

    /** Time on a core: what others do on the machine does not count. */
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private MergeCost() {}

    private static byte[] numbers(int rank, Random random) {
        Jobs.Life life =
                new Jobs.Life(
                        900 + random.nextInt(200), 300, 100, (rank + 1) % RANKS, "A.a(A.java:1)");
        RankNumbers small = Jobs.rank(rank, life, 3, Jobs.usualSizes());
        List<Peer> peers = new ArrayList<>();
        for (int i = 0; i < PEERS; i++) {
            int to = random.nextInt(RANKS);
            peers.add(new Peer(to, 1000, random.nextInt(1 << 30), 1000, 1 << 20, 1 << 20, "shm"));
        }
        RankNumbers whole =
                new RankNumbers(
                        rank,
                        small.state(),
                        small.times(),
                        small.calls(),
                        small.sites(),
                        peers,
                        small.sizes(),
                        small.comms(),
                        small.activity(),
                        small.values(),
                        small.facts());
        return NumbersCodec.encode(whole, NumbersFile.CAPACITY);
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** Merges ranks as mpirun does, one by one, and makes the page. */
    public static void main(String[] args) {
        Random random = new Random(1);
        long before = used();
        long nanos = 0;
        long received = 0;
        JobNumbers sums = new JobNumbers();
        for (int rank = 0; rank < RANKS; rank++) {
            byte[] bytes = numbers(rank, random);
            received += bytes.length;
            long begin = CPU.getCurrentThreadCpuTime();
            try {
                sums.add(NumbersCodec.decode(bytes), "h" + rank / (RANKS / HOSTS), "");
            } catch (NumbersCodec.DamagedException e) {
                throw new IllegalStateException(e);
            }
            nanos += CPU.getCurrentThreadCpuTime() - begin;
        }
        long kept = used() - before;
        Map<String, Integer> processors = new HashMap<>();
        for (int host = 0; host < HOSTS; host++) {
            processors.put("h" + host, RANKS / HOSTS);
        }
        long begin = CPU.getCurrentThreadCpuTime();
        JobHeader header =
                new JobHeader(
                        "1-a",
                        "now",
                        "0",
                        "25",
                        "java A",
                        RANKS,
                        1,
                        "ended normally",
                        processors,
                        List.of());
        JobReport report = JobReport.of(header, sums, List.of());
        int page = ReportPage.of(report).length();
        int json = JsonReport.of(report).length();
        long made = CPU.getCurrentThreadCpuTime() - begin;
        System.out.printf(
                "%d ranks on %d hosts: %.1f MB received, merged in %.2f s of CPU, %.1f MB kept;"
                        + " page (%.2f MB) and JSON (%.2f MB) in %.2f s%n",
                RANKS,
                HOSTS,
                received / MEGA,
                nanos / 1e9,
                kept / MEGA,
                page / MEGA,
                json / MEGA,
                made / 1e9);
    }
}
