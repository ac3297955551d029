package org.strata.coll.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.coll.base.AlgorithmSettings;
import org.strata.coll.base.Scratch;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.CollCall;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.ReservedTags;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.testkit.FakeJob;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Numbers of a collective's messages, and how the members learn which are held. */
class MessageNumbersTest {
    /** Calls on the collective's own communicator share numbers, those on the group do not. */
    @Test
    void callsOnTheGroupHaveRangesOfTheirOwn() {
        try (FakeJob job = FakeJob.of(1)) {
            Proc[] procs = job.rank(0).procs().toArray(new Proc[0]);
            CommContext comm = new CommContext(3, 0, procs, 0);
            MessageNumbers main = MessageNumbers.ofCollective(comm);
            assertThat(main.count()).isEqualTo(1);
            assertThat(main.reserve(2)).isZero();
            assertThat(main.reserve(1)).isZero();
            assertThat(main.count()).isEqualTo(2);
            MessageNumbers group = MessageNumbers.ofGroup(comm);
            assertThat(group.count()).isZero();
            assertThat(group.reserve(2)).isZero();
            assertThat(group.reserve(1)).isEqualTo(2);
            assertThat(group.reserve(3)).isEqualTo(3);
            assertThat(group.count()).isEqualTo(6);
        }
    }

    /** An allreduce that brings what the others have: one bit. */
    private static Coll others(long bit, int rc) {
        InvocationHandler answer =
                (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("allreduce");
                    long[] words = (long[]) ((Buf) arguments[1]).base();
                    words[1] |= bit;
                    return rc;
                };
        Class<?>[] types = {Coll.class};
        return (Coll) Proxy.newProxyInstance(Coll.class.getClassLoader(), types, answer);
    }

    /** What the own group holds, and what the other one does: both are skipped. */
    @Test
    void aUnionHasTheNumbersOfBothGroups() {
        try (FakeJob job = FakeJob.of(2)) {
            Proc[] procs = job.rank(0).procs().toArray(new Proc[0]);
            CommContext group = new CommContext(3, 0, new Proc[] {procs[0]}, 0);
            CommContext inter = new CommContext(4, group, true, new Proc[] {procs[1]});
            MemberUnion members = new MemberUnion(others(4, Rc.OK), others(2, Rc.OK));
            long[] words = {8, 1};
            assertThat(members.unite(words, inter)).isEqualTo(Rc.OK);
            assertThat(words).containsExactly(8, 7);
            words[1] = 1;
            assertThat(members.unite(words, group)).isEqualTo(Rc.OK);
            assertThat(words).as("a group alone").containsExactly(8, 3);
        }
    }

    @Test
    void aUnionThatFailsInEitherGroupFails() {
        try (FakeJob job = FakeJob.of(2)) {
            Proc[] procs = job.rank(0).procs().toArray(new Proc[0]);
            CommContext group = new CommContext(3, 0, new Proc[] {procs[0]}, 0);
            CommContext inter = new CommContext(4, group, true, new Proc[] {procs[1]});
            Coll sound = others(0, Rc.OK);
            Coll lost = others(0, Rc.PEER_FAILED);
            assertThat(new MemberUnion(lost, sound).unite(new long[2], inter))
                    .isEqualTo(Rc.PEER_FAILED);
            assertThat(new MemberUnion(sound, lost).unite(new long[2], inter))
                    .isEqualTo(Rc.PEER_FAILED);
        }
    }

    /** Its numbers on the communicator are free when there are none on the group for it. */
    @Test
    void aRefusedCollectiveHoldsNoNumbers() {
        int count = ReservedTags.PERSISTENT.count();
        try (FakeJob job = FakeJob.of(2)) {
            Proc[] procs = job.rank(0).procs().toArray(new Proc[0]);
            CommContext group = new CommContext(3, 0, new Proc[] {procs[0]}, 0);
            CommContext inter = new CommContext(4, group, true, new Proc[] {procs[1]});
            Scratch scratch = new Scratch(1 << 10);
            Schedules schedules =
                    new Schedules(null, job.rank(0).engine(), scratch, false, count - 3);
            CollCall call =
                    coll -> {
                        schedules.begin(group, 0, 2, AlgorithmSettings.DEFAULT);
                        return Rc.OK;
                    };
            List<BitSet> unions = new ArrayList<>();
            InvocationHandler lost =
                    (proxy, method, arguments) -> {
                        Buf words = (Buf) arguments[arguments[0] == null ? 1 : 0];
                        unions.add(BitSet.valueOf((long[]) words.base()));
                        return Rc.PEER_FAILED;
                    };
            Class<?>[] types = {Coll.class};
            Coll none = (Coll) Proxy.newProxyInstance(Coll.class.getClassLoader(), types, lost);
            MemberUnion members = new MemberUnion(none, none);
            // One number each on the communicator, two on the group, of the last three.
            assertThat(schedules.record(none, members, call, true, inter).refusal())
                    .isEqualTo(Rc.OK);
            for (int i = 0; i < 2; i++) {
                unions.clear();
                assertThat(schedules.record(none, members, call, true, inter).refusal())
                        .isEqualTo(Rc.PEER_FAILED);
                assertThat(unions.getFirst().stream()).containsExactly(count - 3, count - 2);
            }
            unions.clear();
            assertThat(schedules.record(none, members, call, true, inter).refusal())
                    .isEqualTo(Rc.PEER_FAILED);
            assertThat(unions.getFirst().stream()).as("of the first").containsExactly(count - 3);
            schedules.close();
        }
    }
}
