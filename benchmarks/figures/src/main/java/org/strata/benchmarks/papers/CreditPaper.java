package org.strata.benchmarks.papers;

import org.strata.benchmarks.papers.AdapterTimes.Input;
import org.strata.testkit.timed.Costs;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the credits of a shared receive queue cost those who send much, in virtual time: P1 leaves
 * open how to control the flow of many into one queue. A window of 100 messages of 4 KiB is the
 * traffic of bandwidth tests and of halo exchanges with many fields.
 */
final class CreditPaper {
    private static final int WINDOW = 100;
    private static final int BYTES = 4096;
    private static final int TIMES = 4;
    private static final int SEVERAL = 4;

    /** Of an exchange, to and from each peer. */
    private static final int MESSAGES = 4;

    private static final int EXCHANGES = 4;
    private static final int SENSITIVITY_PEERS = 64;

    /** By real processes: windows, and processes of which all but two only sleep. */
    private static final int REAL_WINDOWS = 1000;

    private static final int REAL_RANKS = 4;

    private static final Pattern CREDIT_MESSAGES =
            Pattern.compile("btl_openib_credit_messages\\s+(\\d+)$");

    /** Two receives for each connected peer, as 64 peers have by default. */
    private static final Map<String, String> CROWDED =
            Map.of(
                    "btl", "self,openib",
                    "btl_openib_provider", "soft",
                    "btl_openib_use_eager_rdma", "0",
                    "btl_openib_rd_num", "4",
                    "btl_openib_rd_low", "3",
                    "btl_openib_srq_rd_per_peer", "1",
                    "mpi_spc_dump_enabled", "1");

    @Option(
            names = "--credit-peers",
            split = ",",
            description = "Credits: connected peers (default: 1,4,16,64,256)")
    private int[] peers = {1, 4, 16, 64, 256};

    /** Who gets the credits of a queue. */
    enum Credits {
        NONE("no SRQ", Map.of("btl_openib_use_srq", "0")),
        SHARE("SRQ, share", Map.of("btl_openib_srq_credits", "share")),
        EIGHT(
                "SRQ, share of 8",
                Map.of("btl_openib_srq_credits", "share", "btl_openib_srq_share_min", "8")),
        DEMAND("SRQ, demand", Map.of("btl_openib_srq_credits", "demand")),
        BOUND(
                "SRQ, demand, no growth",
                Map.of("btl_openib_srq_credits", "demand", "btl_openib_enable_srq_resize", "0"));

        final String title;

        @SuppressWarnings("ImmutableEnumChecker") // of Map.of
        final Map<String, String> parameters;

        Credits(String title, Map<String, String> parameters) {
            this.title = title;
            this.parameters = parameters;
        }
    }

    /** Returns what is wrong with the options, or an empty string. */
    String fault() {
        boolean wrong = Arrays.stream(peers).anyMatch(number -> number < 1);
        return wrong ? "--credit-peers are from 1" : "";
    }

    /** The figures of a run. */
    private static final class Figures {
        final Figure one = windows(1);
        final Figure four = windows(4);
        final Figure exchange = figure("everybody sends rank 0 four messages and gets four", "us");
        final Figure refused = figure("messages that found no receive, per exchange", "messages");
        final Figure receives = figure("receives of rank 0 behind the exchanges", "receives");

        private static Figure windows(int senders) {
            String what = "windows of %d messages of %d bytes, %d senders";
            return figure(what.formatted(WINDOW, BYTES, senders), "us per message");
        }

        private static Figure figure(String what, String unit) {
            return new Figure("P1 in virtual time: " + what, "peers", unit);
        }

        List<Figure> all() {
            return List.of(one, four, exchange, refused, receives);
        }
    }

    /** Prints the tables and draws the curves. */
    void report(AdapterTimes times, Path plots) throws IOException {
        System.out.printf("%nP1 in virtual time: %s%n", times.text());
        Figures figures = new Figures();
        for (int number : peers) {
            for (Credits credits : Credits.values()) {
                simulate(credits, number, times.costs(), figures);
            }
        }
        figures.all().forEach(Figure::print);
        ratios("windows of one sender", figures.one);
        ratios("exchange", figures.exchange);
        System.out.println("plot: " + figures.one.draw(plots, "P1-virtual-credits", true));
        System.out.println("plot: " + figures.exchange.draw(plots, "P1-virtual-crowd", true));
    }

