package org.strata.launcher.map;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/** What {@code --display-map} and {@code --report-bindings} print. */
public final class MapReport {
    private static final String RULE = "=".repeat(30);

    private final Plan plan;
    private final boolean byDefault;

    /**
     * @param plan who runs where
     * @param byDefault whether each host binds what the plan leaves unbound to free cores
     */
    public MapReport(Plan plan, boolean byDefault) {
        this.plan = plan;
        this.byDefault = byDefault;
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
                + bound(rank);
    }

    private String bound(Plan.PlannedRank rank) {
        if (rank.cpus().isEmpty()) {
            return byDefault ? "to a free core, if there is one for each rank" : "no";
        }
        return places(rank.cpus(), topology(rank));
    }

    private Topology topology(Plan.PlannedRank rank) {
        return plan.hosts().get(rank.host()).topology();
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

    /** Returns the map as an XML element with the names of Open MPI 4.1. */
    public List<String> mapElement() {
        List<String> lines = new ArrayList<>();
        lines.add("<map>");
        for (int host = 0; host < plan.hosts().size(); host++) {
            List<Plan.PlannedRank> own = plan.ranksOn(host);
            if (!own.isEmpty()) {
                lines.add("\t<host " + attributes(host) + ">");
                own.forEach(rank ->
                        lines.add(
                                "\t\t<process rank=\""
                                        + rank.number()
                                        + "\" status=\"INITIALIZED\"/>"));
                lines.add("\t</host>");
            }
        }
        lines.add("</map>");
        return lines;
    }

    /** Returns the hosts and their slots as an XML element; that of Open MPI 4.1 does not close. */
    public List<String> allocationElement() {
        List<String> lines = new ArrayList<>();
        lines.add("<allocation>");
        for (int host = 0; host < plan.hosts().size(); host++) {
            lines.add("\t<host " + attributes(host) + " slots_inuse=\"0\"/>");
        }
        lines.add("</allocation>");
        return lines;
    }

    private String attributes(int host) {
        Node node = plan.hosts().get(host);
        int most = node.most() == Integer.MAX_VALUE ? 0 : node.most();
        return "name=\"%s\" slots=\"%d\" max_slots=\"%d\""
                .formatted(node.name(), node.slots(), most);
    }

    /**
     * Returns one line per rank: what it is bound to, with a picture of all usable cores. Those
     * that this host is going to choose a core for are left out: see {@link #line}.
     *
     * @param java whether a program, by its index, is a java command
     */
    public List<String> bindings(IntPredicate java) {
        List<String> lines = new ArrayList<>();
        for (Plan.PlannedRank rank : plan.ranks()) {
            boolean chosenLater = byDefault && rank.cpus().isEmpty();
            if (!chosenLater) {
                boolean isJava = java.test(rank.program());
                lines.add(line(rank.number(), rank.cpus(), topology(rank), isJava));
            } else if (!plan.hosts().get(rank.host()).local()) {
                String host = plan.hostOf(rank);
                lines.add(
                        "rank "
                                + rank.number()
                                + " is bound to a free core of "
                                + host
                                + ", if there is one for each of its ranks");
            }
        }
        return lines;
    }

    /**
     * Returns the line of a rank.
     *
     * @param java whether its thread binds itself, in MPI.Init
     */
    public static String line(int rank, CpuSet cpus, Topology topology, boolean java) {
        if (cpus.isEmpty()) {
            return "rank " + rank + " is not bound";
        }
        return "rank "
                + rank
                + " is bound to "
                + places(cpus, topology)
                + " (cpu "
                + cpus
                + "): "
                + picture(cpus, topology)
                + (java ? ", from MPI.Init on, without the JVM's service threads" : "");
    }

    private static String places(CpuSet cpus, Topology topology) {
        TreeSet<String> places = new TreeSet<>();
        for (int cpu : cpus.toArray()) {
            places.add(
                    "package[" + topology.packageOf(cpu) + "][core:" + topology.coreOf(cpu) + "]");
        }
        return String.join(",", places);
    }

    /** One group per core, one letter per hardware thread: B where the rank is bound. */
    private static String picture(CpuSet cpus, Topology topology) {
        StringBuilder picture = new StringBuilder();
        for (CpuSet core : topology.cores()) {
            picture.append('[');
            for (int cpu : core.toArray()) {
                picture.append(cpus.contains(cpu) ? 'B' : '.');
            }
            picture.append(']');
        }
        return picture.toString();
    }
}
