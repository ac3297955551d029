package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.CommId;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.ReservedTags;
import org.strata.mca.pml.TagTurns;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RankThreads;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The names of new communicators: broadcasts down a tree, among any number of members. */
class CreationNamesTest {
    @RegisterExtension static final LocalMpi MPI_RUNS = new LocalMpi();

    private static final int TAG = ReservedTags.CREATIONS.tag(0);

    /** Members of the group are every rank but 0, the last one first. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 6, 9})
    void everyMemberOfAGroupHasTheWordsOfTheFirst(int size) {
        int[] members = IntStream.range(1, size).map(i -> size - i).toArray();
        try (FakeJob job = FakeJob.of(size)) {
            List<FakePml> pmls = FakePml.of(job, 1 << 10);
            RankThreads.run(
                    job,
                    rank -> {
                        if (rank.rank() > 0) {
                            FakePml pml = pmls.get(rank.rank());
                            int me = size - rank.rank() - 1;
                            long[] mine = {17L * rank.rank(), -rank.rank()};
                            CommContext world = pml.world(0);
                            var group = new GroupBroadcast(pml, world, members, me, TAG);
                            assertThat(group.atRoot()).isEqualTo(rank.rank() == size - 1);
                            assertThat(group.run(mine)).isEqualTo(Rc.OK);
                            assertThat(mine).containsExactly(17L * (size - 1), 1L - size);
                        }
                    });
            assertThat(pmls).allMatch(pml -> pml.unmatched() == 0);
        }
    }

    /** All members below get what there is to get; the first failure is the result. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aFailedSendFailsTheBroadcastThatGoesOn(int lost) {
        List<Object> sent = new ArrayList<>();
        InvocationHandler answer =
                (proxy, method, arguments) -> {
                    sent.add(arguments[1]);
                    return arguments[1].equals(lost) ? Rc.PEER_FAILED : Rc.OK;
                };
        Class<?>[] types = {Pml.class};
        Pml pml = (Pml) Proxy.newProxyInstance(Pml.class.getClassLoader(), types, answer);
        var group = new GroupBroadcast(pml, null, new int[] {0, 1, 2, 3}, 0, TAG);
        assertThat(Rc.name(group.run(new long[2]))).isEqualTo("PEER_FAILED");
        assertThat(sent).containsExactly(2, 1);
    }

    /** Several threads may create groups of a communicator at once: by tags far apart, too. */
    @ParameterizedTest
    @ValueSource(ints = {1, 1 << 20, 1 << 30, Integer.MAX_VALUE - (1 << 23)})
    void tagsTellTheCreationsOfAGroupApart(int tag) {
        int channel = ReservedTags.GROUPS.tagByTurns(tag);
        assertThat(channel).isNotEqualTo(ReservedTags.GROUPS.tagByTurns(0));
        int[] members = {0, 1};
        try (FakeJob job = FakeJob.of(2)) {
            List<FakePml> pmls = FakePml.of(job, 1 << 10);
            RankThreads.run(
                    job,
                    rank -> {
                        FakePml pml = pmls.get(rank.rank());
                        CommContext world = pml.world(0);
                        if (rank.rank() == 1) {
                            rank.waitUntil("the words of rank 0", () -> pml.unmatched() == 1);
                            PmlStatus status = new PmlStatus();
                            int zero = ReservedTags.GROUPS.tagByTurns(0);
                            assertThat(pml.iprobe(0, zero, world, status)).isFalse();
                        }
                        long[] words = {6 + rank.rank()};
                        var group = new GroupBroadcast(pml, world, members, rank.rank(), channel);
                        assertThat(group.run(words)).isEqualTo(Rc.OK);
                        assertThat(words).containsExactly(6);
                    });
        }
    }

