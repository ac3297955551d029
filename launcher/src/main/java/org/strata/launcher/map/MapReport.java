package org.strata.launcher.map;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/** What {@code --display-map} and {@code --report-bindings} print. */
public final class MapReport {
    private static final String RULE = "=".repeat(30);

    private final Plan plan;
    private final Topology topology;

    /**
     * @param plan who runs where
     * @param topology the host's processors
     */
    public MapReport(Plan plan, Topology topology) {
        this.plan = plan;
        this.topology = topology;
    }

    /** Returns the map: the host, then one line per rank. */
    public List<String> map() {
        List<String> lines = new ArrayList<>();
        lines.add(RULE + "  JOB MAP  " + RULE);
        lines.add(
                "Host: "
                        + plan.host()
                        + "   Slots: "
                        + plan.slots().count()
                        + " ("
                        + plan.slots().origin()
                        + ")   Ranks: "
                        + plan.size()
                        + (plan.size() > plan.slots().count() ? "   oversubscribed" : ""));
        for (Plan.PlannedRank rank : plan.ranks()) {
            String program = plan.programs().get(rank.program()).command().getFirst();
            lines.add(
                    "  Rank: "
                            + rank.number()
                            + "   Program: "
                            + rank.program()
                            + " ("
                            + program
                            + ")   Bound: "
                            + (rank.cpus().isEmpty() ? "no" : places(rank.cpus())));
        }
        lines.add(RULE + "===========" + RULE);
        return lines;
    }

    /** Returns the slots of the host, as {@code --display allocation} prints them. */
    public List<String> allocation() {
        return List.of(
                RULE + "  ALLOCATED NODES  " + RULE,
                "Host: "
                        + plan.host()
                        + "   Slots: "
                        + plan.slots().count()
                        + " ("
                        + plan.slots().origin()
                        + ")",
                RULE + "===================" + RULE);
    }

    /**
     * Returns one line per rank: what it is bound to, with a picture of all usable cores.
     *
     * @param java whether a program, by its index, is a java command
     */
    public List<String> bindings(IntPredicate java) {
        return plan.ranks().stream()
                .map(rank -> "rank " + rank.number() + binding(rank, java.test(rank.program())))
                .toList();
    }

    private String binding(Plan.PlannedRank rank, boolean java) {
        if (rank.cpus().isEmpty()) {
            return " is not bound";
        }
        return " is bound to "
                + places(rank.cpus())
                + " (cpu "
                + rank.cpus()
                + "): "
                + picture(rank.cpus())
                + (java ? ", from MPI.Init on, without the JVM's service threads" : "");
    }

    private String places(CpuSet cpus) {
        TreeSet<String> places = new TreeSet<>();
        for (int cpu : cpus.toArray()) {
            places.add(
                    "package[" + topology.packageOf(cpu) + "][core:" + topology.coreOf(cpu) + "]");
        }
        return String.join(",", places);
    }

    /** One group per core, one letter per hardware thread: B where the rank is bound. */
    private String picture(CpuSet bound) {
        StringBuilder picture = new StringBuilder();
        for (CpuSet core : topology.cores()) {
            picture.append('[');
            for (int cpu : core.toArray()) {
                picture.append(bound.contains(cpu) ? 'B' : '.');
            }
            picture.append(']');
        }
        return picture.toString();
    }
}
