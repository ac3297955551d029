package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.ReservedTags;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RankThreads;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Agreements by messages up and down a tree, among any number of members. */
class AgreementTest {
    private static final int WORDS = 5;

    private static long[] words(int rank) {
        return new Random(rank).longs(WORDS, Long.MIN_VALUE, Long.MAX_VALUE).toArray();
    }

    /** Members of the group are every rank but 0, the last one first. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 6, 9})
    void everyMemberOfAGroupHasTheAndOfAll(int size) {
        int[] members = IntStream.range(1, size).map(i -> size - i).toArray();
        long[] expected = new long[WORDS];
        Arrays.fill(expected, -1);
        for (int member : members) {
            long[] theirs = words(member);
            for (int i = 0; i < WORDS; i++) {
                expected[i] &= theirs[i];
            }
        }
        try (FakeJob job = FakeJob.of(size)) {
            List<FakePml> pmls = FakePml.of(job, 1 << 10);
            RankThreads.run(
                    job,
                    rank -> {
                        if (rank.rank() > 0) {
                            FakePml pml = pmls.get(rank.rank());
                            int me = size - rank.rank() - 1;
                            long[] mine = words(rank.rank());
                            CommContext world = pml.world(0);
                            var group = new GroupAgreement(pml, world, members, me, 7);
                            assertThat(group.and(mine)).isEqualTo(Rc.OK);
                            assertThat(mine).isEqualTo(expected);
                        }
                    });
            assertThat(pmls).allMatch(pml -> pml.unmatched() == 0);
        }
    }

    /** Several threads may agree at once on a communicator: by tags that are far apart, too. */
    @ParameterizedTest
    @ValueSource(ints = {1, 1 << 20, 1 << 30, Integer.MAX_VALUE - (1 << 21)})
    void tagsTellTheAgreementsOfAGroupApart(int tag) {
        int[] members = {0, 1};
        try (FakeJob job = FakeJob.of(2)) {
            List<FakePml> pmls = FakePml.of(job, 1 << 10);
            RankThreads.run(
                    job,
                    rank -> {
                        FakePml pml = pmls.get(rank.rank());
                        CommContext world = pml.world(0);
                        if (rank.rank() == 0) {
                            rank.waitUntil("the words of rank 1", () -> pml.unmatched() == 1);
                            PmlStatus status = new PmlStatus();
                            int zero = ReservedTags.GROUPS.tagByTurns(0);
                            assertThat(pml.iprobe(1, zero, world, status)).isFalse();
                        }
                        long[] words = {6 + rank.rank()};
                        var group = new GroupAgreement(pml, world, members, rank.rank(), tag);
                        assertThat(group.and(words)).isEqualTo(Rc.OK);
                        assertThat(words).containsExactly(6);
                    });
        }
    }

    /** Progress alone drives it; ids that one member uses are taken by none. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void aDuplicationFindsTheLowestIdThatIsFreeEverywhere(int size) {
        try (FakeJob job = FakeJob.of(size)) {
            List<FakePml> pmls = FakePml.of(job, 1 << 10);
            List<DupRequest> requests = new ArrayList<>();
            List<Communicator> copies = new ArrayList<>();
            for (FakeRank rank : job.ranks()) {
                FakePml pml = pmls.get(rank.rank());
                MpiRuntime runtime = runtime(rank, pml);
                // No id of the first round is free everywhere.
                for (int id = 0; id < 1500; id++) {
                    if (id % size == rank.rank()) {
                        runtime.contexts.take(ContextIds.HALF + id);
                    }
                }
                Communicator made = new Communicator();
                copies.add(made);
                requests.add(new DupRequest(runtime, pml.world(0), made, 0));
            }
            requests.forEach(DupRequest::start);
            job.progressUntil("all", () -> requests.stream().allMatch(DupRequest::isDone));
            assertThat(requests).allMatch(request -> request.error == Rc.OK);
            assertThat(copies)
                    .extracting(copy -> copy.context().id())
                    .containsOnly(ContextIds.HALF + 1500);
        }
    }

    private static MpiRuntime runtime(FakeRank rank, FakePml pml) {
        return new MpiRuntime(
                rank.engine(),
                rank.environment(),
                pml,
                new LoneColl(),
                new SharedBuffers(List.of()),
                () -> {},
                MPI.THREAD_SINGLE,
                true);
    }

    /** An inter-communicator's duplicate has an id for both groups and one for each alone. */
    @ParameterizedTest
    @CsvSource({"1, 1", "1, 4", "3, 2"})
    void aDuplicationOfTwoGroupsFindsTwoIds(int first, int second) {
        try (FakeJob job = FakeJob.of(first + second)) {
            List<FakePml> pmls = FakePml.of(job, 1 << 10);
            List<DupRequest> requests = new ArrayList<>();
            List<Communicator> copies = new ArrayList<>();
            for (FakeRank rank : job.ranks()) {
                MpiRuntime runtime = runtime(rank, pmls.get(rank.rank()));
                runtime.contexts.take(ContextIds.HALF + rank.rank());
                Communicator made = new Communicator();
                copies.add(made);
                requests.add(new DupRequest(runtime, inter(rank, first), made, 0));
            }
            requests.forEach(DupRequest::start);
            job.progressUntil("all", () -> requests.stream().allMatch(DupRequest::isDone));
            assertThat(requests).allMatch(request -> request.error == Rc.OK);
            int lowest = ContextIds.HALF + first + second;
            for (FakeRank rank : job.ranks()) {
                CommContext made = copies.get(rank.rank()).context();
                assertThat(made.group().id()).isEqualTo(lowest);
                assertThat(made.id()).isEqualTo(lowest + 1);
                assertThat(made.size()).isEqualTo(rank.rank() < first ? second : first);
                assertThat(made.firstGroup()).isEqualTo(rank.rank() < first);
            }
            assertThat(pmls).allMatch(pml -> pml.unmatched() == 0);
        }
    }

    /** Ranks below {@code first} are one group, the others the other one. */
    private static CommContext inter(FakeRank rank, int first) {
        List<Proc> all = rank.procs();
        Proc[] low = all.subList(0, first).toArray(new Proc[0]);
        Proc[] high = all.subList(first, all.size()).toArray(new Proc[0]);
        boolean isFirst = rank.rank() < first;
        int mine = rank.rank() - (isFirst ? 0 : first);
        CommContext group = new CommContext(7, mine, isFirst ? low : high, rank.rank());
        return new CommContext(9, group, isFirst, isFirst ? high : low);
    }
}