    /** Progress alone drives it; the name is the next one of the first member. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void aDuplicationHasTheNameThatItsFirstMemberGives(int size) {
        try (FakeJob job = FakeJob.of(size)) {
            List<FakePml> pmls = FakePml.of(job, 1 << 10);
            List<DupRequest> requests = new ArrayList<>();
            List<Communicator> copies = new ArrayList<>();
            for (FakeRank rank : job.ranks()) {
                FakePml pml = pmls.get(rank.rank());
                MpiRuntime runtime = runtime(rank, pml);
                runtime.names = new CommId.Namer(rank.rank(), 1500 + rank.rank());
                Communicator made = new Communicator();
                copies.add(made);
                requests.add(new DupRequest(runtime, pml.world(0), made, turn()));
            }
            requests.forEach(DupRequest::start);
            job.progressUntil("all", () -> requests.stream().allMatch(DupRequest::isDone));
            assertThat(requests).allMatch(request -> request.error == Rc.OK);
            assertThat(copies).extracting(copy -> copy.context().identity()).containsOnly(1500L);
            assertThat(pmls).allMatch(pml -> pml.unmatched() == 0);
        }
    }

    /** Duplications of two communicators do not wait for each other, in whatever order. */
    @Test
    void duplicationsOfDifferentCommunicatorsAreIndependent() {
        try (FakeJob job = FakeJob.of(3)) {
            List<FakePml> pmls = FakePml.of(job, 1 << 10);
            List<DupRequest> ofOne = new ArrayList<>();
            List<DupRequest> ofOther = new ArrayList<>();
            for (FakeRank rank : job.ranks()) {
                FakePml pml = pmls.get(rank.rank());
                MpiRuntime runtime = runtime(rank, pml);
                ofOne.add(new DupRequest(runtime, pml.world(1), new Communicator(), turn()));
                ofOther.add(new DupRequest(runtime, pml.world(2), new Communicator(), turn()));
            }
            // Rank 0 has begun only the one, rank 2 only the other, rank 1 both.
            ofOther.get(2).start();
            ofOther.get(1).start();
            ofOne.get(0).start();
            ofOne.get(1).start();
            job.progressUntil("rank 1", () -> ofOne.get(1).isDone());
            ofOne.get(2).start();
            job.progressUntil("the one", () -> ofOne.stream().allMatch(DupRequest::isDone));
            assertThat(ofOther.get(1).isDone()).isFalse();
            ofOther.get(0).start();
            job.progressUntil("the other", () -> ofOther.stream().allMatch(DupRequest::isDone));
        }
    }

    private static TagTurns.Turn turn() {
        return new TagTurns(ReservedTags.DUPLICATIONS, (1L << 31) - 1).take(1);
    }

