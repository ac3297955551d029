package org.strata.btl.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/** Rank 0 polls rank 1 alone, while rank 2 sends too. */
final class ShmPeerPollTest {
    private static final int TAG = 0x80;

    private final FakeJob job = FakeJob.of(3);
    private final Arena arena = Arena.ofShared();
    private final long memory = Memory.allocate(arena, 64 << 10, 64);
    private final List<Btl> btls = new ArrayList<>();

    /** The senders of what rank 0 has received. */
    private final List<Integer> received = new ArrayList<>();

    private void open(String... options) {
        ShmConfig config = Configs.with(options);
        for (FakeRank rank : job.ranks()) {
            btls.addAll(
                    Configs.component(rank, config)
                            .open((b, e, rc, reason) -> {}, new StringBuilder()));
        }
        job.rank(0)
                .activeMessages()
                .register(TAG, (b, from, tag, address, length) -> received.add(from.peer().rank()));
    }

    @AfterEach
    void close() {
        btls.forEach(Btl::close);
        job.close();
        arena.close();
    }

    private BtlEndpoint endpoint(int from, int to) {
        return btls.get(from).addPeer(job.rank(from).proc(to), new StringBuilder());
    }

    private void send(int from, int length) {
        BtlEndpoint to = endpoint(from, 0);
        assertThat(btls.get(from).sendImmediate(to, TAG, memory, length, null, 0, 0))
                .isEqualTo(Rc.OK);
    }

    /** Until the boxes that the first messages came with are announced and polled. */
    private void acquaint() {
        send(1, 8);
        send(2, 8);
        job.progressUntil("both", () -> received.size() == 2);
        received.clear();
    }

    @Test
    void looksAtNoOtherBox() {
        open();
        acquaint();
        BtlEndpoint peer = endpoint(0, 1);
        assertThat(btls.get(0).progress(peer)).isZero();
        for (int length : new int[] {8, 24, 56, 3000, 40 << 10}) {
            received.clear();
            send(2, 8);
            assertThat(btls.get(0).progress(peer)).isZero();
            if (length <= btls.get(0).attributes().eagerLimit()) {
                send(1, length);
            } else {
                sendFragment(length);
            }
            assertThat(btls.get(0).progress(peer)).isEqualTo(1);
            assertThat(received).containsExactly(1);
            assertThat(btls.get(0).progress(peer)).isZero();
            assertThat(btls.get(0).progress()).isEqualTo(1);
            assertThat(received).containsExactly(1, 2);
        }
    }

    private void sendFragment(int length) {
        BtlEndpoint to = endpoint(1, 0);
        var descriptor = btls.get(1).alloc(to, Math.min(length, 32 << 10));
        descriptor.callback = (btl, done, rc) -> btl.free(done);
        assertThat(btls.get(1).send(to, descriptor, TAG)).isEqualTo(Rc.OK);
    }

    /** Messages of all peers lie there in the order of their arrival. */
    @Test
    void withoutABoxLooksAtTheFifo() {
        open("fbox_max=0");
        BtlEndpoint peer = endpoint(0, 1);
        assertThat(btls.get(0).progress(peer)).isZero();
        send(2, 8);
        send(1, 8);
        send(2, 8);
        assertThat(btls.get(0).progress(peer)).isEqualTo(3);
        assertThat(received).containsExactly(2, 1, 2);
    }

    /** The first message announces the box in the FIFO: no other poll is needed to find it. */
    @Test
    void findsTheBoxThatIsAnnounced() {
        open();
        BtlEndpoint peer = endpoint(0, 1);
        send(1, 8);
        int polls = 0;
        while (received.isEmpty() && polls++ < 3) {
            btls.get(0).progress(peer);
        }
        assertThat(received).containsExactly(1);
    }
}
