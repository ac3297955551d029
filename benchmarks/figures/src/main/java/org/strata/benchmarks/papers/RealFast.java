package org.strata.benchmarks.papers;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** P3's figures by real processes over the software adapter. */
final class RealFast {
    private static final String RINGS = "rings";
    private static final String QUEUES = "queues";
    private static final String SHM = "shm";
    private static final List<String> PAIR = List.of(RINGS, QUEUES);

    @Option(names = "--rounds", description = "Real: rounds (default: ${DEFAULT-VALUE})")
    private int rounds = 3;

    @Option(
            names = "--warm-up",
            description = "Real: milliseconds of warm-up per test (default: ${DEFAULT-VALUE})")
    private int warmUp = 700;

    @Option(
            names = "--blocks",
            description = "Real: blocks per test and round (default: ${DEFAULT-VALUE})")
    private int blocks = 25;

    @Option(
            names = "--part",
            description =
                    "Real and simulated: messages (Fig 9-14), collectives (Fig 15-17); real: nas;"
                            + " simulated: rings (Fig 20) (default: all)")
    private String part = "";

    @Option(
            names = "--processes",
            split = ",",
            description = "Real: processes of the collectives (default: 2,4,8)")
    private int[] processes = {2, 4, 8};

    @Mixin private final NasTimes nas = new NasTimes();

    @Option(names = "--mode", description = "Real: software adapter: inline, engine")
    private String mode = "inline";

    @Option(names = "--mca", arity = "2", description = "Real: further parameters: KEY VALUE")
    private String[] parameters = {};

    /** Returns the part that is wanted; empty for all. */
    String part() {
        return part;
    }

    /** Returns what is wrong with the options, or an empty string. */
    String fault() {
        if (!List.of("", "messages", "rings", "collectives", "nas").contains(part)) {
            return "--part takes messages, rings, collectives or nas, not " + part;
        }
        return rounds < 1 || blocks < 1 ? "--rounds and --blocks are from 1" : nas.fault();
    }

    /** Measures verbs alone, and prints it. */
    void verbs(Job job) throws IOException, InterruptedException {
        TimesTable table = new TimesTable();
        for (int round = 1; round <= rounds; round++) {
            System.err.printf("papers: P3 verbs, round %d of %d%n", round, rounds);
            String files = "p3-" + ProcessHandle.current().pid() + "-" + round;
            String[] args = {Integer.toString(warmUp), Integer.toString(blocks), files, mode};
            Map<String, String> values = Map.of("btl", "self,shm");
            for (String line : job.run(2, values, VerbsTimes.class, args)) {
                // By size first: "WAY BYTES" becomes "bytes" by way.
                String[] words = line.split(" ");
                if (words.length == 4 && words[1].matches("\\d+")) {
                    table.add(
                            words[1] + " bytes",
                            words[0].toLowerCase(Locale.ROOT),
                            Double.parseDouble(words[2]),
                            Double.parseDouble(words[3]));
                }
            }
        }
        System.out.printf("%nP3: verbs between two processes, us, best (median)%n");
        table.print(
                List.of("write", "send", "immediate", "two_writes", "gather", "guarded"),
                List.of(
                        List.of("send", "write"),
                        List.of("immediate", "send"),
                        List.of("two_writes", "write"),
                        List.of("gather", "write"),
                        List.of("guarded", "immediate")));
    }

    /** Measures MPI, and prints it. */
    void report(Job job) throws IOException, InterruptedException {
        if (part.isEmpty() || part.equals("messages")) {
            messages(job);
        }
        if (part.isEmpty() || part.equals("collectives")) {
            for (int count : processes) {
                collectives(job, count);
            }
        }
        if (part.isEmpty() || part.equals("nas")) {
            Map<String, Map<String, String>> ways = new LinkedHashMap<>();
            PAIR.forEach(way -> ways.put(way, values(way)));
            nas.report(job, "P3", rounds, ways, List.of(PAIR));
        }
    }

    private Map<String, String> values(String way) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("btl", way.equals(SHM) ? "self,shm" : "self,openib");
        values.put("btl_openib_provider", "soft");
        values.put("verbs_soft_mode", mode);
        values.put("btl_openib_use_eager_rdma", way.equals(RINGS) ? "-1" : "0");
        for (int i = 0; i < parameters.length; i += 2) {
            values.put(parameters[i], parameters[i + 1]);
        }
        return values;
    }

    private void messages(Job job) throws IOException, InterruptedException {
        TimesTable table = new TimesTable();
        List<String> ways = List.of(RINGS, QUEUES, SHM);
        for (int round = 1; round <= rounds; round++) {
            for (String way : ways) {
                System.err.printf("papers: P3 round %d of %d: %s%n", round, rounds, way);
                table.take(way, run(job, 2, values(way), ShortMessages.class));
            }
        }
        System.out.printf("%nP3: us per message, best (median); overhead: of both processors%n");
        table.print(ways, List.of(PAIR, List.of(RINGS, SHM), List.of(QUEUES, SHM)));
    }

    private List<String> run(Job job, int ranks, Map<String, String> values, Class<?> program)
            throws IOException, InterruptedException {
        return job.run(ranks, values, program, Integer.toString(warmUp), Integer.toString(blocks));
    }

    private void collectives(Job job, int ranks) throws IOException, InterruptedException {
        TimesTable table = new TimesTable();
        for (int round = 1; round <= rounds; round++) {
            for (String way : PAIR) {
                System.err.printf(
                        "papers: P3 collectives, %d processes, round %d of %d: %s%n",
                        ranks, round, rounds, way);
                long before = LineTransfer.nanos();
                Map<String, String> values = values(way);
                // Without messages there is nothing to compare.
                values.put("coll", "^shm");
                table.take(way, run(job, ranks, values, CollectiveTimes.class));
                System.err.printf(
                        "papers: a cache line takes %d ns to the other core, %d before%n",
                        LineTransfer.nanos(), before);
            }
        }
        System.out.printf(
                "%nP3: %d processes, us per call (a broadcast with a barrier), best (median)%n",
                ranks);
        table.print(PAIR, List.of(PAIR));
    }
}
