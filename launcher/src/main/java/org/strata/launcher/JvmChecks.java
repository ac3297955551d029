package org.strata.launcher;

import org.strata.launcher.cli.Debuggers;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.job.RankEnvironment;
import org.strata.launcher.map.Plan;
import org.strata.launcher.map.Plan.PlannedRank;
import org.strata.launcher.program.AgentPort;
import org.strata.launcher.program.HeapShare;
import org.strata.launcher.program.JavaOptions;
import org.strata.opal.sys.HeapLimit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToLongFunction;

/**
 * What the options of the ranks' JVMs mean for the ranks of a host together: ports that several
 * would listen on, heaps that the memory has no room for, debuggers.
 */
final class JvmChecks {
    private static final double PERCENT = 100;
    private static final int COLUMN = 6;

    private final Plan plan;
    private final Debuggers debuggers;

    /** The options of each program. */
    private final List<JavaOptions> options = new ArrayList<>();

    private final List<Map<String, String>> environments = new ArrayList<>();

    /**
     * @param plan who runs where
     * @param variables the programs' variables
     * @param directories the programs' working directories
     * @param debuggers the ranks that can be debugged
     */
    JvmChecks(Plan plan, RankEnvironment variables, List<Path> directories, Debuggers debuggers) {
        this.plan = plan;
        this.debuggers = debuggers;
        for (int i = 0; i < plan.programs().size(); i++) {
            Map<String, String> environment = variables.ofProgram(i);
            environments.add(environment);
            List<String> command = plan.programs().get(i).command();
            options.add(JavaOptions.of(command, environment, directories.get(i)));
        }
    }

    /**
     * Checks that no two ranks of a host listen on the same port.
     *
     * @throws UsageException when two do, or when a rank has two debuggers
     */
    void checkPorts() throws UsageException {
        debuggers.check(plan.size());
        Map<String, PlannedRank> taken = new HashMap<>();
        for (PlannedRank rank : plan.ranks()) {
            for (String option : options.get(rank.program()).all()) {
                if (debuggers.include(rank.number()) && AgentPort.isDebugger(option)) {
                    throw new UsageException(
                            "Rank "
                                    + rank.number()
                                    + " has two debuggers: --jdwp and "
                                    + option
                                    + ".",
                            "Leave one of them out.");
                }
                AgentPort port = AgentPort.of(option).orElse(null);
                if (port != null) {
                    PlannedRank other = taken.putIfAbsent(rank.host() + ":" + port.port(), rank);
                    if (other != null) {
                        throw conflict(port, other, rank);
                    }
                }
            }
        }
    }

    private UsageException conflict(AgentPort port, PlannedRank one, PlannedRank other) {
        String remedy =
                switch (port.kind()) {
                    case DEBUGGER -> "Try: mpirun --jdwp " + port.port() + " ...";
                    case JMX ->
                            "Try: -Dcom.sun.management.jmxremote.port="
                                    + withRank(port.port())
                                    + " (%r is the number of the rank)";
                    case AGENT ->
                            "Try: "
                                    + port.option().replace("" + port.port(), withRank(port.port()))
                                    + " (%r is the number of the rank)";
                };
        return new UsageException(
                "Ranks "
                        + one.number()
                        + " and "
                        + other.number()
                        + " of host "
                        + plan.hostOf(one)
                        + " would listen on the same port, "
                        + port.port()
                        + ": only the first of them would start.",
                "The option: " + port.option(),
                remedy,
                "More: mpirun --help debug");
    }

    private static String withRank(int port) {
        String digits = Integer.toString(port);
        return digits.substring(0, digits.length() - 1) + "%r";
    }

