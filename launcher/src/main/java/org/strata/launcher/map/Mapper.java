package org.strata.launcher.map;

import org.strata.launcher.cli.AppContext;
import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.cli.JobRequest.MapPolicy;
import org.strata.launcher.cli.JobRequest.Mapping;
import org.strata.launcher.cli.JobRequest.Oversubscription;
import org.strata.launcher.cli.JobRequest.Ranking;
import org.strata.launcher.cli.UsageException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Decides how many ranks there are, where each runs and what it is bound to: maps processes to
 * hosts and their parts, numbers them, then chooses processors.
 */
public final class Mapper {
    private final List<Node> nodes;
    private final Slots slots;
    private final UnaryOperator<String> canonical;

    /**
     * @param nodes the hosts
     * @param slots their slots
     * @param canonical returns the name that a host has in {@code nodes} for any of its names
     */
    public Mapper(List<Node> nodes, Slots slots, UnaryOperator<String> canonical) {
        this.nodes = List.copyOf(nodes);
        this.slots = slots;
        this.canonical = canonical;
    }

    /** Returns the plan of a job, or throws what is wrong with it. */
    public Plan plan(JobRequest request) throws UsageException {
        List<AppContext> programs = request.programs();
        List<String> hosts = request.mapping().programHosts();
        String origin = "a program's --host or --hostfile";
        return plan(request, programs, hosts, origin, Load.none(nodes.size()));
    }

    /**
     * Returns the plan of processes that are added to a job, whose ranks are counted from 0.
     *
     * @param programs what is spawned, each with its number of processes
     * @param hosts the hosts of each program, with commas between them; empty for any
     * @param load what runs already
     */
    public Plan planMore(
            JobRequest request, List<AppContext> programs, List<String> hosts, Load load)
            throws UsageException {
        return plan(request, programs, hosts, "the Info key \"host\"", load);
    }

    private Plan plan(
            JobRequest request,
            List<AppContext> programs,
            List<String> hosts,
            String origin,
            Load load)
            throws UsageException {
        Mapping mapping = request.mapping();
        List<Integer> eligible = eligible(mapping);
        int some = eligible.stream().mapToInt(node -> nodes.get(node).slots()).sum();
        Slots available = slots.limitedTo(some);
        HostIndex index = new HostIndex(nodes, canonical, origin);
        Placer placer =
                new Placer(nodes, mapping, index, eligible, acceptsMore(mapping), load.running());
        List<Placer> placers = placers(placer, index, hosts, mapping);
        List<Integer> counts = counts(programs, placers, mapping);
        ProcessCount.check(load.totalStarted(), counts.stream().mapToLong(Integer::intValue).sum());
        int total = counts.stream().mapToInt(Integer::intValue).sum();
        if (followsSlots(mapping)) {
            available.check(load.totalRunning() + total, mapping.oversubscription());
        }
        checkStdin(request.stdin(), load.totalStarted() + total);
        List<Seat> seats = new ArrayList<>();
        List<Integer> programOf = new ArrayList<>();
        for (int program = 0; program < counts.size(); program++) {
            int count = counts.get(program);
            Placer limited = placers.get(program);
            if (limited != placer) {
                checkRoom(limited, count, mapping);
            }
            List<Seat> own = limited.place(count);
            seats.addAll(ordered(own, mapping));
            programOf.addAll(Collections.nCopies(own.size(), program));
        }
        List<CpuSet> cpus =
                new BindingPlan(request.binding(), mapping.cpus() != null, nodes, load).of(seats);
        return new Plan(slots, programs, nodes, ranks(seats, programOf, cpus, load));
    }

    /** Returns what places each program; they share the stock of slots. */
    private static List<Placer> placers(
            Placer all, HostIndex index, List<String> hosts, Mapping mapping)
            throws UsageException {
        MapPolicy policy = mapping.placement().by();
        boolean file = policy == MapPolicy.RANKFILE || mapping.placement().file() != null;
        List<Placer> placers = new ArrayList<>();
        for (String own : hosts) {
            if (own.isEmpty() || file) {
                placers.add(all);
            } else if (policy == MapPolicy.SEQ) {
                // The first program's host file is the job's; a list comes before it.
                List<Integer> each = index.each(own);
                boolean first = placers.isEmpty() && !mapping.hostfiles().isEmpty();
                placers.add(first && all.follows(each) ? all : all.on(each));
            } else {
                placers.add(all.on(index.all(own)));
            }
        }
        return placers;
    }

