package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.UniqueElements;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** The world has ranks 0 to 3; this process is rank 1. */
class GroupTest {
    private final LocalMpi mpi = new LocalMpi();

    @BeforeEach
    @BeforeProperty
    void start() {
        mpi.beforeEach(null);
    }

    @AfterEach
    @AfterProperty
    void stop() {
        mpi.afterEach(null);
    }

    private static Group group(int... worldRanks) throws MPIException {
        return MPI.COMM_WORLD.getGroup().incl(worldRanks);
    }

    private static int[] members(Group group) throws MPIException {
        int[] ranks = new int[group.getSize()];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = i;
        }
        return Group.translateRanks(group, ranks, MPI.COMM_WORLD.getGroup());
    }

    @Test
    void worldGroupHasAll() throws MPIException {
        Group world = MPI.COMM_WORLD.getGroup();
        assertThat(world.getSize()).isEqualTo(4);
        assertThat(world.getRank()).isEqualTo(1);
        assertThat(MPI.COMM_SELF.getGroup().getSize()).isEqualTo(1);
    }

    @Test
    void rankOfNonMemberIsUndefined() throws MPIException {
        assertThat(group(0, 2).getRank()).isEqualTo(MPI.UNDEFINED);
        assertThat(group(3, 1).getRank()).isEqualTo(1);
        assertThat(MPI.GROUP_EMPTY.getRank()).isEqualTo(MPI.UNDEFINED);
    }

    @Test
    void setOperationsKeepTheFirstOrder() throws MPIException {
        Group a = group(3, 1, 0);
        Group b = group(2, 1, 3);
        assertThat(members(Group.union(a, b))).containsExactly(3, 1, 0, 2);
        assertThat(members(Group.intersection(a, b))).containsExactly(3, 1);
        assertThat(members(Group.difference(a, b))).containsExactly(0);
    }

    @Property(tries = 200)
    void setOperationsAgreeWithLists(
            @ForAll @Size(max = 4) @UniqueElements List<@IntRange(max = 3) Integer> a,
            @ForAll @Size(max = 4) @UniqueElements List<@IntRange(max = 3) Integer> b)
            throws MPIException {
        Group groupA = group(ints(a));
        Group groupB = group(ints(b));
        List<Integer> union = new ArrayList<>(a);
        b.stream().filter(r -> !a.contains(r)).forEach(union::add);
        List<Integer> intersection = a.stream().filter(b::contains).toList();
        List<Integer> difference = a.stream().filter(r -> !b.contains(r)).toList();
        assertThat(members(Group.union(groupA, groupB))).containsExactly(ints(union));
        assertThat(members(Group.intersection(groupA, groupB))).containsExactly(ints(intersection));
        assertThat(members(Group.difference(groupA, groupB))).containsExactly(ints(difference));
        boolean sameSet = a.containsAll(b) && b.containsAll(a);
        int expected = a.equals(b) ? MPI.IDENT : sameSet ? MPI.SIMILAR : MPI.UNEQUAL;
        assertThat(Group.compare(groupA, groupB)).isEqualTo(expected);
    }

    private static int[] ints(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }

    @Test
    void exclKeepsTheRest() throws MPIException {
        Group world = MPI.COMM_WORLD.getGroup();
        assertThat(members(world.excl(new int[] {2, 0}))).containsExactly(1, 3);
        assertThat(members(world.excl(new int[0]))).containsExactly(0, 1, 2, 3);
    }

    @Test
    void rangesExpand() throws MPIException {
        Group world = MPI.COMM_WORLD.getGroup();
        int[][] odd = {{1, 3, 2}};
        int[][] down = {{3, 0, -2}, {0, 0, 1}};
        int[][] none = {{2, 1, 1}};
        assertThat(members(world.rangeIncl(odd))).containsExactly(1, 3);
        assertThat(members(world.rangeIncl(down))).containsExactly(3, 1, 0);
        assertThat(members(world.rangeIncl(none))).isEmpty();
        assertThat(members(world.rangeExcl(odd))).containsExactly(0, 2);
    }

    @Test
    void translationKnowsStrangersAndNobody() throws MPIException {
        int[] ranks = {0, MPI.PROC_NULL, 1};
        int[] translated = Group.translateRanks(group(0, 3), ranks, group(3, 2));
        assertThat(translated).containsExactly(MPI.UNDEFINED, MPI.PROC_NULL, 0);
    }

    @Test
    void badRanksAreRefused() throws MPIException {
        Group world = MPI.COMM_WORLD.getGroup();
        assertFails(MPI.ERR_RANK, () -> world.incl(new int[] {4})).contains("4");
        assertFails(MPI.ERR_RANK, () -> world.incl(new int[] {1, 1})).contains("twice");
        assertFails(MPI.ERR_RANK, () -> world.excl(new int[] {-1}));
        assertFails(MPI.ERR_ARG, () -> world.rangeIncl(new int[][] {{0, 3, 0}}));
        assertFails(MPI.ERR_RANK, () -> world.rangeIncl(new int[][] {{0, 4, 1}}));
        int most = Integer.MAX_VALUE;
        assertFails(MPI.ERR_RANK, () -> world.rangeIncl(new int[][] {{0, most, 1}}));
        assertFails(MPI.ERR_RANK, () -> world.rangeExcl(new int[][] {{-most, most, 3}}));
        assertFails(MPI.ERR_RANK, () -> world.rangeIncl(new int[][] {{3, -most, -most}}));
    }

    @Test
    void freedGroupsAreNull() throws MPIException {
        Group two = group(0, 1);
        two.free();
        assertThat(two.isNull()).isTrue();
        assertFails(MPI.ERR_GROUP, two::getSize);
        assertFails(MPI.ERR_GROUP, MPI.GROUP_EMPTY::free);
        assertThat(Group.compare(group(), MPI.GROUP_EMPTY)).isEqualTo(MPI.IDENT);
    }
}
