package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;

import java.util.Arrays;

/** Finds many processes' ranks in a communicator after one pass over its members. */
final class RankIndex {
    private final CommContext context;

    /** Ranks by the rank in MPI_COMM_WORLD, -1 for none. */
    private final int[] ranks;

    RankIndex(CommContext context) {
        this.context = context;
        int[] worldRanks = new int[context.size()];
        for (int rank = 0; rank < worldRanks.length; rank++) {
            worldRanks[rank] = context.peer(rank).rank();
        }
        this.ranks = positions(worldRanks);
    }

    /** Returns the position of each number in a list of different numbers from 0; -1 for none. */
    static int[] positions(int[] numbers) {
        int[] positions = new int[1 + Arrays.stream(numbers).max().orElse(-1)];
        Arrays.fill(positions, -1);
        for (int i = 0; i < numbers.length; i++) {
            positions[numbers[i]] = i;
        }
        return positions;
    }

    /** Returns a process's rank in the communicator, -1 for none. */
    int rankOf(Proc proc) {
        int rank = proc.rank() < ranks.length ? ranks[proc.rank()] : -1;
        return rank >= 0 && context.peer(rank) == proc ? rank : -1;
    }
}