    /** Some of the hosts must have slots for a program's processes. */
    private void checkRoom(Placer limited, int count, Mapping mapping) throws UsageException {
        if (followsSlots(mapping)) {
            slots.limitedTo(limited.slots())
                    .check(limited.used() + count, mapping.oversubscription());
        }
    }

    /** Returns the hosts to use; where there is no other host, --nolocal has no effect. */
    private List<Integer> eligible(Mapping mapping) {
        List<Integer> all = IntStream.range(0, nodes.size()).boxed().toList();
        List<Integer> remote = all.stream().filter(node -> !nodes.get(node).local()).toList();
        return mapping.placement().nolocal() && !remote.isEmpty() ? remote : all;
    }

    private boolean acceptsMore(Mapping mapping) {
        return switch (mapping.oversubscription()) {
            case ALLOWED -> true;
            case REFUSED -> false;
            case UNSAID -> !slots.counted();
        };
    }

    /** Files that name a host per process need no slots. */
    private static boolean followsSlots(Mapping mapping) {
        return followsPlaces(mapping) || mapping.oversubscription() == Oversubscription.REFUSED;
    }

    private static boolean followsPlaces(Mapping mapping) {
        MapPolicy policy = mapping.placement().by();
        return policy != MapPolicy.SEQ && policy != MapPolicy.RANKFILE;
    }

    private List<Integer> counts(List<AppContext> programs, List<Placer> placers, Mapping mapping)
            throws UsageException {
        boolean alone = programs.size() == 1;
        List<Integer> counts = new ArrayList<>();
        for (int i = 0; i < programs.size(); i++) {
            Placer placer = placers.get(i);
            int natural = placer.natural();
            boolean own = alone || placer.isLimited();
            int unsaid = natural > 0 ? natural : own ? placer.slots() : 0;
            int given = programs.get(i).count();
            int count = given > 0 ? given : unsaid;
            if (natural > 0 && count > natural) {
                boolean shared = placer.isShared();
                throw tooMany(count, natural, mapping.placement().by(), shared);
            }
            if (count == 0) {
                throw new UsageException(
                        "With several programs each needs its number of processes: -np N.");
            }
            placer.reserve(count);
            counts.add(count);
        }
        return counts;
    }

    private UsageException tooMany(int count, int natural, MapPolicy policy, boolean shared) {
        String what =
                switch (policy) {
                    case SEQ -> lines(natural, shared) + " of the host file of --map-by seq.";
                    case RANKFILE -> lines(natural, false) + " of the rank file.";
                    default ->
                            nodes.size() == 1
                                    ? " processes per host of -N or ppr."
                                    : " processes that -N or ppr allows on all hosts.";
                };
        return new UsageException("-np " + count + " asks for more than the " + natural + what);
    }

    private static String lines(int count, boolean left) {
        if (count == 1) {
            return left ? " line that is left" : " line";
        }
        return left ? " lines that are left" : " lines";
    }

    private static void checkStdin(JobRequest.Stdin stdin, int total) throws UsageException {
        if (stdin.rank() >= total) {
            throw new UsageException(
                    "--stdin " + stdin.rank() + " names no rank of this job of " + total + ".");
        }
    }

    private static List<Seat> ordered(List<Seat> seats, Mapping mapping) {
        Ranking ranking = mapping.placement().ranking();
        return switch (mapping.placement().by()) {
            case RANKFILE -> seats;
            case SEQ -> ranking == Ranking.UNSAID ? seats : Ranker.order(seats, ranking);
            default -> Ranker.order(seats, ranking);
        };
    }

    private List<Plan.PlannedRank> ranks(
            List<Seat> seats, List<Integer> programOf, List<CpuSet> cpus, Load load) {
        int[] local = new int[nodes.size()];
        List<Plan.PlannedRank> ranks = new ArrayList<>();
        for (int rank = 0; rank < seats.size(); rank++) {
            int node = seats.get(rank).node();
            int index = local[node]++;
            ranks.add(
                    new Plan.PlannedRank(
                            rank,
                            node,
                            index,
                            load.started().get(node) + index,
                            programOf.get(rank),
                            cpus.get(rank)));
        }
        return List.copyOf(ranks);
    }
}
