package org.strata.btl.self;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.btl.ActiveMessages.Handler;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.NativeBuffers;

/** What the loopback promises beyond the contract. */
final class SelfBtlTest {
    private static final int TAG = 0x80;

    private final FakeJob job = FakeJob.of(2);
    private final FakeRank rank = job.rank(1);
    private final NativeBuffers memory = new NativeBuffers();
    private final SelfBtl btl =
            new SelfBtl(SelfConfig.defaults(), 1, rank.engine(), rank.activeMessages());
    private BtlEndpoint self;
    private long header;

    @BeforeEach
    void addSelf() {
        header = memory.allocate(8);
        self = btl.addPeer(rank.proc(1), new StringBuilder());
    }

    @AfterEach
    void close() {
        btl.close();
        memory.close();
        job.close();
    }

    private int send() {
        return btl.sendImmediate(self, TAG, header, 8, null, 0, 0);
    }

    private void on(int tag, Handler handler) {
        rank.activeMessages().register(tag, handler);
    }

    @Test
    void reachesOnlyItself() {
        StringBuilder refusal = new StringBuilder();
        assertThat(btl.addPeer(rank.proc(0), refusal)).isNull();
        assertThat(refusal).hasToString("reaches only the rank itself");
    }

    @Test
    void isPolledFromTheFirstUseToTheLast() {
        FakeRank idle = job.rank(0);
        SelfBtl unused =
                new SelfBtl(SelfConfig.defaults(), 0, idle.engine(), idle.activeMessages());
        idle.activeMessages().register(TAG, (b, from, tag, address, length) -> {});
        unused.sendImmediate(self, TAG, header, 8, null, 0, 0);
        assertThat(idle.progress()).as("not polled before addPeer").isZero();
        BtlEndpoint own = unused.addPeer(idle.proc(0), new StringBuilder());
        assertThat(idle.progress()).isEqualTo(1);
        unused.removePeer(own);
        unused.sendImmediate(own, TAG, header, 8, null, 0, 0);
        assertThat(idle.progress()).as("not polled after removePeer").isZero();
        unused.close();
    }

    /** Each progress delivers what was there before it: no depth, and others get their turn. */
    @Test
    void handlerThatSendsToItselfTakesTurns() {
        int[] count = new int[1];
        on(
                TAG,
                (b, from, tag, address, length) -> {
                    count[0]++;
                    assertThat(send()).isEqualTo(Rc.OK);
                });
        send();
        for (int turn = 1; turn <= 100_000; turn++) {
            assertThat(rank.progress()).isEqualTo(1);
            assertThat(count[0]).isEqualTo(turn);
        }
    }

    @Test
    void putIsDoneBeforeAMessageSentAfterItArrives() {
        long source = memory.pattern(1000, 1);
        long target = memory.allocate(1000);
        boolean[] seen = new boolean[1];
        on(
                TAG,
                (b, from, tag, address, length) -> {
                    NativeBuffers.verify("put", target, 1000, 1);
                    seen[0] = true;
                });
        int rc = btl.put(self, source, null, target, 0, 1000, (e, n, code) -> {});
        assertThat(rc).isEqualTo(Rc.OK);
        send();
        rank.progress();
        assertThat(seen[0]).isTrue();
    }

    @Test
    void limitCountsEachKindForItself() {
        on(TAG, (b, from, tag, address, length) -> {});
        int messages = 0;
        while (send() == Rc.OK) {
            messages++;
        }
        assertThat(messages).isEqualTo(64);
        assertThat(btl.alloc(self, 10_000)).as("a large one").isNotNull();
        assertThat(btl.put(self, header, null, header, 0, 8, (e, n, rc) -> {})).isEqualTo(Rc.OK);
        assertThat(rank.progress()).isEqualTo(65);
        assertThat(send()).isEqualTo(Rc.OK);
        assertThat(btl.flushed()).isFalse();
        rank.progress();
        assertThat(btl.flushed()).isTrue();
    }

    @Test
    void rdmaCallbackMayStartTheNextOperation() {
        long counter = memory.allocate(8);
        long[] target = {memory.allocate(8)};
        int[] done = new int[1];
        step(counter, target, done);
        for (int i = 0; i < 10_000; i++) {
            rank.progress();
        }
        assertThat(done[0]).isEqualTo(1000);
        assertThat(Memory.getLong(target[0])).isEqualTo(999);
    }

    private void step(long counter, long[] target, int[] done) {
        Memory.putLong(counter, done[0]);
        btl.get(
                self,
                target[0],
                null,
                counter,
                0,
                8,
                (endpoint, length, rc) -> {
                    if (++done[0] < 1000) {
                        step(counter, target, done);
                    }
                });
    }
}
