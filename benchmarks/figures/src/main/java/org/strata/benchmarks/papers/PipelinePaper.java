package org.strata.benchmarks.papers;

import org.strata.mca.base.ParameterException;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** P2: the RDMA pipeline protocol, by real processes and in virtual time. */
@Command(
        name = "P2",
        mixinStandardHelpOptions = true,
        description = {
            "RDMA pipeline protocol: bandwidth against message size when no buffer is used twice,"
                    + " for four ways to move a long message, and against the number of uses of a"
                    + " buffer at 8 MB. Each round runs each protocol once; the best round counts,"
                    + " the worst is printed behind it.",
            "An adapter takes no lock of the kernel's when it moves bytes: here, they are copied"
                    + " between mappings of memory that the library allocated, by the sender;"
                    + " --memory plain has the kernel do it, under the lock that registration takes"
                    + " too. --mode engine has the adapter's own thread copy, which is like an"
                    + " adapter where a core is free for it."
        })
final class PipelinePaper implements Callable<Integer> {
    private static final String PINNED = "leave_pinned";
    private static final String PIPELINE = "pipeline";
    private static final String ON_DEMAND = "+on_demand";
    private static final List<String> PARTS =
            List.of("", "real", "simulated", "registration", "sensitivity");

    @ParentCommand private Papers papers;

    @Mixin private SimulatedPipeline simulated;

    @Option(
            names = "--only",
            description =
                    "One part: real (processes), simulated (virtual time), registration (what"
                            + " mlock and munlock take on this machine), sensitivity (default: real"
                            + " and simulated)")
    private String only = "";

    @Option(
            names = "--protocols",
            split = ",",
            description =
                    "Values of pml_ob1_rdma_protocol; with +on_demand behind it, such as"
                            + " leave_pinned+on_demand, memory is paged on demand instead of pinned"
                            + " (default: all four of the paper)")
    private List<String> protocols = List.of("copy", PINNED, PIPELINE, "pipeline_leave_pinned");

    @Option(names = "--rounds", description = "Rounds (default: ${DEFAULT-VALUE})")
    private int rounds = 3;

    @Option(names = "--min", description = "Smallest message, bytes (default: ${DEFAULT-VALUE})")
    private int smallest = 64 << 10;

    @Option(names = "--max", description = "Largest message, bytes (default: ${DEFAULT-VALUE})")
    private int largest = 16 << 20;

    @Option(names = "--messages", description = "Messages per size (default: ${DEFAULT-VALUE})")
    private int messages = 60;

    @Option(names = "--uses", description = "Most uses of a buffer (default: ${DEFAULT-VALUE})")
    private int uses = 100;

    @Option(names = "--mode", description = "Software adapter: inline, engine (default: inline)")
    private String mode = "inline";

    @Option(
            names = "--memory",
            description = "Buffers: pool (MPI.newByteBuffer), plain (default: pool)")
    private String memory = "pool";

