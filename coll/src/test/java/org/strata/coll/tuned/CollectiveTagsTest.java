package org.strata.coll.tuned;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.coll.base.Scratch;
import org.strata.coll.bcast.BcastAlgorithm;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.CollRequest;
import org.strata.mca.coll.PairwiseMessages;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.ReservedTags;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RankThreads;
import org.strata.testkit.coll.CollOp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/**
 * Recorded collectives whose numbers are so far apart that they have the same tags, while the older
 * one is under way: some member has not begun it yet, or it is persistent.
 */
class CollectiveTagsTest {
    private static final DataLayout BYTE = DataLayouts.BYTE;
    private static final DataLayout PAIR = DataLayouts.basic(2, 2);
    private static final Buf NOTHING = new Buf(new byte[0], 0, 0, BYTE);
    private static final int RANKS = 3;
    private static final int COUNT = 50;
    private static final int LAST = 3000;

    /** What a rank does. */
    @FunctionalInterface
    private interface Play {
        void run(Member member) throws Exception;
    }

    private static void play(int size, Play play) {
        // Each rank passes a broadcast on to the next one.
        Rules chain =
                TestRules.of(TestRules.always(Collective.BCAST, BcastAlgorithm.PIPELINE, 0, 1));
        Rules rules = chain.otherwise(TestRules.builtIn());
        try (FakeJob job = FakeJob.of(size)) {
            List<FakePml> pmls = FakePml.of(job, 1 << 10);
            RankThreads.run(
                    job,
                    rank -> {
                        FakePml pml = pmls.get(rank.rank());
                        Scratch scratch = new Scratch(1 << 16);
                        Coll coll = TestColls.of(pml, rank.engine(), scratch, rules);
                        play.run(new Member(rank, coll, pml.world(4)));
                    });
            pmls.forEach(pml -> assertThat(pml.unmatched()).isZero());
        }
    }

    /** One rank's calls. */
    private record Member(FakeRank rank, Coll coll, CommContext comm) {
        int number() {
            return comm.rank();
        }

        CollRequest bcast(Buf buf, int root) {
            CollRequest request = coll.record(c -> c.bcast(buf, root, comm), false, comm);
            request.start();
            return request;
        }

        /** Makes so many non-blocking calls without messages: each takes a number. */
        void pass(int calls) {
            for (int i = 0; i < calls; i++) {
                bcast(NOTHING, 0).release();
            }
        }

        CollRequest allreduceInit(byte[] in, byte[] out) {
            return allreduce(in, out, true);
        }

        CollRequest allreduce(byte[] in, byte[] out) {
            CollRequest request = allreduce(in, out, false);
            request.start();
            return request;
        }

        private CollRequest allreduce(byte[] in, byte[] out, boolean repeatable) {
            Buf from = new Buf(in, 0, COUNT, PAIR);
            Buf into = new Buf(out, 0, COUNT, PAIR);
            CollOp sum = new CollOp(PAIR, true);
            return coll.record(c -> c.allreduce(from, into, sum, comm), repeatable, comm);
        }

        void complete(CollRequest request) {
            rank.engine().waitFor(request);
            assertThat(request.error).isEqualTo(Rc.OK);
            request.release();
        }
    }

    private static byte[] filled(int value) {
        byte[] data = new byte[2 * COUNT];
        Arrays.fill(data, (byte) value);
        return data;
    }

    private static Buf buf(byte[] data) {
        return new Buf(data, 0, data.length, BYTE);
    }

