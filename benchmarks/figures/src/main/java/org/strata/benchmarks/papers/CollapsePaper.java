package org.strata.benchmarks.papers;

import org.strata.benchmarks.papers.AdapterTimes.Input;
import org.strata.testkit.timed.Costs;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * P1's table 2, where shared receive queues made FT twice and IS 14 times (32 processes) and 42
 * times (256) slower: everybody sends long blocks to everybody through them. In virtual time with
 * the adapters of {@link AdapterTimes}, and by real processes.
 */
final class CollapsePaper {
    private static final Pattern NOT_READY = Pattern.compile("btl_openib_not_ready\\s+(\\d+)$");

    /** The first ones connect, and queues that run low grow in them. */
    private static final int WARM_EXCHANGES = 8;

    /** Where plain shared queues collapse most. */
    private static final int SENSITIVITY_BLOCK = 256 << 10;

    @Option(
            names = "--collapse-ranks",
            split = ",",
            description = "Collapse: ranks in virtual time (default: 32,64)")
    private int[] ranks = {32, 64};

    @Option(
            names = "--blocks",
            split = ",",
            description = "Collapse: bytes of a block (default: 65536,262144,1048576)")
    private int[] blocks = {64 << 10, 256 << 10, 1 << 20};

    @Option(
            names = "--work",
            description =
                    "Collapse: us of work before each exchange in virtual time (default:"
                            + " ${DEFAULT-VALUE})")
    private int work;

    @Option(
            names = "--exchanges",
            description = "Collapse: exchanges that are measured (default: ${DEFAULT-VALUE})")
    private int exchanges = 4;

    /** The time of an exchange in microseconds, and the messages that found no receive. */
    private record Result(double micros, double notReady) {}

    /** Returns what is wrong with the options, or an empty string. */
    String fault() {
        boolean wrong =
                work < 0
                        || exchanges < 1
                        || Arrays.stream(ranks).anyMatch(number -> number < 2)
                        || Arrays.stream(blocks).anyMatch(bytes -> bytes < 1);
        return wrong ? "--collapse-ranks are from 2, --blocks and --exchanges from 1" : "";
    }

    /** Prints the tables of virtual time. */
    void simulate(AdapterTimes times) {
        System.out.printf("%nP1 in virtual time: %s%n", times.text());
        Costs costs = times.costs();
        for (int number : ranks) {
            Map<SharedQueues, List<Result>> rows = new LinkedHashMap<>();
            for (SharedQueues queues : SharedQueues.values()) {
                rows.put(
                        queues,
                        Arrays.stream(blocks)
                                .mapToObj(bytes -> simulate(costs, queues, number, bytes))
                                .toList());
            }
            print("virtual time, " + number + " ranks", rows);
        }
    }

    /** Prints how the ratio to no SRQ moves with the inputs that decide it. */
    void reportSensitivity(AdapterTimes times) {
        List<SharedQueues> shown =
                List.of(SharedQueues.PLAIN, SharedQueues.SLOWEST, SharedQueues.DEFAULT);
        int number = ranks[0];
        System.out.printf(
                "%nP1 in virtual time: blocks of %d bytes, %d ranks, ratio to no SRQ%n%28s",
                SENSITIVITY_BLOCK, number, "");
        shown.forEach(queues -> System.out.printf("%24s", queues.title()));
        System.out.println();
        sensitivity("as given", times, shown, number);
        for (double micros : Sensitivity.RECEIVE_LATENCIES) {
            sensitivity(Input.RECEIVE_LATENCY, micros, times, shown, number);
        }
        for (double factor : new double[] {0.5, 2, 10}) {
            double rate = factor * times.value(Input.COPY);
            sensitivity(Input.COPY, rate, times, shown, number);
        }
        for (double factor : new double[] {0.5, 2}) {
            double rate = factor * times.value(Input.BANDWIDTH);
            sensitivity(Input.BANDWIDTH, rate, times, shown, number);
        }
    }

    private void sensitivity(
            Input input, double value, AdapterTimes times, List<SharedQueues> shown, int number) {
        String title = Sensitivity.title(input, value);
        sensitivity(title, times.with(input, value), shown, number);
    }