    private static MpiRuntime runtime(FakeRank rank, Pml pml) {
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

    /** An older one with the same tag has not ended here: its words come first. */
    @Test
    void aDuplicationWaitsForTheOneWithItsTagBefore() {
        try (FakeJob job = FakeJob.of(2)) {
            List<FakePml> pmls = FakePml.of(job, 1 << 10);
            List<List<DupRequest>> requests = new ArrayList<>();
            List<List<Communicator>> copies = new ArrayList<>();
            for (FakeRank rank : job.ranks()) {
                MpiRuntime runtime = runtime(rank, pmls.get(rank.rank()));
                CommContext parent = pmls.get(rank.rank()).world(0);
                TagTurns turns = new TagTurns(ReservedTags.DUPLICATIONS, (1L << 31) - 1);
                TagTurns.Turn older = turns.take(1);
                for (int i = 1; i < ReservedTags.DUPLICATIONS.count(); i++) {
                    turns.take(1).end();
                }
                TagTurns.Turn later = turns.take(1);
                assertThat(later.tag(0)).isEqualTo(older.tag(0));
                List<Communicator> made = List.of(new Communicator(), new Communicator());
                copies.add(made);
                requests.add(
                        List.of(
                                new DupRequest(runtime, parent, made.get(0), older),
                                new DupRequest(runtime, parent, made.get(1), later)));
            }
            // Rank 1 begins them in the wrong order: the later one must not take the first words.
            requests.get(0).forEach(DupRequest::start);
            requests.get(1).get(1).start();
            job.rank(1).engine().progress();
            assertThat(requests.get(1).get(1).isDone()).isFalse();
            requests.get(1).get(0).start();
            job.progressUntil(
                    "all", () -> requests.stream().flatMap(List::stream).allMatch(r -> r.isDone()));
            for (int i = 0; i < 2; i++) {
                long name = copies.get(0).get(i).context().identity();
                assertThat(copies.get(1).get(i).context().identity()).isEqualTo(name);
            }
        }
    }

    /** The duplicate has copies of the attributes; a communicator that never is deletes them. */
    @ParameterizedTest
    @ValueSource(ints = {Rc.OK, Rc.PEER_FAILED})
    void aDuplicationThatFailsDeletesTheAttributes(int rc) throws MPIException {
        int key = Comm.createKeyval();
        try (FakeJob job = FakeJob.of(2)) {
            FakePml real = FakePml.of(job, 1 << 10).get(1);
            InvocationHandler answer =
                    (proxy, method, arguments) -> {
                        return method.getName().equals("ireceive")
                                ? new Ended(rc, real.world(0))
                                : method.invoke(real, arguments);
                    };
            Class<?>[] types = {Pml.class};
            Pml pml = (Pml) Proxy.newProxyInstance(Pml.class.getClassLoader(), types, answer);
            Communicator made = new Communicator();
            made.attributes().set(key, "x");
            Comm.freeKeyval(key);
            DupRequest dup = new DupRequest(runtime(job.rank(1), pml), real.world(0), made, turn());
            dup.start();
            assertThat(dup.isDone()).isTrue();
            assertThat(dup.error).isEqualTo(rc);
            assertThat(made.attributes().get(key)).isEqualTo(rc == Rc.OK ? "x" : null);
            if (rc != Rc.OK) {
                // It was the last attribute of a freed key.
                assertFails(MPI.ERR_KEYVAL, () -> MPI.COMM_SELF.getAttr(key));
            }
        }
    }

    /** A receive that has ended. */
    private static final class Ended extends PmlRequest {
        Ended(int rc, CommContext comm) {
            begin(comm);
            error = rc;
            finish();
        }

        @Override
        public void cancel() {}

        @Override
        protected void recycle() {}
    }

    /** Leaders whose tags are not the same, though the library's are, get an error. */
    @Test
    void leadersWithOtherTagsAreNotTakenForThisOne() {
        long[] in = new long[2];
        LeaderLink other =
                (sent, received) -> {
                    assertThat(sent).containsExactly(5, 7, 8);
                    received[0] = 5L + ReservedTags.BRIDGES.count();
                    received[1] = 1;
                    return Rc.OK;
                };
        assertThat(new BridgeLink(other, 5).exchange(new long[] {7, 8}, in))
                .isEqualTo(Rc.BAD_ARGUMENT);
        LeaderLink same =
                (sent, received) -> {
                    System.arraycopy(sent, 0, received, 0, 3);
                    return Rc.OK;
                };
        assertThat(new BridgeLink(same, 5).exchange(new long[] {7, 8}, in)).isEqualTo(Rc.OK);
        assertThat(in).containsExactly(7, 8);
    }

    /** An inter-communicator's duplicate has a name for both groups and one for each alone. */
    @ParameterizedTest
    @CsvSource({"1, 1", "1, 4", "3, 2"})
    void aDuplicationOfTwoGroupsHasThreeNames(int first, int second) {
        try (FakeJob job = FakeJob.of(first + second)) {
            List<FakePml> pmls = FakePml.of(job, 1 << 10);
            List<DupRequest> requests = new ArrayList<>();
            List<Communicator> copies = new ArrayList<>();
            for (FakeRank rank : job.ranks()) {
                MpiRuntime runtime = runtime(rank, pmls.get(rank.rank()));
                Communicator made = new Communicator();
                copies.add(made);
                requests.add(new DupRequest(runtime, inter(rank, first), made, turn()));
            }
            requests.forEach(DupRequest::start);
            job.progressUntil("all", () -> requests.stream().allMatch(DupRequest::isDone));
            assertThat(requests).allMatch(request -> request.error == Rc.OK);
            for (FakeRank rank : job.ranks()) {
                CommContext made = copies.get(rank.rank()).context();
                boolean isFirst = rank.rank() < first;
                assertThat(CommId.text(made.identity())).isEqualTo("0.2");
                String own = isFirst ? "0.3" : first + ".2";
                assertThat(CommId.text(made.group().identity())).isEqualTo(own);
                assertThat(made.size()).isEqualTo(isFirst ? second : first);
                assertThat(made.firstGroup()).isEqualTo(isFirst);
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
