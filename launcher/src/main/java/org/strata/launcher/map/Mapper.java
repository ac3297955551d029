package org.strata.launcher.map;

import org.strata.launcher.cli.AppContext;
import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.cli.JobRequest.BindTarget;
import org.strata.launcher.cli.UsageException;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Decides how many ranks there are and what each is bound to. */
public final class Mapper {
    private final String host;
    private final Slots slots;
    private final Topology topology;

    /**
     * @param host this host's name
     * @param slots its slots
     * @param topology its processors
     */
    public Mapper(String host, Slots slots, Topology topology) {
        this.host = host;
        this.slots = slots;
        this.topology = topology;
    }

    /** Returns the plan of a job, or throws what is wrong with it. */
    public Plan plan(JobRequest request) throws UsageException {
        return plan(request, request.programs(), 0, 0);
    }

    /**
     * Returns the plan of processes that are spawned, whose ranks are counted from 0.
     *
     * @param programs what is spawned, each with its number of processes
     * @param running processes that have slots already
     * @param started processes that have been started so far: bindings go on after theirs
     */
    public Plan planMore(JobRequest request, List<AppContext> programs, int running, int started)
            throws UsageException {
        return plan(request, programs, running, started);
    }

    private Plan plan(JobRequest request, List<AppContext> programs, int running, int started)
            throws UsageException {
        int perNode = perNode(request.mapping());
        List<Integer> counts = new ArrayList<>();
        for (AppContext program : programs) {
            if (program.count() > 0 && perNode > 0 && program.count() > perNode) {
                throw new UsageException(
                        "-np "
                                + program.count()
                                + " asks for more than the "
                                + perNode
                                + " processes per host of -N or ppr.");
            }
            boolean alone = programs.size() == 1;
            int unsaid = perNode > 0 ? perNode : alone ? slots.count() : 0;
            if (program.count() == 0 && unsaid == 0) {
                throw new UsageException(
                        "With several programs each needs its number of processes: -np N.");
            }
            counts.add(program.count() > 0 ? program.count() : unsaid);
        }
        int total = counts.stream().mapToInt(Integer::intValue).sum();
        slots.check(running + total, request.mapping().oversubscription());
        checkStdin(request.stdin(), started + total);
        List<CpuSet> bindings =
                bindings(request.binding(), request.mapping().cpus() != null, started + total);
        List<Plan.PlannedRank> ranks = new ArrayList<>();
        for (int program = 0; program < counts.size(); program++) {
            for (int i = 0; i < counts.get(program); i++) {
                int rank = ranks.size();
                // One host: a rank's index on it is its rank.
                ranks.add(new Plan.PlannedRank(rank, rank, program, bindings.get(started + rank)));
            }
        }
        return new Plan(host, slots, programs, List.copyOf(ranks));
    }

    private static void checkStdin(JobRequest.Stdin stdin, int total) throws UsageException {
        if (stdin.rank() >= total) {
            throw new UsageException(
                    "--stdin " + stdin.rank() + " names no rank of this job of " + total + ".");
        }
    }

    private int perNode(JobRequest.Mapping mapping) {
        boolean whole = mapping.resource() == BindTarget.NONE;
        return mapping.perResource() * (whole ? 1 : places(mapping.resource()).size());
    }

    private List<CpuSet> places(BindTarget target) {
        return switch (target) {
            case NONE -> List.of(CpuSet.EMPTY);
            case CORE -> topology.cores();
            case HWTHREAD -> topology.threads();
            case L3CACHE -> topology.caches();
            case NUMA -> topology.nodes();
            case PACKAGE -> topology.packages();
        };
    }

    private List<CpuSet> bindings(JobRequest.Binding binding, boolean restricted, int total)
            throws UsageException {
        boolean anywhere = binding.target() == BindTarget.NONE;
        List<CpuSet> places =
                anywhere && restricted
                        ? List.of(topology.usable())
                        : grouped(places(binding.target()), binding);
        if (binding.target().single() && total > places.size() && !binding.overload()) {
            throw tooFew(binding, places.size(), total);
        }
        List<CpuSet> bindings = new ArrayList<>();
        for (int rank = 0; rank < total; rank++) {
            bindings.add(places.get(rank % places.size()));
        }
        return bindings;
    }

    /** Joins as many neighbouring cores as each rank gets; incomplete groups are left out. */
    private static List<CpuSet> grouped(List<CpuSet> places, JobRequest.Binding binding)
            throws UsageException {
        int width = binding.target().single() ? binding.width() : 1;
        if (width > places.size()) {
            throw new UsageException(
                    "PE="
                            + width
                            + " asks for more than the "
                            + places.size()
                            + " cores there are.");
        }
        List<CpuSet> groups = new ArrayList<>();
        for (int i = 0; i + width <= places.size(); i += width) {
            String cpus =
                    places.subList(i, i + width).stream()
                            .map(CpuSet::toString)
                            .collect(Collectors.joining(","));
            groups.add(width == 1 ? places.get(i) : CpuSet.parse(cpus));
        }
        return groups;
    }

    private static UsageException tooFew(JobRequest.Binding binding, int places, int total) {
        String word = binding.target().word();
        String each = binding.width() > 1 ? "groups of " + binding.width() + " " : "";
        return new UsageException(
                "There are " + places + " " + each + word + "s to bind " + total + " ranks to.",
                "Two ranks on one would wait for each other. Bind to none, ask for fewer ranks,"
                        + " or accept it with --bind-to "
                        + word
                        + ":overload-allowed.");
    }
}