    /**
     * Checks that the ports of debuggers of ranks on this host are free.
     *
     * @throws UsageException when one is not
     */
    void checkFreePorts() throws UsageException {
        for (PlannedRank rank : plan.ranks()) {
            boolean here = plan.hosts().get(rank.host()).local();
            if (here && debugged(rank) && !isFree(debuggers.portOf(rank.number()))) {
                throw new UsageException(
                        "The port of rank "
                                + rank.number()
                                + " for its debugger, "
                                + debuggers.portOf(rank.number())
                                + ", is in use on this host.",
                        "Give --jdwp another one: rank r has PORT + r.");
            }
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private boolean debugged(PlannedRank rank) {
        return debuggers.include(rank.number());
    }

    /** The programs of these ranks that may start a java command, and are none themselves. */
    private List<String> scripts(List<PlannedRank> ranks) {
        return ranks.stream()
                .map(PlannedRank::program)
                .filter(program -> !options.get(program).java())
                .distinct()
                .map(program -> plan.programs().get(program).command().getFirst())
                .toList();
    }

    /** Returns the lines that say where debuggers attach to; none without any. */
    List<String> debuggerTable() {
        List<PlannedRank> ranks = plan.ranks().stream().filter(this::debugged).toList();
        if (debuggers.port() == 0) {
            return List.of();
        }
        if (ranks.isEmpty()) {
            return List.of("--jdwp: the job has none of the ranks that it names.");
        }
        int width = ranks.stream().mapToInt(rank -> plan.hostOf(rank).length()).max().orElse(0) + 2;
        List<String> lines = new ArrayList<>();
        lines.add("debuggers attach to");
        lines.add("  " + padded("rank", COLUMN) + padded("host", Math.max(COLUMN, width)) + "port");
        Set<String> remote = new HashSet<>();
        for (PlannedRank rank : ranks) {
            String host = plan.hostOf(rank);
            lines.add(
                    "  "
                            + padded("" + rank.number(), COLUMN)
                            + padded(host, Math.max(COLUMN, width))
                            + debuggers.portOf(rank.number()));
            if (!plan.hosts().get(rank.host()).local()) {
                remote.add(host);
            }
        }
        if (!remote.isEmpty()) {
            lines.add("  to reach another host's: ssh -L PORT:localhost:PORT HOST");
        }
        lines.add("  whoever is on these hosts can attach, and run code in your name");
        for (String script : scripts(ranks)) {
            lines.add("  behind " + script + ": the first program that it starts as java");
        }
        if (debuggers.suspend()) {
            lines.add("  each of these ranks waits for its debugger before it begins");
        }
        return lines;
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(1, width - text.length()));
    }

    /**
     * Returns a line about the host whose memory has the least room for the heaps that the user
     * asks for; null where all have room.
     *
     * @param memory the memory of a host by its index, in bytes; 0 if it is not known
     */
    String overcommitment(IntToLongFunction memory) {
        String worst = null;
        double most = 1;
        int others = -1;
        for (int host = 0; host < plan.hosts().size(); host++) {
            long room = memory.applyAsLong(host);
            long heaps = 0;
            int ranks = 0;
            for (PlannedRank rank : plan.ranksOn(host)) {
                long heap =
                        HeapShare.named(
                                        options.get(rank.program()).command(),
                                        environments.get(rank.program()),
                                        room)
                                .orElse(0);
                heaps += heap;
                ranks += heap > 0 ? 1 : 0;
            }
            if (room == 0 || heaps <= room) {
                continue;
            }
            others++;
            if (worst == null || heaps / (double) room > most) {
                most = heaps / (double) room;
                worst = sentence(plan.hosts().get(host).name(), ranks, heaps, room);
            }
        }
        return others > 0
                ? worst
                        + " So it is on "
                        + others
                        + (others == 1 ? " other host." : " other hosts.")
                : worst;
    }

    private static String sentence(String host, int ranks, long heaps, long room) {
        return "the heaps of "
                + (ranks == 1 ? "1 rank" : ranks + " ranks")
                + " of "
                + host
                + " may grow to "
                + HeapLimit.gibi(heaps)
                + " GiB (-Xmx), "
                + Math.round(heaps * PERCENT / room)
                + " % of its memory ("
                + HeapLimit.gibi(room)
                + " GiB): the system may kill ranks. Without -Xmx a rank has its share.";
    }
}
