package org.strata.benchmarks.papers;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

/** P3: short messages by RDMA write into rings that the receiver polls. */
@Command(
        name = "P3",
        mixinStandardHelpOptions = true,
        description = {
            "Short messages by RDMA write: time of a short message between two processes with rings"
                + " (as delivered), without (btl_openib_use_eager_rdma 0), and over btl shm, in"
                + " turn in each round: ping-pong, and windows of 100 with one reply. Prints the"
                + " best block of all rounds, the median of the rounds' medians, and ratios of the"
                + " best."
        })
final class FastPaper implements Callable<Integer> {
    @ParentCommand private Papers papers;

    @Option(names = "--rounds", description = "Rounds (default: 5)")
    private int rounds = 5;

    @Option(names = "--warm-up", description = "Milliseconds of warm-up per test (default: 700)")
    private int warmUp = 700;

    @Option(names = "--blocks", description = "Blocks per test and round (default: 25)")
    private int blocks = 25;

    @Option(names = "--mca", arity = "2", description = "Further parameters: KEY VALUE")
    private String[] parameters = {};

    /** How messages go. */
    private enum Way {
        RINGS("self,openib", "-1"),
        QUEUES("self,openib", "0"),
        SHM("self,shm", "0");

        private final String btl;
        private final String rings;

        Way(String btl, String rings) {
            this.btl = btl;
            this.rings = rings;
        }
    }

    /** Times of one test by one way: the best of all rounds, and every round's median. */
    private static final class Times {
        private double best = Double.MAX_VALUE;
        private final List<Double> medians = new ArrayList<>();

        private double median() {
            Collections.sort(medians);
            return medians.get(medians.size() / 2);
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Map<String, Map<Way, Times>> tests = new LinkedHashMap<>();
        Job job = new Job(papers.root());
        for (int round = 1; round <= rounds; round++) {
            for (Way way : Way.values()) {
                System.err.printf("papers: P3 round %d of %d: %s%n", round, rounds, way);
                String[] args = {Integer.toString(warmUp), Integer.toString(blocks)};
                for (String line : job.run(2, values(way), ShortMessages.class, args)) {
                    take(line, way, tests);
                }
            }
        }
        print(tests);
        return 0;
    }

    private Map<String, String> values(Way way) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("btl", way.btl);
        values.put("btl_openib_provider", "soft");
        values.put("btl_openib_use_eager_rdma", way.rings);
        for (int i = 0; i < parameters.length; i += 2) {
            values.put(parameters[i], parameters[i + 1]);
        }
        return values;
    }

    private static void take(String line, Way way, Map<String, Map<Way, Times>> tests) {
        String[] words = line.trim().split("\\s+");
        if (words.length == 4 && words[1].matches("\\d+")) {
            String test = words[0] + " " + words[1];
            Times times =
                    tests.computeIfAbsent(test, name -> new LinkedHashMap<>())
                            .computeIfAbsent(way, name -> new Times());
            times.best = Math.min(times.best, Double.parseDouble(words[2]));
            times.medians.add(Double.parseDouble(words[3]));
        }
    }

    private static void print(Map<String, Map<Way, Times>> tests) {
        System.out.printf(
                "%nP3: microseconds per message, best (median)%n%14s%18s%18s%18s%15s%13s%13s%n",
                "test", "rings", "queues", "shm", "rings/queues", "rings/shm", "queues/shm");
        tests.forEach((test, ways) -> {
            StringBuilder row = new StringBuilder(String.format("%14s", test));
            for (Way way : Way.values()) {
                Times times = ways.get(way);
                String text = String.format(Locale.ROOT, "%.3f (%.3f)", times.best, times.median());
                row.append(String.format("%18s", text));
            }
            double rings = ways.get(Way.RINGS).best;
            double queues = ways.get(Way.QUEUES).best;
            double shm = ways.get(Way.SHM).best;
            row.append(String.format(Locale.ROOT, "%15.2f%13.2f", rings / queues, rings / shm));
            row.append(String.format(Locale.ROOT, "%13.2f", queues / shm));
            System.out.println(row);
        });
    }
}
