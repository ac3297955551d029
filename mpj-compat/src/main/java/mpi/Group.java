package mpi;

import java.util.Arrays;

/** An ordered set of processes. */
public class Group implements Freeable {
    final org.strata.mpi.Group core;

    Group(org.strata.mpi.Group core) {
        this.core = core;
    }

    private static org.strata.mpi.Group core(Group group) {
        if (group == null) {
            throw MPIException.bad("MPI_ERR_GROUP", "the group is null");
        }
        return group.core;
    }

    private static Group of(Core.Call<org.strata.mpi.Group> call) {
        return new Group(Core.get(call));
    }

    /** Makes the group null. */
    @Override
    public void free() throws MPIException {
        Core.run(core::free);
    }

    /** Does nothing: the garbage collector reclaims groups. mpiJava declares it. */
    @Override
    @SuppressWarnings("removal")
    public void finalize() throws MPIException {}

    /** Returns the number of processes. */
    public int Size() throws MPIException {
        return Core.get(core::getSize);
    }

    /** Returns this process's rank, {@link MPI#UNDEFINED} if it is no member. */
    public int Rank() throws MPIException {
        return Numbers.rank(Core.get(core::getRank));
    }

    /** Returns the ranks in the second group of processes of the first. */
    public static int[] Translate_ranks(Group group1, int[] ranks1, Group group2)
            throws MPIException {
        org.strata.mpi.Group from = core(group1);
        org.strata.mpi.Group to = core(group2);
        int[] ranks = ranks1 == null ? null : Arrays.stream(ranks1).map(Numbers::dest).toArray();
        int[] found = Core.get(() -> org.strata.mpi.Group.translateRanks(from, ranks, to));
        return Arrays.stream(found).map(Numbers::rank).toArray();
    }

    /** Returns IDENT, SIMILAR (in another order) or UNEQUAL. */
    public static int Compare(Group group1, Group group2) throws MPIException {
        org.strata.mpi.Group one = core(group1);
        org.strata.mpi.Group two = core(group2);
        return MPI.comparison(Core.get(() -> org.strata.mpi.Group.compare(one, two)));
    }

    /** Returns all of the first group, then those of the second that are not in the first. */
    public static Group Union(Group group1, Group group2) throws MPIException {
        return of(() -> org.strata.mpi.Group.union(core(group1), core(group2)));
    }

    /** Returns all of the first group that are in the second. */
    public static Group Intersection(Group group1, Group group2) throws MPIException {
        return of(() -> org.strata.mpi.Group.intersection(core(group1), core(group2)));
    }

    /** Returns all of the first group that are not in the second. */
    public static Group Difference(Group group1, Group group2) throws MPIException {
        return of(() -> org.strata.mpi.Group.difference(core(group1), core(group2)));
    }

    /** Returns the processes with some ranks, in their order. */
    public Group Incl(int[] ranks) throws MPIException {
        return of(() -> core.incl(ranks));
    }

    /** Returns the processes without some ranks. */
    public Group Excl(int[] ranks) throws MPIException {
        return of(() -> core.excl(ranks));
    }

    /** Returns the processes in ranges of ranks: first, last, stride. */
    public Group Range_incl(int[][] ranges) throws MPIException {
        return of(() -> core.rangeIncl(ranges));
    }

    /** Returns the processes outside of ranges of ranks: first, last, stride. */
    public Group Range_excl(int[][] ranges) throws MPIException {
        return of(() -> core.rangeExcl(ranges));
    }
}
