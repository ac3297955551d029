package org.strata.launcher.job;

import org.strata.launcher.map.Node;
import org.strata.launcher.map.Plan;

import java.util.List;

/** The numbers of a plan's hosts: this one is 0, the others count from 1 in the plan's order. */
public final class NodeNumbers {
    private final Plan plan;
    private final int[] byHost;

    /** Numbers the hosts of a plan. */
    public NodeNumbers(Plan plan) {
        this.plan = plan;
        byHost = of(plan.hosts());
    }

    private static int[] of(List<Node> hosts) {
        int[] numbers = new int[hosts.size()];
        int last = 0;
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = hosts.get(i).local() ? 0 : ++last;
        }
        return numbers;
    }

    /** Returns the node of a rank. */
    int of(Plan.PlannedRank rank) {
        return byHost[rank.host()];
    }

    /** Returns whether the job may use other hosts. */
    boolean remote() {
        return plan.hosts().stream().anyMatch(host -> !host.local());
    }

    /** Returns the number of ranks of a program that run on this host. */
    public int here(int program) {
        return (int)
                plan.ranks().stream()
                        .filter(rank -> rank.program() == program && of(rank) == 0)
                        .count();
    }
}
