package org.strata.launcher.job;

import org.strata.launcher.cli.AppContext;
import org.strata.launcher.cli.JobRequest;
import org.strata.launcher.map.Plan;
import org.strata.launcher.wire.LaunchOrder;
import org.strata.launcher.wire.LaunchOrder.NodeProgram;
import org.strata.launcher.wire.LaunchOrder.NodeRank;
import org.strata.launcher.wire.LaunchOrder.RankPlace;
import org.strata.oob.JobMap;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes and sends the orders of all daemons that have ranks. */
record LaunchOrders(
        JobRequest request,
        Plan plan,
        JobMap map,
        NodeNumbers nodes,
        List<Path> directories,
        RankEnvironment environment,
        RemoteNodes others) {
    void send() {
        List<RankPlace> places =
                plan.ranks().stream()
                        .map(rank ->
                                new RankPlace(plan.hostOf(rank), rank.localRank(), rank.program()))
                        .toList();
        List<NodeProgram> programs = new ArrayList<>();
        for (int i = 0; i < plan.programs().size(); i++) {
            AppContext program = plan.programs().get(i);
            programs.add(
                    new NodeProgram(
                            program.command(),
                            directories.get(i).toString(),
                            program.directory() != null,
                            environment.forwarded(i)));
        }
        for (RemoteNode node : others.nodes()) {
            List<NodeRank> ranks =
                    plan.ranks().stream()
                            .filter(rank -> nodes.of(rank) == node.number())
                            .map(this::rank)
                            .toList();
            if (!ranks.isEmpty()) {
                others.launch(
                        node.number(),
                        new LaunchOrder(
                                plan.universeSize(),
                                map.federation(),
                                map.base(),
                                places,
                                programs,
                                ranks,
                                request.output().merge(),
                                request.binding().optional(),
                                request.api()));
            }
        }
    }

    private NodeRank rank(Plan.PlannedRank rank) {
        return new NodeRank(
                rank.number(),
                rank.cpus().toString(),
                request.stdin().goesTo(rank.number()),
                environment.ofPlace(rank));
    }
}
