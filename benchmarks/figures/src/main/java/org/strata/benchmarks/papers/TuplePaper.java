package org.strata.benchmarks.papers;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

/** P5: TupleQ, messages matched by the adapter, by real processes and in virtual time. */
@Command(
        name = "P5",
        mixinStandardHelpOptions = true,
        description = {
            "TupleQ: the part of a message's time that the application has for its own work, and"
                    + " the time that is not hidden, against size, for TupleQ, TupleQ with copies"
                    + " of short sends, RPUT and RGET (the Sandia overhead test); whether messages"
                    + " arrive while both processes are outside MPI; and the exchange of NAS SP"
                    + " with 64 ranks in virtual time and with few real ones."
        })
final class TuplePaper implements Callable<Integer> {
    private static final List<String> PARTS =
            List.of(
                    "",
                    "overlap",
                    "arrival",
                    "latency",
                    "sp",
                    "simulated",
                    "wildcard",
                    "sensitivity");
    private static final String RINGS = "ob1 rings";
    private static final List<String> LATENCIES = List.of("tupleq", "tupleq_copy", "ob1", RINGS);
    private static final String ARRIVAL_SIZES = "8,4096,65536,8388608";

    @ParentCommand private Papers papers;

    @Option(
            names = "--only",
            description =
                    "One part: overlap, arrival, latency, sp (real processes), simulated,"
                            + " wildcard, sensitivity (virtual time) (default: all but"
                            + " sensitivity)")
    private String only = "";

    @Option(names = "--rounds", description = "Real: rounds (default: ${DEFAULT-VALUE})")
    private int rounds = 1;

    @Option(names = "--min", description = "Smallest message, bytes (default: ${DEFAULT-VALUE})")
    private int smallest = 8;

    @Option(names = "--max", description = "Largest message, bytes (default: ${DEFAULT-VALUE})")
    private int largest = 4 << 20;

    @Option(
            names = "--progress-thread",
            description = "Real: a thread of each rank makes progress while it works")
    private boolean progressThread;

    @Option(names = "--mca", arity = "2", description = "Real: further parameters: KEY VALUE")
    private String[] parameters = {};

    @Option(
            names = "--assume",
            paramLabel = "NAME=VALUE",
            description = "Simulated: another value of something that the model assumes")
    private Map<String, Double> given = Map.of();

    @Mixin private final RealSweep sweep = new RealSweep();

