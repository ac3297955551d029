package mpi;

import org.strata.mca.proc.Proc;

import java.util.Arrays;

/** An ordered set of processes (MPI 3.1 §6.3). All operations are local. */
public final class Group implements Freeable {
    /** Ranks in MPI_COMM_WORLD, by rank in the group; null for a null group. */
    private int[] members;

    private final boolean predefined;

    /** Makes a group of given processes; owns the array from now on. */
    Group(int... worldRanks) {
        this(false, worldRanks);
    }

    private Group(boolean predefined, int[] worldRanks) {
        this.predefined = predefined;
        this.members = worldRanks;
    }

    /** Makes MPI_GROUP_EMPTY. */
    static Group empty() {
        return new Group(true, new int[0]);
    }

    private static int[] members(Group group, String call) throws MPIException {
        MPI.check();
        if (group == null || group.members == null) {
            throw Errors.raise(null, MPI.ERR_GROUP, call, "the group is null or was freed");
        }
        return group.members;
    }

    /** Returns the processes by rank. */
    Proc[] procs(MpiRuntime runtime, String call) throws MPIException {
        int[] ranks = members(this, call);
        Proc[] procs = new Proc[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            procs[i] = runtime.proc(ranks[i]);
        }
        return procs;
    }

    /** Returns the group rank of a rank in MPI_COMM_WORLD; UNDEFINED for no member. */
    private static int find(int[] members, int worldRank) {
        for (int i = 0; i < members.length; i++) {
            if (members[i] == worldRank) {
                return i;
            }
        }
        return MPI.UNDEFINED;
    }

    /** Returns the number of processes. */
    public int getSize() throws MPIException {
        return members(this, "MPI_Group_size").length;
    }

    /** Returns this process's rank in the group; {@link MPI#UNDEFINED} if it is no member. */
    public int getRank() throws MPIException {
        int[] ranks = members(this, "MPI_Group_rank");
        return find(ranks, MpiRuntime.current().rank());
    }

    /** Makes the group null (MPI 3.1 §6.3.3); communicators made of it are not affected. */
    @Override
    public void free() throws MPIException {
        members(this, "MPI_Group_free");
        if (predefined) {
            throw Errors.raise(null, MPI.ERR_GROUP, "MPI_Group_free", "the group is predefined");
        }
        members = null;
    }

    /** Returns whether the group was freed. */
    public boolean isNull() {
        return members == null;
    }

    /**
     * Translates ranks of one group to another (MPI 3.1 §6.3.1).
     *
     * @param group1 the group that the ranks belong to
     * @param ranks1 ranks, {@link MPI#PROC_NULL} allowed
     * @param group2 the other group
     * @return ranks in the other group; {@link MPI#UNDEFINED} for processes that are not in it
     */
    public static int[] translateRanks(Group group1, int[] ranks1, Group group2)
            throws MPIException {
        String call = "MPI_Group_translate_ranks";
        int[] from = members(group1, call);
        int[] to = members(group2, call);
        Checks.notNull(null, call, "ranks", ranks1);
        int[] positions = RankIndex.positions(to);
        int[] translated = new int[ranks1.length];
        for (int i = 0; i < ranks1.length; i++) {
            int rank = ranks1[i];
            if (rank == MPI.PROC_NULL) {
                translated[i] = MPI.PROC_NULL;
            } else {
                checkRank(rank, from.length, call);
                int worldRank = from[rank];
                boolean found = worldRank < positions.length && positions[worldRank] >= 0;
                translated[i] = found ? positions[worldRank] : MPI.UNDEFINED;
            }
        }
        return translated;
    }

    private static void checkRank(int rank, int size, String call) throws MPIException {
        if (rank < 0 || rank >= size) {
            String detail = "rank " + rank + " is not in a group of " + size;
            throw Errors.raise(null, MPI.ERR_RANK, call, detail);
        }
    }

    /**
     * Compares two groups (MPI 3.1 §6.3.1).
     *
     * @return {@link MPI#IDENT} for the same processes in the same order, {@link MPI#SIMILAR} in
     *     another order, else {@link MPI#UNEQUAL}
     */
    public static int compare(Group group1, Group group2) throws MPIException {
        int[] a = members(group1, "MPI_Group_compare");
        int[] b = members(group2, "MPI_Group_compare");
        if (Arrays.equals(a, b)) {
            return MPI.IDENT;
        }
        int[] sortedA = a.clone();
        int[] sortedB = b.clone();
        Arrays.sort(sortedA);
        Arrays.sort(sortedB);
        return Arrays.equals(sortedA, sortedB) ? MPI.SIMILAR : MPI.UNEQUAL;
    }

