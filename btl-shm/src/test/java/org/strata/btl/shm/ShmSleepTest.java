package org.strata.btl.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Sleeper;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;

import java.lang.foreign.Arena;

/**
 * Sleeping ranks are rung. The sleeps here last for hours unless rung: a lost ring is a test that
 * does not end.
 */
@Timeout(120)
final class ShmSleepTest {
    private static final int TAG = 0x80;
    private static final long HOURS = 10_000_000_000_000L;

    private final FakeJob job = FakeJob.of(2);
    private final Arena arena = Arena.ofShared();
    private final long memory = Memory.allocate(arena, 64 << 10, 64);
    private Btl[] btls;
    private BtlEndpoint[] endpoints;
    private int received;

    private void open(String... options) {
        ShmConfig config = Configs.with(options);
        btls = new Btl[2];
        endpoints = new BtlEndpoint[2];
        for (FakeRank rank : job.ranks()) {
            int index = rank.rank();
            btls[index] =
                    Configs.component(rank, config)
                            .open((b, e, rc, reason) -> {}, new StringBuilder())
                            .get(0);
            rank.activeMessages().register(TAG, (b, from, tag, address, length) -> received++);
        }
        for (FakeRank rank : job.ranks()) {
            int index = rank.rank();
            endpoints[index] = btls[index].addPeer(rank.proc(1 - index), new StringBuilder());
        }
    }

    @AfterEach
    void close() {
        btls[0].close();
        btls[1].close();
        job.close();
        arena.close();
    }

    private int send(int from, int length) {
        return btls[from].sendImmediate(endpoints[from], TAG, memory, length, null, 0, 0);
    }

    /** Sleeps as the engine does: announce, look once more, sleep. */
    private Thread sleepUnlessBusy(int rank) {
        Sleeper sleeper = job.rank(rank).sleeper();
        sleeper.announce();
        assertThat(job.rank(rank).progress()).isZero();
        Thread thread = new Thread(() -> sleeper.sleep(HOURS));
        thread.start();
        return thread;
    }

    private void wokenBy(int rank, Runnable event) throws InterruptedException {
        Thread sleeping = sleepUnlessBusy(rank);
        event.run();
        sleeping.join();
        job.rank(rank).sleeper().awake();
    }

    /** Once for the announcement of a box, once for what is in it. */
    private void receive() {
        job.rank(1).progress();
        job.rank(1).progress();
    }

    @Test
    void receiverByEveryKindOfMessage() throws Exception {
        open("eager_limit=64k", "fbox_size=16k", "fbox_threshold=2");
        int[] lengths = {8, 8, 8, 56, 57, 3000, 5000, 64 << 10};
        for (int length : lengths) {
            int before = received;
            wokenBy(1, () -> assertThat(send(0, length)).isEqualTo(Rc.OK));
            job.progressUntil("the message", () -> received == before + 1);
        }
    }

    @Test
    void receiverInASelector() throws Exception {
        open();
        assertThat(job.rank(1).sleeper().doorbellPort()).isPositive();
        for (int i = 0; i < 3; i++) {
            wokenBy(1, () -> assertThat(send(0, 8)).isEqualTo(Rc.OK));
            receive();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 300})
    void senderThatFoundTheBoxFull(int length) throws Exception {
        open("fbox_size=4k");
        while (send(0, length) == Rc.OK) {
            received--;
        }
        wokenBy(0, this::receive);
        assertThat(send(0, length)).isEqualTo(Rc.OK);
    }

    @Test
    void senderThatFoundTheFifoFull() throws Exception {
        open("fbox_max=0", "fifo_size=4");
        while (send(0, 8) == Rc.OK) {
            received--;
        }
        wokenBy(0, this::receive);
        assertThat(send(0, 8)).isEqualTo(Rc.OK);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void senderOfFragments(int boxes) throws Exception {
        open("free_list_max=1", "fbox_max=" + boxes);
        int[] completed = new int[1];
        Descriptor descriptor = btls[0].alloc(endpoints[0], 20_000);
        descriptor.callback =
                (btl, done, rc) -> {
                    completed[0]++;
                    btl.free(done);
                };
        assertThat(btls[0].send(endpoints[0], descriptor, TAG)).isEqualTo(Rc.OK);
        assertThat(btls[0].alloc(endpoints[0], 20_000)).isNull();
        wokenBy(0, this::receive);
        job.rank(0).progress();
        assertThat(completed[0]).isEqualTo(1);
    }

    /** As in MPI_Finalize: the peer consumes the last message without a ring. */
    @ParameterizedTest
    @ValueSource(strings = {"fbox_max=1", "fbox_max=0"})
    void senderThatWaitsUntilItsMessageIsConsumed(String option) throws Exception {
        open(option, "fbox_threshold=0");
        for (int use = 1; use <= 3; use++) {
            assertThat(send(0, 8)).isEqualTo(Rc.OK);
            Thread waiting = new Thread(() -> job.rank(0).waitUntil("flushed()", btls[0]::flushed));
            waiting.start();
            // It sleeps, and nobody polls for it.
            while (waiting.getState() == Thread.State.NEW || !asleep(0)) {
                Thread.onSpinWait();
            }
            int before = received;
            while (received == before) {
                job.rank(1).progress();
            }
            waiting.join();
            assertThat(received).isEqualTo(use);
            assertThat(job.rank(0).engine().lateWakeups()).isZero();
        }
    }

    private boolean asleep(int rank) {
        ShmEndpoint endpoint = (ShmEndpoint) endpoints[1 - rank];
        return Memory.getIntAcquire(endpoint.segment.address() + SegmentLayout.SLEEP_WORD)
                != Sleeper.AWAKE;
    }

    @Test
    void sleepWordGoesHomeWithTheSegment() {
        open();
        btls[1].close();
        Sleeper sleeper = job.rank(1).sleeper();
        sleeper.announce();
        sleeper.wake();
        sleeper.sleep(HOURS);
        sleeper.awake();
    }
}
