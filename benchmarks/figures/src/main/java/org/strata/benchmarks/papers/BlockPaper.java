package org.strata.benchmarks.papers;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/** P4: Veloblock, the fast path with less memory, by real processes and in virtual time. */
@Command(
        name = "P4",
        mixinStandardHelpOptions = true,
        description = {
            "Veloblock: memory of the rings (both ends), the share of messages that went by ring,"
                    + " and time, for no rings, 32 slots of 8 KiB with a mirror (fixed_top), 2 of"
                    + " them (shrunk), and the other three designs, by the number of rings that a"
                    + " process may poll. The program is a multigrid V-cycle whose messages shrink"
                    + " from 16 KB to 8 bytes by level while its peers grow."
        })
final class BlockPaper implements Callable<Integer> {
    private static final List<String> PARTS = List.of("", "real", "simulated");

    @ParentCommand private Papers papers;

    @Option(
            names = "--only",
            description = "One part: real (processes), simulated (virtual time) (default: both)")
    private String only = "";

    @Option(
            names = "--fields",
            description =
                    "Fields of a point, each a message of its own to every peer of an exchange"
                            + " (default: ${DEFAULT-VALUE})")
    private int fields = 4;

    @Mixin private final SimulatedBlocks simulated = new SimulatedBlocks();
    @Mixin private final RealBlocks real = new RealBlocks();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!PARTS.contains(only)) {
            System.err.println("papers: --only takes real or simulated, not " + only);
            return 2;
        }
        String fault = fields < 1 ? "--fields is from 1" : simulated.fault() + real.fault();
        if (!fault.isEmpty()) {
            System.err.println("papers: " + fault);
            return 2;
        }
        if (!only.equals("real")) {
            simulated.report(fields, papers.plots());
        }
        if (!only.equals("simulated")) {
            real.report(fields, new Job(papers.root()));
        }
        return 0;
    }
}