    @Option(names = "--mca", arity = "2", description = "Further parameters: KEY VALUE")
    private String[] parameters = {};

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!PARTS.contains(only)) {
            System.err.println(
                    "papers: --only takes real, simulated, registration or sensitivity, not "
                            + only);
            return 2;
        }
        if (!simulated.fault().isEmpty()) {
            System.err.println("papers: " + simulated.fault());
            return 2;
        }
        if (only.equals("registration")) {
            RegistrationTimes.measure().report(papers.plots());
            return 0;
        }
        if (only.equals("sensitivity")) {
            simulated.reportSensitivity(given());
            return 0;
        }
        if (!only.equals("real")) {
            SimulatedPipeline.Task task =
                    new SimulatedPipeline.Task(protocols, smallest, largest, uses, given());
            try {
                simulated.report(task, simulated.run(task), papers.plots());
            } catch (ParameterException e) {
                System.err.println(e.getMessage());
                return 2;
            }
        }
        if (!only.equals("simulated")) {
            measure();
        }
        return 0;
    }

    /** Returns the parameters of {@code --mca}. */
    private Map<String, String> given() {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            values.put(parameters[i], parameters[i + 1]);
        }
        return values;
    }

    private void measure() throws IOException, InterruptedException {
        Figure sizes = new Figure("P2: bandwidth, no buffer reuse", "bytes", "MB/s");
        Figure reuse = new Figure("P2: bandwidth at 8 MB against buffer reuse", "uses", "MB/s");
        Job job = new Job(papers.root());
        for (int round = 1; round <= rounds; round++) {
            for (String protocol : protocols) {
                System.err.printf("papers: P2 round %d of %d, %s%n", round, rounds, protocol);
                take(job, protocol, sizes, reuse);
            }
        }
        sizes.print();
        System.out.println("plot: " + sizes.draw(papers.plots(), "P2-size", false));
        if (uses > 0) {
            thin(reuse, protocols).print();
            System.out.println("plot: " + reuse.draw(papers.plots(), "P2-reuse", false));
            crossing(reuse);
        }
        gain(sizes);
    }

    /**
     * Returns the parameters of a way to move long messages: a value of pml_ob1_rdma_protocol,
     * behind which {@code +on_demand} has memory paged on demand instead of pinned.
     */
    static Map<String, String> parameters(String protocol) {
        Map<String, String> values = new LinkedHashMap<>();
        boolean onDemand = protocol.endsWith(ON_DEMAND);
        int end = protocol.length() - (onDemand ? ON_DEMAND.length() : 0);
        values.put("pml_ob1_rdma_protocol", protocol.substring(0, end));
        values.put("btl_openib_registration", onDemand ? "on_demand" : "pinned");
        return values;
    }

    private void take(Job job, String protocol, Figure sizes, Figure reuse)
            throws IOException, InterruptedException {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("btl", "self,openib");
        values.put("btl_openib_provider", "soft");
        values.put("verbs_soft_mode", mode);
        values.putAll(parameters(protocol));
        values.put("btl_openib_use_eager_rdma", "0");
        values.putAll(given());
        List<String> lines =
                job.run(
                        2,
                        values,
                        Bandwidth.class,
                        Integer.toString(smallest),
                        Integer.toString(largest),
                        Integer.toString(messages),
                        Integer.toString(uses),
                        memory);
        for (String line : lines) {
            String[] words = line.trim().split("\\s+");
            if (words[0].equals("noreuse")) {
                sizes.best(protocol, Long.parseLong(words[1]), Double.parseDouble(words[2]));
            } else if (words[0].equals("reuse")) {
                reuse.best(protocol, Long.parseLong(words[1]), Double.parseDouble(words[2]));
            }
        }
    }

    /** The table shows powers of two and tens; the plot shows all. */
    static Figure thin(Figure all, List<String> protocols) {
        Figure thin = all.empty();
        for (String protocol : protocols) {
            all.curve(protocol)
                    .forEach((x, y) -> {
                        if (Long.bitCount(x) == 1 || x % 10 == 0) {
                            thin.best(protocol, x, y);
                        }
                    });
        }
        return thin;
    }

    /** Returns the uses of a buffer from which on the cache equals the pipeline; null: never. */
    static Long crossingUses(Figure reuse) {
        TreeMap<Long, Double> pipeline = reuse.curve(PIPELINE);
        Long from = null;
        for (Map.Entry<Long, Double> point : reuse.curve(PINNED).descendingMap().entrySet()) {
            if (point.getValue() < pipeline.getOrDefault(point.getKey(), 0.0)) {
                break;
            }
            from = point.getKey();
        }
        return from;
    }

    static void crossing(Figure reuse) {
        Long from = crossingUses(reuse);
        System.out.println(
                from == null
                        ? "crossing: the registration cache does not catch up with the pipeline"
                        : "crossing: the registration cache equals the pipeline from "
                                + from
                                + (from == 1 ? " use of a buffer on" : " uses of a buffer on"));
    }

    static void gain(Figure sizes) {
        TreeMap<Long, Double> pinned = sizes.curve(PINNED);
        sizes.curve(PIPELINE)
                .forEach((bytes, rate) -> {
                    Double other = pinned.get(bytes);
                    if (other != null) {
                        System.out.printf(
                                "no reuse, %d bytes: pipeline %+.0f %% against leave_pinned%n",
                                bytes, 100 * (rate / other - 1));
                    }
                });
    }
}
