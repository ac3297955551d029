package org.strata.benchmarks.papers;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/** P3: short messages by RDMA write into rings that the receiver polls. */
@Command(
        name = "P3",
        mixinStandardHelpOptions = true,
        description = {
            "Short messages by RDMA write. verbs: write, send and receive, write with immediate,"
                + " two writes and gather lists between two processes, without MPI. real:"
                + " ping-pong, windows of 100 with one reply, host overhead, collectives, NAS"
                + " kernels with rings (as delivered), without (btl_openib_use_eager_rdma 0), and"
                + " over btl shm, in turn in each round; the best block of all rounds, the median"
                + " of the rounds' medians, ratios of the best. simulated: the same tests in"
                + " virtual time, collectives among more ranks, and rings against queues by the"
                + " number of rings that are polled. sensitivity: how these move with the inputs of"
                + " virtual time. Of the gain in latency receive-latency is most, and poll-ring is"
                + " the slope of figure 20: both results are their inputs."
        })
final class FastPaper implements Callable<Integer> {
    private static final List<String> PARTS =
            List.of("", "verbs", "real", "simulated", "sensitivity");

    @ParentCommand private Papers papers;

    @Option(
            names = "--only",
            description =
                    "One part: verbs, real, simulated, sensitivity (default: all but sensitivity)")
    private String only = "";

    @Mixin private final RealFast real = new RealFast();
    @Mixin private final SimulatedFast simulated = new SimulatedFast();

    @Override
    public Integer call() throws IOException, InterruptedException {
        String fault = real.fault() + simulated.fault();
        if (!PARTS.contains(only)) {
            fault = "--only takes verbs, real, simulated or sensitivity, not " + only;
        }
        if (!fault.isEmpty()) {
            System.err.println("papers: " + fault);
            return 2;
        }
        if (only.isEmpty() || only.equals("simulated")) {
            simulated.report(real.part(), papers.plots());
        }
        if (only.equals("sensitivity")) {
            simulated.reportSensitivity();
        }
        Job job = new Job(papers.root());
        if (only.isEmpty() || only.equals("verbs")) {
            real.verbs(job);
        }
        if (only.isEmpty() || only.equals("real")) {
            real.report(job);
        }
        return 0;
    }
}
