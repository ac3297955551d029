package org.strata.launcher.job;

import org.strata.launcher.cli.AppContext;
import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.map.Plan;
import org.strata.launcher.raw.RawPath;
import org.strata.launcher.wire.LaunchOrder;
import org.strata.launcher.wire.LaunchOrder.NodeProgram;
import org.strata.launcher.wire.LaunchOrder.NodeRank;
import org.strata.launcher.wire.LaunchOrder.RankPlace;
import org.strata.oob.frame.JobMap;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Makes the orders of all daemons that have ranks of a world.
 *
 * @param map the job as the world's ranks see it
 */
record LaunchOrders(JobRequest request, World world, JobMap map) {
    /** Has the daemons start their ranks. */
    void send(RemoteNodes daemons) {
        orders().forEach(daemons::launch);
    }

    /** Returns the order of each node that has ranks of the world. */
    Map<Integer, LaunchOrder> orders() {
        Plan plan = world.plan();
        NodeNumbers nodes = new NodeNumbers(plan);
        List<RankPlace> places =
                map.places().stream()
                        .map(at -> new RankPlace(at.host(), at.localRank(), at.appNum()))
                        .toList();
        List<NodeProgram> programs = new ArrayList<>();
        for (int i = 0; i < plan.programs().size(); i++) {
            AppContext program = plan.programs().get(i);
            programs.add(
                    new NodeProgram(
                            program.command(),
                            RawPath.text(world.directories().get(i)),
                            program.directory() != null,
                            program.path(),
                            world.environment().forwarded(i)));
        }
        Map<Integer, List<NodeRank>> byNode =
                plan.ranks().stream()
                        .filter(rank -> nodes.of(rank) != 0)
                        .collect(
                                Collectors.groupingBy(
                                        nodes::of,
                                        TreeMap::new,
                                        Collectors.mapping(this::rank, Collectors.toList())));
        Map<Integer, LaunchOrder> orders = new TreeMap<>();
        byNode.forEach((node, ranks) ->
                orders.put(
                        node,
                        new LaunchOrder(
                                plan.universeSize(),
                                map.federation(),
                                map.base(),
                                map.first(),
                                world.parent(),
                                places,
                                programs,
                                ranks,
                                request.output().merge(),
                                request.binding().optional(),
                                request.api())));
        return orders;
    }

    private String cpus(Plan.PlannedRank rank) {
        boolean free = request.binding().byDefault() && rank.cpus().isEmpty();
        return free ? LaunchOrder.FREE_CORE : rank.cpus().toString();
    }

    private NodeRank rank(Plan.PlannedRank rank) {
        return new NodeRank(
                map.first() + rank.number(),
                cpus(rank),
                world.parent() < 0 && request.stdin().goesTo(rank.number()),
                request.debuggers().option(map.first() + rank.number()),
                world.environment().ofPlace(rank));
    }
}