    /** Names every input in the help. */
    @Spec
    void setSpec(CommandSpec spec) {
        List<String> lines = new ArrayList<>();
        lines.add("%nWhat virtual time assumes, by NAME of --assume:%n");
        Assumption.with(Map.of())
                .forEach((assumption, value) ->
                        lines.add(
                                String.format(
                                                Locale.ROOT,
                                                "  %s=%s: %s",
                                                assumption.title(),
                                                value,
                                                assumption.source())
                                        .replace("%", "%%")));
        spec.usageMessage().footer(lines.toArray(new String[0]));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!PARTS.contains(only)) {
            System.err.println(
                    "papers: --only takes overlap, arrival, latency, sp, simulated, wildcard or"
                            + " sensitivity, not "
                            + only);
            return 2;
        }
        if (smallest < 1 || largest < smallest) {
            System.err.println("papers: --min is from 1 and at most --max");
            return 2;
        }
        if (!sweep.fault().isEmpty()) {
            System.err.println("papers: " + sweep.fault());
            return 2;
        }
        Map<Assumption, Double> assumed = new EnumMap<>(Assumption.class);
        for (Map.Entry<String, Double> each : given.entrySet()) {
            Assumption assumption = Assumption.named(each.getKey());
            String fault =
                    assumption == null
                            ? "--assume does not know " + each.getKey()
                            : assumption.fault(each.getValue());
            if (!fault.isEmpty()) {
                System.err.println("papers: " + fault);
                return 2;
            }
            assumed.put(assumption, each.getValue());
        }
        return run(Assumption.with(assumed));
    }

    private int run(Map<Assumption, Double> assumed) throws IOException, InterruptedException {
        if (only.equals("sensitivity")) {
            SimulatedTuples.reportSensitivity(assumed);
        }
        if (isWanted("simulated")) {
            new SimulatedTuples(assumed).report(smallest, largest, papers.plots());
        }
        if (isWanted("wildcard")) {
            new SimulatedTuples(assumed).reportWildcards(smallest, largest);
        }
        if (isWanted("arrival")) {
            arrival();
        }
        if (isWanted("latency")) {
            latency();
        }
        if (isWanted("sp")) {
            sweep.report(new Job(papers.root()), rounds, this::parameters);
        }
        if (isWanted("overlap")) {
            overlap();
        }
        return 0;
    }

    private boolean isWanted(String part) {
        return only.isEmpty() || only.equals(part);
    }

    /** Returns the parameters of a job: each adapter has a thread of its own. */
    private Map<String, String> parameters(OverlapProtocol protocol) {
        Map<String, String> values = new LinkedHashMap<>(protocol.parameters());
        values.put("btl", "self,openib");
        values.put("btl_openib_provider", "soft");
        values.put("verbs_soft_mode", "engine");
        if (progressThread) {
            values.put("mpi_progress_thread", "1");
        }
        for (int i = 0; i < parameters.length; i += 2) {
            values.put(parameters[i], parameters[i + 1]);
        }
        return values;
    }

    private void arrival() throws IOException, InterruptedException {
        System.out.printf(
                "%nP5: did the message arrive while both processes were outside MPI?%n%12s",
                "bytes");
        Map<String, StringBuilder> rows = new LinkedHashMap<>();
        for (OverlapProtocol protocol : OverlapProtocol.values()) {
            System.out.printf(" %14s", protocol.title());
            Job job = new Job(papers.root());
            for (String line : job.run(2, parameters(protocol), Arrival.class, ARRIVAL_SIZES)) {
                String[] words = line.trim().split("\\s+");
                if (words[0].equals("arrival")) {
                    rows.computeIfAbsent(words[1], bytes -> new StringBuilder())
                            .append(String.format(" %14s", words[2]));
                }
            }
        }
        System.out.println();
        rows.forEach((bytes, row) -> System.out.printf("%12s%s%n", bytes, row));
    }

    private void overlap() throws IOException, InterruptedException {
        Figure availability = new Figure("P5: application availability", "bytes", "%");
        Figure overhead = new Figure("P5: time per message that is not hidden", "bytes", "us");
        for (int round = 1; round <= rounds; round++) {
            for (OverlapProtocol protocol : OverlapProtocol.values()) {
                System.err.printf(
                        "papers: P5 round %d of %d, %s%n", round, rounds, protocol.title());
                for (String[] words :
                        results("overlap", parameters(protocol), "" + smallest, "" + largest)) {
                    long bytes = Long.parseLong(words[1]);
                    availability.best(protocol.title(), bytes, number(words[2]));
                    overhead.best(protocol.title(), bytes, number(words[3]));
                }
            }
        }
        availability.print();
        overhead.print();
        System.out.println("plot: " + availability.draw(papers.plots(), "P5-availability", false));
        System.out.println("plot: " + overhead.draw(papers.plots(), "P5-overhead", true));
    }

    /** Of several rounds the shortest time counts. */
    private void latency() throws IOException, InterruptedException {
        System.out.printf("%nP5: ping-pong of 8 bytes, receives posted first (us)%n%12s", "");
        LATENCIES.forEach(name -> System.out.printf(" %14s", name));
        System.out.println();
        for (String mode : List.of("inline", "engine")) {
            System.out.printf("%12s", mode);
            for (String name : LATENCIES) {
                Map<String, String> values = parameters(protocol(name));
                values.put("verbs_soft_mode", mode);
                values.put("btl_openib_use_eager_rdma", name.equals(RINGS) ? "1" : "0");
                double best = Double.MAX_VALUE;
                for (int round = 1; round <= rounds; round++) {
                    // No size is from 1 to 0: the latency alone.
                    best = Math.min(best, number(results("latency", values, "1", "0").get(0)[2]));
                }
                System.out.printf(Locale.ROOT, " %14.2f", best);
            }
            System.out.println();
        }
    }

    private static OverlapProtocol protocol(String name) {
        return switch (name) {
            case "tupleq" -> OverlapProtocol.TUPLEQ;
            case "tupleq_copy" -> OverlapProtocol.TUPLEQ_COPY;
            default -> OverlapProtocol.RGET;
        };
    }

    /** Returns the words of the lines of one kind that the program prints. */
    private List<String[]> results(String kind, Map<String, String> values, String... sizes)
            throws IOException, InterruptedException {
        return new Job(papers.root())
                .run(2, values, Overlap.class, sizes).stream()
                        .map(line -> line.trim().split("\\s+"))
                        .filter(words -> words[0].equals(kind))
                        .toList();
    }

    private static double number(String word) {
        return Double.parseDouble(word);
    }
}
