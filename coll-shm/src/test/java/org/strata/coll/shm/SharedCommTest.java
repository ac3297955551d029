package org.strata.coll.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;
import org.strata.opal.progress.IdlePolicy;
import org.strata.opal.progress.Sleeper;
import org.strata.opal.shared.PeerBells;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;
import org.strata.testkit.RankThreads;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/** The steps of a communicator of two members, in memory that this test has laid out. */
class SharedCommTest {
    private static final int CELLS = 2;
    private static final MemberBlock LAYOUT = new MemberBlock(CELLS, 1024);

    private final Arena arena = Arena.ofShared();
    private final FakeJob job = FakeJob.of(2);
    private final long[] blocks = new long[2];
    private final long[] words = new long[2];
    private final List<String> complaints = new ArrayList<>();
    private final SharedComm[] members = new SharedComm[2];

    SharedCommTest() {
        List<FakePml> pmls = FakePml.of(job, 64);
        for (int rank = 0; rank < 2; rank++) {
            blocks[rank] = Memory.allocate(arena, LAYOUT.bytes(), 128);
            words[rank] = Memory.allocate(arena, 128, 128);
            Memory.putInt(words[rank], Sleeper.AWAKE);
        }
        for (int rank = 0; rank < 2; rank++) {
            CommContext comm = pmls.get(rank).world(1);
            Doorbell doorbell = new Doorbell(complaints::add);
            long[] others = words.clone();
            others[rank] = 0;
            PeerBells bells = new PeerBells(others, false, doorbell);
            members[rank] =
                    new SharedComm(comm, LAYOUT, null, blocks, bells, job.rank(rank).engine());
        }
    }

    @AfterEach
    void close() {
        job.close();
        arena.close();
    }

    private void sleeps(int rank) {
        Memory.putIntVolatile(words[rank], Sleeper.IN_FUTEX);
    }

    private boolean isAwake(int rank) {
        return Memory.getIntVolatile(words[rank]) == Sleeper.AWAKE;
    }

    /** Who sleeps may wait for a contribution, or for the end of a step: both ring, every time. */
    @Test
    void everyStoreThatIsAwaitedRings() {
        for (int step = 0; step < 4 * CELLS; step++) {
            for (int rank = 0; rank < 2; rank++) {
                assertThat(members[rank].claim()).isTrue();
                sleeps(1 - rank);
                members[rank].publish(step);
                assertThat(isAwake(1 - rank)).as("publication %d", step).isTrue();
            }
            for (int rank = 0; rank < 2; rank++) {
                assertThat(members[rank].awaitAll()).isTrue();
                assertThat(members[rank].info(1 - rank)).isEqualTo(step);
                sleeps(1 - rank);
                members[rank].finish();
                assertThat(isAwake(1 - rank)).as("end of step %d", step).isTrue();
            }
        }
        assertThat(complaints).isEmpty();
    }

    /**
     * Whoever finds the step's number finds what was published with it. That the number is stored
     * last is for the model of tests/litmus, Row17SharedCollTest: here the other order hardly ever
     * shows.
     */
    @Test
    void eachStepHasItsContribution() {
        int steps = 500;
        for (int rank = 0; rank < 2; rank++) {
            // Nobody rings these threads: one that slept would sleep for the whole bound of a
            // sleep.
            job.rank(rank).engine().setIdlePolicy(new IdlePolicy(100, 100, false));
        }
        RankThreads.run(
                job,
                rank -> {
                    SharedComm comm = members[rank.rank()];
                    for (long step = 1; step <= steps; step++) {
                        if (rank.rank() == 0) {
                            assertThat(comm.claim()).isTrue();
                            Memory.putLong(comm.payload(0), -step);
                            comm.publish(7 * step);
                        } else {
                            assertThat(comm.await(0)).isTrue();
                            long info = comm.info(0);
                            long payload = Memory.getLong(comm.payload(0));
                            assertThat(info).isEqualTo(7 * step);
                            assertThat(payload).isEqualTo(-step);
                        }
                        comm.finish();
                    }
                });
    }

    private SharedState state(int rank) {
        SharedState state = new SharedState(this);
        state.members = members[rank];
        return state;
    }

    /** The contribution of another collective may have any length: nothing of it is taken. */
    @Test
    void whatAnotherCollectiveHasPublishedIsNotGathered() {
        for (SharedKind kind : new SharedKind[] {SharedKind.SCATTER, SharedKind.GATHER}) {
            assertThat(members[1].claim()).isTrue();
            Memory.putLong(members[1].payload(1), 3);
            members[1].publish(kind.info(SharedWay.CELLS, Long.BYTES));
            long[] all = {7, 7};
            Buf receive = new Buf(all, 0, Long.BYTES, DataLayouts.BYTE);
            int rc = RootedCollectives.gather(state(0), null, receive, 0, Long.BYTES);
            boolean same = kind == SharedKind.GATHER;
            assertThat(Rc.name(rc)).isEqualTo(same ? "OK" : "TRUNCATED");
            assertThat(all).containsExactly(7, same ? 3 : 7);
            members[1].finish();
        }
    }

    /** The root says how long the parts are: more than a cell has room for is not believed. */
    @ParameterizedTest
    @ValueSource(longs = {8, 512, 520, 1024, 1 << 20})
    void partsBeyondTheCellAreNotScattered(long bytes) {
        assertThat(members[0].claim()).isTrue();
        Memory.putLong(members[0].payload(0) + 8, 3);
        members[0].publish(SharedKind.SCATTER.info(SharedWay.CELLS, bytes));
        byte[] part = new byte[1024];
        Buf receive = new Buf(part, 0, part.length, DataLayouts.BYTE);
        int rc = RootedCollectives.scatter(state(1), null, receive, 0, part.length);
        assertThat(Rc.name(rc)).isEqualTo(bytes <= 512 ? "OK" : "TRUNCATED");
        assertThat(part[0]).isEqualTo((byte) (bytes == 8 ? 3 : 0));
        members[0].finish();
    }

    /** A cell is claimed again when the other member has finished the step that used it. */
    @Test
    void aCellIsClaimedWhenItsReadersHaveFinished() {
        for (int step = 0; step < CELLS; step++) {
            assertThat(members[0].claim()).isTrue();
            members[0].publish(step);
            members[0].finish();
        }
        job.rank(0).proc(1).fail("killed by the test");
        assertThat(members[0].claim()).as("it waits, until the reader is lost").isFalse();
        assertThat(members[0].claim()).as("for ever").isFalse();
        for (int step = 0; step < CELLS; step++) {
            assertThat(members[1].await(0)).isTrue();
            assertThat(members[1].info(0)).isEqualTo(step);
            members[1].finish();
        }
    }
}