    private void sensitivity(
            String title, AdapterTimes times, List<SharedQueues> shown, int number) {
        Costs costs = times.costs();
        double none = simulate(costs, SharedQueues.NONE, number, SENSITIVITY_BLOCK).micros;
        System.out.printf("%28s", title);
        for (SharedQueues queues : shown) {
            double micros = simulate(costs, queues, number, SENSITIVITY_BLOCK).micros;
            System.out.printf(Locale.ROOT, "%24.2f", micros / none);
        }
        System.out.println();
    }

    private Result simulate(Costs costs, SharedQueues queues, int number, int bytes) {
        System.err.printf("papers: P1 %s, %d ranks, %d bytes%n", queues.title(), number, bytes);
        try (BlockExchange exchange =
                new BlockExchange(number, bytes, costs, queues.parameters())) {
            for (int i = 0; i < WARM_EXCHANGES; i++) {
                exchange.run(1, 0);
            }
            long before = exchange.notReady();
            double micros = exchange.run(exchanges, 1000L * work);
            return new Result(micros, (exchange.notReady() - before) / (double) exchanges);
        }
    }

    /** Runs it by real processes, settings in turn, and prints the best round of each. */
    void measure(Job job, int processes, int rounds) throws IOException, InterruptedException {
        Map<SharedQueues, List<Result>> rows = new LinkedHashMap<>();
        for (int round = 1; round <= rounds; round++) {
            for (SharedQueues queues : SharedQueues.values()) {
                System.err.printf("papers: P1 %s, round %d of %d%n", queues.title(), round, rounds);
                List<Result> row = measure(job, processes, queues);
                rows.merge(queues, row, CollapsePaper::better);
            }
        }
        print(processes + " processes, best of " + rounds + " rounds", rows);
    }

    private List<Result> measure(Job job, int processes, SharedQueues queues)
            throws IOException, InterruptedException {
        Map<String, String> values = new LinkedHashMap<>(queues.parameters());
        values.put("btl", "self,openib");
        values.put("btl_openib_provider", "soft");
        values.put("mpi_spc_dump_enabled", "1");
        List<Result> row = new ArrayList<>();
        for (int bytes : blocks) {
            String argument = Integer.toString(bytes);
            row.add(result(job.run(processes, values, BlockProgram.class, argument)));
        }
        return row;
    }

    /** Rank 0 prints the time, every rank its counters. */
    private static Result result(List<String> lines) {
        double micros = Double.NaN;
        double count = Double.NaN;
        long notReady = 0;
        for (String line : lines) {
            Matcher counter = NOT_READY.matcher(line);
            if (counter.find()) {
                notReady += Long.parseLong(counter.group(1));
            } else if (line.startsWith(BlockProgram.RESULT)) {
                String[] words = line.split(" ");
                micros = Double.parseDouble(words[1]);
                count = Double.parseDouble(words[2]);
            }
        }
        return new Result(micros, notReady / count);
    }

    private static List<Result> better(List<Result> one, List<Result> other) {
        List<Result> row = new ArrayList<>();
        for (int i = 0; i < one.size(); i++) {
            boolean first = one.get(i).micros <= other.get(i).micros;
            row.add(first ? one.get(i) : other.get(i));
        }
        return row;
    }

    private void print(String where, Map<SharedQueues, List<Result>> rows) {
        System.out.printf("%nP1: everybody to everybody by send and receive, %s%n", where);
        table("us per exchange", rows, Result::micros, "%14.0f");
        double[] without =
                rows.get(SharedQueues.NONE).stream().mapToDouble(Result::micros).toArray();
        System.out.println("to no SRQ:");
        rows.forEach((queues, row) -> {
            System.out.printf("%24s", queues.title());
            for (int i = 0; i < row.size(); i++) {
                System.out.printf(Locale.ROOT, "%14.2f", row.get(i).micros / without[i]);
            }
            System.out.println();
        });
        table("messages without a receive, per exchange", rows, Result::notReady, "%14.1f");
    }

    private void table(
            String title,
            Map<SharedQueues, List<Result>> rows,
            ToDoubleFunction<Result> value,
            String format) {
        System.out.println(title + ", by bytes of a block:");
        System.out.printf("%24s", "");
        Arrays.stream(blocks).forEach(bytes -> System.out.printf("%14d", bytes));
        System.out.println();
        rows.forEach((queues, row) -> {
            System.out.printf("%24s", queues.title());
            row.forEach(
                    result -> System.out.printf(Locale.ROOT, format, value.applyAsDouble(result)));
            System.out.println();
        });
    }
}
