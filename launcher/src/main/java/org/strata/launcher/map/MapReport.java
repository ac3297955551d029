package org.strata.launcher.map;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/** What {@code --display-map} and {@code --report-bindings} print. */
public final class MapReport {
    private static final String RULE = "=".repeat(30);

    private final Plan plan;

    /**
     * @param plan who runs where
     */
    public MapReport(Plan plan) {
        this.plan = plan;
    }

    /** Returns the map: for each host that has ranks a line, then one line per rank. */
    public List<String> map() {
        List<String> lines = new ArrayList<>();
        lines.add(RULE + "  JOB MAP  " + RULE);
        for (int host = 0; host < plan.hosts().size(); host++) {
            List<Plan.PlannedRank> own = plan.ranksOn(host);
            if (!own.isEmpty()) {
                int slots = plan.hosts().get(host).slots();
                String over = own.size() > slots ? "   oversubscribed" : "";
                lines.add(describe(host) + "   Ranks: " + own.size() + over);
                own.forEach(rank -> lines.add(describe(rank)));
            }
        }
        lines.add(RULE + "===========" + RULE);
        return lines;
    }

    private String describe(Plan.PlannedRank rank) {
        String program = plan.programs().get(rank.program()).command().getFirst();
        return "  Rank: "
                + rank.number()
                + "   Program: "
                + rank.program()
                + " ("
                + program
                + ")   Bound: "
                + (rank.cpus().isEmpty() ? "no" : places(rank));
    }

    private String describe(int host) {
        Node node = plan.hosts().get(host);
        return "Host: "
                + node.name()
                + "   Slots: "
                + node.slots()
                + (node.most() == Integer.MAX_VALUE ? "" : "   Max slots: " + node.most())
                + " ("
                + plan.slots().origin()
                + ")";
    }

    /** Returns the hosts and their slots, as {@code --display allocation} prints them. */
    public List<String> allocation() {
        List<String> lines = new ArrayList<>();
        lines.add(RULE + "  ALLOCATED NODES  " + RULE);
        for (int host = 0; host < plan.hosts().size(); host++) {
            lines.add(describe(host));
        }
        lines.add(RULE + "===================" + RULE);
        return lines;
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
                + places(rank)
                + " (cpu "
                + rank.cpus()
                + "): "
                + picture(rank)
                + (java ? ", from MPI.Init on, without the JVM's service threads" : "");
    }

    private String places(Plan.PlannedRank rank) {
        Topology topology = plan.hosts().get(rank.host()).topology();
        TreeSet<String> places = new TreeSet<>();
        for (int cpu : rank.cpus().toArray()) {
            places.add(
                    "package[" + topology.packageOf(cpu) + "][core:" + topology.coreOf(cpu) + "]");
        }
        return String.join(",", places);
    }

    /** One group per core, one letter per hardware thread: B where the rank is bound. */
    private String picture(Plan.PlannedRank rank) {
        StringBuilder picture = new StringBuilder();
        for (CpuSet core : plan.hosts().get(rank.host()).topology().cores()) {
            picture.append('[');
            for (int cpu : core.toArray()) {
                picture.append(rank.cpus().contains(cpu) ? 'B' : '.');
            }
            picture.append(']');
        }
        return picture.toString();
    }
}
