package org.strata.coll.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.coll.schedule.MemberUnion;
import org.strata.coll.schedule.Schedules;
import org.strata.mca.coll.CollCall;
import org.strata.mca.coll.CollRequest;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.ReservedTags;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;

import java.util.ArrayList;
import java.util.List;

/**
 * Schedules of rank 0 that receive from rank 1 through temporary memory, whose messages the test
 * sends. One thread.
 */
final class ScheduleMemoryTest {
    private static final DataLayout LONG = DataLayouts.basic(8, 8);

    private final FakeJob job = FakeJob.of(2);
    private final List<FakePml> pmls = FakePml.of(job, 1 << 16);
    private final CommContext comm = pmls.get(0).world(3);
    private final CommContext other = pmls.get(1).world(3);
    private final Scratch scratch = new Scratch(1 << 20);
    private final Schedules schedules =
            new Schedules(pmls.get(0), job.rank(0).engine(), scratch, false, 0);

    @AfterEach
    void close() {
        schedules.close();
        job.close();
    }

    /** Receives a word to temporary memory, and copies it. */
    private CollCall receiving(long[] into) {
        return coll -> {
            Call call = schedules.begin(comm, 0, 1, AlgorithmSettings.DEFAULT);
            Buf temp = call.temp(1, LONG);
            Memory.putLong(temp.offset(), -1);
            call.receive(temp, 1);
            call.copy(temp, new Buf(into, 0, 1, LONG));
            return call.finish();
        };
    }

    private CollRequest record(long[] into, boolean repeatable) {
        return schedules.record(
                null, new MemberUnion(null, null), receiving(into), repeatable, comm);
    }

    /** Rank 1's message to the schedule with these tags, which all members assign in turn. */
    private void send(int tag, long value) {
        Buf buf = new Buf(new long[] {value}, 0, 1, LONG);
        pmls.get(1).isend(buf, 0, tag, SendMode.STANDARD, other).release();
    }

    private static int turn(int number) {
        return ReservedTags.NON_BLOCKING.tag(number);
    }

    private static int held(int number) {
        return ReservedTags.PERSISTENT.tag(number);
    }

    /** A non-blocking one has its memory until it is released, then others have it. */
    @Test
    void memoryIsForTheNextCollective() {
        for (int round = 0; round < 3; round++) {
            long[] word = new long[1];
            CollRequest request = record(word, false);
            assertThat(scratch.kept()).isZero();
            request.start();
            assertThat(request.isDone()).isFalse();
            send(turn(round), 5 + round);
            assertThat(job.rank(0).engine().progress()).isPositive();
            assertThat(request.isDone()).isTrue();
            assertThat(word).containsExactly(5 + round);
            request.release();
            assertThat(scratch.kept()).as("round %d", round).isEqualTo(4096);
        }
    }

    /** A persistent one has it until it is freed. */
    @Test
    void aPersistentOneKeepsItsMemory() {
        long[] word = new long[1];
        CollRequest request = record(word, true);
        for (int round = 0; round < 3; round++) {
            request.start();
            send(held(0), 7 + round);
            job.rank(0).engine().waitFor(request);
            assertThat(request.error).isEqualTo(Rc.OK);
            request.release();
            assertThat(word).containsExactly(7 + round);
            assertThat(scratch.kept()).isZero();
        }
        request.discard();
        assertThat(scratch.kept()).isEqualTo(4096);
    }

    /** Many at a time, of which the later ones end first. */
    @Test
    void manyAreUnderWayAndEndInAnyOrder() {
        int count = 20;
        long[][] words = new long[count][1];
        List<CollRequest> requests = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            requests.add(record(words[i], false));
            requests.get(i).start();
        }
        for (int i = count - 1; i >= 0; i--) {
            send(turn(i), 100 + i);
            job.rank(0).engine().progress();
            for (int j = 0; j < count; j++) {
                assertThat(requests.get(j).isDone()).as("%d of %d", j, i).isEqualTo(j >= i);
            }
            assertThat(words[i]).containsExactly(100 + i);
        }
        assertThat(job.rank(0).engine().progress()).as("nothing is polled any more").isZero();
        requests.forEach(CollRequest::release);
        assertThat(scratch.kept()).isEqualTo(count * 4096L);
        assertThat(comm.operations()).isZero();
    }
}
