package org.strata.pml.base;

import org.strata.mca.base.Boxes;
import org.strata.mca.base.NodeMemory;
import org.strata.mca.base.Output;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.proc.Proc;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A rank's share of its node's memory: the ranks of a node may together use half of it for messages
 * that no receive has matched. A standstill is the launcher's to judge, which can ask all ranks.
 */
public final class NodeShare implements MessageMemory {
    /** The share of the node's memory that its ranks divide. */
    private static final int PART = 2;

    /** Without a launcher that asks, a wait is taken for a standstill after so long. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Supplier<ProcessEnvironment> environment;
    private final Output output;
    private boolean shown;

    /**
     * @param environment who this rank is, and how many ranks the node has
     * @param output shows a standstill where the launcher does not
     */
    public NodeShare(Supplier<ProcessEnvironment> environment, Output output) {
        this.environment = environment;
        this.output = output;
    }

    /** Returns what all ranks of a node of this size may use together. */
    public static long ofNode() {
        return NodeMemory.bytes() / PART;
    }

    @Override
    public long bytes() {
        return Math.max(LEAST, ofNode() / Math.max(1, environment.get().localSize()));
    }

    @Override
    public void onStandstill(Standstill standstill) {
        ProcessEnvironment own = environment.get();
        String text = String.join("\n", lines(own.rankInJob(), standstill));
        if (!own.suspectStandstill(text, standstill.nanos())
                && !shown
                && standstill.nanos() > PATIENCE_NANOS) {
            shown = true;
            output.warn(Boxes.box(text));
        }
    }

    private static List<String> lines(int rank, Standstill standstill) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "Rank "
                        + rank
                        + " keeps as many messages that no receive has matched as "
                        + standstill.bound()
                        + " allows, and does not receive any of them:");
        lines.add("");
        standstill.kept().forEach(line -> lines.add("  " + line));
        lines.add("");
        String senders =
                standstill.held().stream()
                        .map(number -> Integer.toString(Proc.inJob(number)))
                        .collect(Collectors.joining(", "));
        lines.add(
                (standstill.held().size() == 1
                                ? "Standard sends of rank "
                                : "Standard sends of ranks ")
                        + senders
                        + " to rank "
                        + rank
                        + " wait for their receives until there is room again.");
        lines.add(standstill.remedy());
        return lines;
    }
}