    /** Rank 0 comes last: rank 1 could pass the data of the second broadcast on to rank 2 first. */
    @Test
    void aNonBlockingOneDoesNotMeetTheOneWithItsTagsBefore() {
        for (int apart : new int[] {(1 << 20) - 1, 1 << 20}) {
            CountDownLatch ahead = new CountDownLatch(2);
            play(
                    RANKS,
                    member -> {
                        byte[] first = filled(member.number() == 0 ? 7 : 0);
                        byte[] second = filled(member.number() == 1 ? 9 : 0);
                        if (member.number() == 0) {
                            ahead.await();
                        }
                        CollRequest older = member.bcast(buf(first), 0);
                        member.pass(apart - 1);
                        CollRequest later = member.bcast(buf(second), 1);
                        for (int i = 0; i < 100; i++) {
                            member.rank.engine().progress();
                        }
                        ahead.countDown();
                        member.complete(later);
                        member.complete(older);
                        assertThat(first).containsOnly(7);
                        assertThat(second).containsOnly(9);
                        assertThat(member.comm.operations()).isZero();
                    });
        }
    }

    /** Its messages within a group have tags of the group's, which may come round sooner. */
    @Test
    void oneOfAnInterCommunicatorWaitsForTheTagsOfItsGroup() {
        CountDownLatch ahead = new CountDownLatch(1);
        play(
                3,
                world -> {
                    CommContext comm = InterCollectivesTest.inter(world.rank, 2, 3);
                    Member member = new Member(world.rank, world.coll.inter(world.coll), comm);
                    boolean waits = comm.firstGroup() && comm.rank() == 1;
                    if (comm.firstGroup() && comm.rank() == 0) {
                        ahead.await();
                    }
                    byte[] oldOut = filled(0);
                    byte[] out = filled(0);
                    CollRequest old = member.allreduce(filled(1), oldOut);
                    new Member(world.rank, world.coll, comm.group()).pass((1 << 20) - 1);
                    CollRequest later = member.allreduce(filled(2), out);
                    if (waits) {
                        assertThat(later.isDone()).isFalse();
                        assertThat(later.waitState().what())
                                .contains("an earlier non-blocking collective");
                        ahead.countDown();
                    }
                    member.complete(later);
                    member.complete(old);
                    assertThat(oldOut).containsOnly(comm.firstGroup() ? 1 : 2);
                    assertThat(out).containsOnly(comm.firstGroup() ? 2 : 4);
                });
    }

    /** A member that is ahead waits for nobody inside a call. */
    @Test
    void oneThatMayNotBeginYetIsBegunByProgress() {
        CountDownLatch ahead = new CountDownLatch(1);
        play(
                2,
                member -> {
                    byte[] data = filled(member.number() == 0 ? 3 : 0);
                    List<CollRequest> requests = new ArrayList<>();
                    if (member.number() == 0) {
                        ahead.await();
                    }
                    for (int i = 0; i < 2; i++) {
                        requests.add(member.bcast(buf(data), 0));
                        member.pass((1 << 20) - 1);
                    }
                    requests.add(member.bcast(buf(data), 0));
                    if (member.number() == 1) {
                        assertThat(requests).noneMatch(CollRequest::isDone);
                        assertThat(requests.getLast().waitState().what())
                                .contains("an earlier non-blocking collective");
                        ahead.countDown();
                    }
                    for (CollRequest each : requests) {
                        member.complete(each);
                    }
                    assertThat(data).containsOnly(3);
                });
    }

    @Test
    void aPersistentOneSharesTagsWithNoOther() {
        for (int between : new int[] {(1 << 21) - 1, 0, 999, 1000}) {
            CountDownLatch ahead = new CountDownLatch(RANKS - 1);
            play(
                    RANKS,
                    member -> {
                        byte[] out = filled(0);
                        CollRequest sum = member.allreduceInit(filled(member.number() + 1), out);
                        member.pass(between);
                        if (member.number() == 0) {
                            ahead.await();
                        }
                        byte[] data = filled(member.number() == 1 ? 5 : 0);
                        sum.start();
                        CollRequest bcast = member.bcast(buf(data), 1);
                        member.rank.engine().progress();
                        ahead.countDown();
                        member.complete(bcast);
                        member.complete(sum);
                        assertThat(out).containsOnly(6);
                        assertThat(data).containsOnly(5);
                        sum.discard();
                    });
        }
    }