    /** Returns all of the first group, then those of the second that are not in the first. */
    public static Group union(Group group1, Group group2) throws MPIException {
        int[] a = members(group1, "MPI_Group_union");
        int[] rest = select(members(group2, "MPI_Group_union"), a, false);
        int[] all = Arrays.copyOf(a, a.length + rest.length);
        System.arraycopy(rest, 0, all, a.length, rest.length);
        return new Group(all);
    }

    /** Returns those of the first group that are in the second too, in the first's order. */
    public static Group intersection(Group group1, Group group2) throws MPIException {
        int[] a = members(group1, "MPI_Group_intersection");
        return new Group(select(a, members(group2, "MPI_Group_intersection"), true));
    }

    /** Returns those of the first group that are not in the second, in the first's order. */
    public static Group difference(Group group1, Group group2) throws MPIException {
        int[] a = members(group1, "MPI_Group_difference");
        return new Group(select(a, members(group2, "MPI_Group_difference"), false));
    }

    private static int[] select(int[] from, int[] other, boolean in) {
        int[] positions = RankIndex.positions(other);
        return keep(from, i -> (from[i] < positions.length && positions[from[i]] >= 0) == in);
    }

    @FunctionalInterface
    private interface Selection {
        boolean keeps(int rank);
    }

    private static int[] keep(int[] from, Selection selection) {
        int[] kept = new int[from.length];
        int count = 0;
        for (int i = 0; i < from.length; i++) {
            if (selection.keeps(i)) {
                kept[count++] = from[i];
            }
        }
        return Arrays.copyOf(kept, count);
    }

    /**
     * Returns the processes with the given ranks, in that order (MPI 3.1 §6.3.2).
     *
     * @throws MPIException ERR_RANK if a rank does not exist or occurs twice
     */
    public Group incl(int[] ranks) throws MPIException {
        String call = "MPI_Group_incl";
        int[] from = members(this, call);
        chosen(from, ranks, call);
        int[] some = new int[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            some[i] = from[ranks[i]];
        }
        return new Group(some);
    }

    /**
     * Returns all processes but those with the given ranks, in order (MPI 3.1 §6.3.2).
     *
     * @throws MPIException ERR_RANK if a rank does not exist or occurs twice
     */
    public Group excl(int[] ranks) throws MPIException {
        String call = "MPI_Group_excl";
        int[] from = members(this, call);
        boolean[] out = chosen(from, ranks, call);
        return new Group(keep(from, i -> !out[i]));
    }

    private static boolean[] chosen(int[] from, int[] ranks, String call) throws MPIException {
        Checks.notNull(null, call, "ranks", ranks);
        boolean[] chosen = new boolean[from.length];
        for (int rank : ranks) {
            checkRank(rank, from.length, call);
            if (chosen[rank]) {
                throw Errors.raise(null, MPI.ERR_RANK, call, "rank " + rank + " occurs twice");
            }
            chosen[rank] = true;
        }
        return chosen;
    }

    /**
     * Returns the processes with the ranks of some ranges (MPI 3.1 §6.3.2).
     *
     * @param ranges triplets: first rank, last rank, stride
     * @throws MPIException ERR_ARG for a bad triplet, ERR_RANK
     */
    public Group rangeIncl(int[][] ranges) throws MPIException {
        int size = members(this, "MPI_Group_range_incl").length;
        return incl(expand(ranges, size, "MPI_Group_range_incl"));
    }

    /**
     * Returns all processes but those with the ranks of some ranges (MPI 3.1 §6.3.2).
     *
     * @param ranges triplets: first rank, last rank, stride
     * @throws MPIException ERR_ARG for a bad triplet, ERR_RANK
     */
    public Group rangeExcl(int[][] ranges) throws MPIException {
        int size = members(this, "MPI_Group_range_excl").length;
        return excl(expand(ranges, size, "MPI_Group_range_excl"));
    }

    private static int[] expand(int[][] ranges, int size, String call) throws MPIException {
        Checks.notNull(null, call, "ranges", ranges);
        int[] ranks = new int[0];
        for (int[] range : ranges) {
            if (range == null || range.length != 3 || range[2] == 0) {
                String detail = "a range is not first, last, stride with a stride that is not 0";
                throw Errors.raise(null, MPI.ERR_ARG, call, detail);
            }
            long way = (long) range[1] - range[0];
            if (way != 0 && way < 0 != range[2] < 0) {
                continue;
            }
            checkRank(range[0], size, call);
            checkRank((int) (range[0] + way - way % range[2]), size, call);
            int steps = (int) (way / range[2]);
            int before = ranks.length;
            ranks = Arrays.copyOf(ranks, before + steps + 1);
            for (int i = 0; i <= steps; i++) {
                ranks[before + i] = range[0] + i * range[2];
            }
        }
        return ranks;
    }
}
