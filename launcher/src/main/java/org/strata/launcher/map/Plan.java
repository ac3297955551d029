package org.strata.launcher.map;

import org.strata.launcher.cli.AppContext;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Which rank runs which program where.
 *
 * @param host this host's name
 * @param slots slots of the host
 * @param programs the programs
 * @param ranks what each rank is, by rank
 */
public record Plan(String host, Slots slots, List<AppContext> programs, List<PlannedRank> ranks) {
    /**
     * One rank.
     *
     * @param number its rank in MPI_COMM_WORLD
     * @param localRank its index among the ranks of its host
     * @param program index of its program
     * @param cpus the processors it is bound to; empty for none
     */
    public record PlannedRank(int number, int localRank, int program, CpuSet cpus) {}

    /** Returns the number of ranks. */
    public int size() {
        return ranks.size();
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