    private static void simulate(Credits credits, int number, Costs costs, Figures figures) {
        try (CrowdedWindows model = new CrowdedWindows(number, BYTES, costs, credits.parameters)) {
            double one = model.windows(1, WINDOW, TIMES).micros();
            figures.one.best(credits.title, number, one);
            if (number >= SEVERAL) {
                double four = model.windows(SEVERAL, WINDOW, TIMES).micros();
                figures.four.best(credits.title, number, four);
            }
            CrowdedWindows.Result all = model.exchanges(MESSAGES, EXCHANGES);
            figures.exchange.best(credits.title, number, all.micros());
            figures.refused.best(credits.title, number, (double) all.refused() / EXCHANGES);
            long receives = model.counter("btl_openib_receives");
            figures.receives.best(credits.title, number, (double) receives);
            // A large job takes minutes.
            System.err.printf(
                    Locale.ROOT,
                    "papers: P1 credits, %s, %d peers: %.2f us, exchange %.1f us, %d refused, %d"
                            + " receives%n",
                    credits.title,
                    number,
                    one,
                    all.micros(),
                    all.refused(),
                    receives);
        }
    }

    private static void ratios(String what, Figure figure) {
        System.out.printf("%n%s, ratio to no SRQ:%n%12s", what, "peers");
        for (Credits credits : Credits.values()) {
            System.out.printf(" %22s", credits.title);
        }
        System.out.println();
        figure.curve(Credits.NONE.title)
                .forEach((number, own) -> {
                    System.out.printf("%12d", number);
                    for (Credits credits : Credits.values()) {
                        double ratio = figure.curve(credits.title).get(number) / own;
                        System.out.printf(Locale.ROOT, " %22.2f", ratio);
                    }
                    System.out.println();
                });
    }

    /** Runs windows by real processes, settings in turn, and prints the best round of each. */
    static void measure(Job job, int rounds) throws IOException, InterruptedException {
        Map<Credits, Double> best = new EnumMap<>(Credits.class);
        Map<Credits, Long> messages = new EnumMap<>(Credits.class);
        for (int round = 1; round <= rounds; round++) {
            for (Credits credits : Credits.values()) {
                System.err.printf("papers: P1 %s, round %d of %d%n", credits.title, round, rounds);
                Map<String, String> values = new LinkedHashMap<>(credits.parameters);
                values.putAll(CROWDED);
                String[] arguments = {"" + BYTES, "" + WINDOW, "" + REAL_WINDOWS};
                for (String line : job.run(REAL_RANKS, values, WindowProgram.class, arguments)) {
                    Matcher counter = CREDIT_MESSAGES.matcher(line);
                    if (counter.find()) {
                        messages.merge(credits, Long.parseLong(counter.group(1)), Math::max);
                    } else if (line.startsWith(WindowProgram.RESULT)) {
                        double micros = Double.parseDouble(line.split(" ")[1]);
                        best.merge(credits, micros, Math::min);
                    }
                }
            }
        }
        System.out.printf(
                "%nP1: windows of %d messages of %d bytes, %d processes, receives as among"
                        + " hundreds, best of %d rounds%n%24s%14s%14s%24s%n",
                WINDOW, BYTES, REAL_RANKS, rounds, "", "us", "to no SRQ", "credits per message");
        best.forEach((credits, micros) ->
                System.out.printf(
                        Locale.ROOT,
                        "%24s%14.2f%14.2f%24.2f%n",
                        credits.title,
                        micros,
                        micros / best.get(Credits.NONE),
                        messages.getOrDefault(credits, 0L) / (2.0 * REAL_WINDOWS * WINDOW)));
    }

    /** Prints how the ratio to no SRQ moves with the inputs that decide it. */
    static void reportSensitivity(AdapterTimes times) {
        System.out.printf(
                "%nP1 in virtual time: windows, %d peers, ratio to no SRQ%n%28s%16s%16s%n",
                SENSITIVITY_PEERS, "", Credits.SHARE.title, Credits.DEMAND.title);
        row("as given", times);
        for (double micros : Sensitivity.RECEIVE_LATENCIES) {
            row(
                    Sensitivity.title(Input.RECEIVE_LATENCY, micros),
                    times.with(Input.RECEIVE_LATENCY, micros));
        }
        for (Input input : new Input[] {Input.LATENCY, Input.BANDWIDTH, Input.COPY}) {
            for (double factor : new double[] {0.5, 2, 4}) {
                double value = factor * times.value(input);
                row(Sensitivity.title(input, value), times.with(input, value));
            }
        }
    }

    private static void row(String title, AdapterTimes times) {
        double none = window(Credits.NONE, SENSITIVITY_PEERS, times.costs());
        System.out.printf(
                Locale.ROOT,
                "%28s%16.2f%16.2f%n",
                title,
                window(Credits.SHARE, SENSITIVITY_PEERS, times.costs()) / none,
                window(Credits.DEMAND, SENSITIVITY_PEERS, times.costs()) / none);
    }

    /** Returns the microseconds of a message of a window from one of so many peers. */
    static double window(Credits credits, int peers, Costs costs) {
        try (CrowdedWindows model = new CrowdedWindows(peers, BYTES, costs, credits.parameters)) {
            return model.windows(1, WINDOW, TIMES).micros();
        }
    }
}
