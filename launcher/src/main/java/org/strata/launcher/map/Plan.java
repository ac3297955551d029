package org.strata.launcher.map;

import org.strata.launcher.cli.AppContext;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Which rank runs which program where.
 *
 * @param slots slots of all hosts
 * @param programs the programs
 * @param hosts the hosts of the allocation, also those without ranks
 * @param ranks what each rank is, by rank
 */
public record Plan(
        Slots slots, List<AppContext> programs, List<Node> hosts, List<PlannedRank> ranks) {
    /**
     * One rank.
     *
     * @param number its rank in MPI_COMM_WORLD
     * @param host index of its host
     * @param localRank its index among the ranks of its world on the host
     * @param nodeRank its index among the ranks of all worlds of the job on the host
     * @param program index of its program
     * @param cpus the processors it is bound to; empty for none
     */
    public record PlannedRank(
            int number, int host, int localRank, int nodeRank, int program, CpuSet cpus) {}

    /** Returns the number of ranks. */
    public int size() {
        return ranks.size();
    }

    /** Returns the name of the first host. */
    public String host() {
        return hosts.getFirst().name();
    }

    /** Returns the name of a rank's host. */
    public String hostOf(PlannedRank rank) {
        return hosts.get(rank.host()).name();
    }

    /** Returns the ranks of a host. */
    public List<PlannedRank> ranksOn(int host) {
        return ranks.stream().filter(rank -> rank.host() == host).toList();
    }

    /** Returns the attribute MPI_UNIVERSE_SIZE: slots, or ranks when there are more of them. */
    public int universeSize() {
        return Math.max(slots.count(), ranks.size());
    }

    /** Returns the number of ranks of a program. */
    public int size(int program) {
        return (int) ranks.stream().filter(rank -> rank.program() == program).count();
    }

    /** Returns the first rank of each program. */
    public List<Integer> firstRanks() {
        return IntStream.range(0, programs.size())
                .map(p ->
                        ranks.stream()
                                .filter(rank -> rank.program() == p)
                                .mapToInt(PlannedRank::number)
                                .findFirst()
                                .orElse(-1))
                .boxed()
                .toList();
    }
}
