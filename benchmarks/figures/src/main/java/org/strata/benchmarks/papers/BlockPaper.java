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
                    + " from 16 KB to 8 bytes by level while its peers grow.",
            "Inputs: of the paper, slots of 8 KiB, 32 of them or a block of 32 KiB, and the number"
                + " of ranks; assumed, the cube's edges (45 points, halved over six levels), the"
                + " operators' reach, a ring after 4 messages (the paper's figure is by rate),"
                + " nothing computed (--work), and what the options below say."
        })
final class BlockPaper implements Callable<Integer> {
    private static final List<String> PARTS = List.of("", "real", "simulated", "sensitivity");

    @ParentCommand private Papers papers;

    @Option(
            names = "--only",
            description =
                    "One part: real (processes), simulated (virtual time), sensitivity (default:"
                            + " real and simulated)")
    private String only = "";

    @Option(
            names = "--fields",
            description =
                    "Fields of a point, each a message of its own to every peer of an exchange:"
                            + " decides the share of the shrunk rings (default: ${DEFAULT-VALUE};"
                            + " assumed)")
    private int fields = 4;

    @Mixin private final SimulatedBlocks simulated = new SimulatedBlocks();
    @Mixin private final RealBlocks real = new RealBlocks();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!PARTS.contains(only)) {
            System.err.println("papers: --only takes real, simulated or sensitivity, not " + only);
            return 2;
        }
        String fault = fields < 1 ? "--fields is from 1" : simulated.fault() + real.fault();
        if (!fault.isEmpty()) {
            System.err.println("papers: " + fault);
            return 2;
        }
        if (only.equals("sensitivity")) {
            simulated.reportSensitivity(fields);
            return 0;
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