    /** The numbers of persistent ones begin again; members free them at different times. */
    @Test
    void persistentOnesThatAreFreedMakeRoomForOthers() {
        play(
                RANKS,
                member -> {
                    byte[] oldOut = filled(0);
                    CollRequest old = member.allreduceInit(filled(1), oldOut);
                    List<CollRequest> kept = new ArrayList<>();
                    Random random = new Random(member.number());
                    // Takes all numbers but the last.
                    int most = ReservedTags.PERSISTENT.count() - LAST;
                    pairwise(member, new PairwiseMessages(most)).discard();
                    for (int i = 0; i < 2 * LAST; i++) {
                        CollRequest made =
                                member.coll.record(
                                        c -> c.bcast(NOTHING, 0, member.comm), true, member.comm);
                        assertThat(made.refusal()).isEqualTo(Rc.OK);
                        kept.add(made);
                        while (kept.size() > 1 + random.nextInt(50)) {
                            kept.remove(random.nextInt(kept.size())).discard();
                        }
                    }
                    byte[] out = filled(0);
                    CollRequest made = member.allreduceInit(filled(2), out);
                    boolean odd = member.number() % 2 == 1;
                    (odd ? made : old).start();
                    (odd ? old : made).start();
                    member.complete(old);
                    member.complete(made);
                    assertThat(oldOut).containsOnly(3);
                    assertThat(out).containsOnly(6);
                });
    }

    /** Both groups, and each by itself, agree which numbers are held: some only in one group. */
    @Test
    void persistentOnesOfAnInterCommunicatorMakeRoomForOthers() {
        play(
                5,
                world -> {
                    CommContext comm = InterCollectivesTest.inter(world.rank, 2, 5);
                    Member member = new Member(world.rank, world.coll.inter(world.coll), comm);
                    byte[] oldOut = filled(0);
                    CollRequest old = member.allreduceInit(filled(1), oldOut);
                    Random random = new Random(world.number());
                    List<CollRequest> kept = new ArrayList<>();
                    for (int i = 0; i < 1500; i++) {
                        byte[] out = filled(0);
                        CollRequest made = member.allreduceInit(filled(2), out);
                        assertThat(made.refusal()).isEqualTo(Rc.OK);
                        made.start();
                        member.complete(made);
                        assertThat(out).containsOnly(comm.firstGroup() ? 6 : 4);
                        kept.add(made);
                        while (kept.size() > 1 + random.nextInt(300)) {
                            kept.remove(random.nextInt(kept.size())).discard();
                        }
                    }
                    old.start();
                    member.complete(old);
                    assertThat(oldOut).containsOnly(comm.firstGroup() ? 3 : 2);
                });
    }

    @Test
    void asManyAsThereAreTagsAndNoMore() {
        play(
                1,
                member -> {
                    int channels = ReservedTags.PERSISTENT.count() / 16;
                    PairwiseMessages none = new PairwiseMessages(channels);
                    List<CollRequest> kept = new ArrayList<>();
                    for (int i = 0; i < 16; i++) {
                        kept.add(pairwise(member, none));
                    }
                    // The 1,000 numbers of the first lap were too few.
                    assertThat(kept).allMatch(each -> each.refusal() == Rc.OK);
                    assertThat(pairwise(member, none).refusal()).isEqualTo(Rc.NO_RESOURCE);
                    kept.get(11).discard();
                    assertThat(pairwise(member, none).refusal()).isEqualTo(Rc.OK);
                    assertThat(pairwise(member, none).refusal()).isEqualTo(Rc.NO_RESOURCE);
                });
    }

    private static CollRequest pairwise(Member member, PairwiseMessages messages) {
        return member.coll.record(c -> c.pairwise(messages, member.comm), true, member.comm);
    }
}
