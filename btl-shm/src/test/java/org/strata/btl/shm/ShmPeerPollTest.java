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

    private void sendShort(long header0, long header1, int length) {
        assertThat(
                        btls.get(1)
                                .sendShort(
                                        endpoint(1, 0),
                                        TAG,
                                        header0,
                                        header1,
                                        null,
                                        memory,
                                        length))
                .isEqualTo(Rc.OK);
    }

    private int receiveShort(long header0, long header1, Object base, long offset, long capacity) {
        return btls.get(0)
                .receiveShort(endpoint(0, 1), TAG, header0, header1, base, offset, capacity, 3);
    }

    /** Lengths that take half a line, a line, several lines, and the ring's end many times. */
    @Test
    void receivesTheMessageThatIsWaitedForWithoutAHandler() {
        open();
        acquaint();
        long target = memory + (32 << 10);
        byte[] array = new byte[4096];
        for (int i = 0; i < 3000; i++) {
            int length = new int[] {0, 8, 1, 40, 41, 7, 200, 8, 4000}[i % 9];
            Memory.putLong(memory, i);
            Memory.putByte(memory + length, (byte) 0);
            assertThat(receiveShort(i, -i, null, target, length)).isEqualTo(Btl.NOTHING);
            sendShort(i, -i, length);
            boolean toArray = i % 2 == 0;
            assertThat(receiveShort(i, -i, toArray ? array : null, toArray ? 0 : target, length))
                    .isEqualTo(length);
            if (length > 0) {
                assertThat(toArray ? array[0] : Memory.getByte(target)).isEqualTo((byte) i);
            }
        }
        assertThat(received).isEmpty();
    }

    /** It stays where it is, and progress handles it in its turn. */
    @Test
    void leavesEveryOtherMessageToProgress() {
        open();
        acquaint();
        long target = memory + (32 << 10);
        BtlEndpoint peer = endpoint(0, 1);
        sendShort(1, 2, 8);
        assertThat(receiveShort(3, 2, null, target, 8)).isEqualTo(Btl.OTHER);
        assertThat(receiveShort(1, 3, null, target, 8)).isEqualTo(Btl.OTHER);
        assertThat(receiveShort(1, 2, null, target, 7)).as("longer").isEqualTo(Btl.OTHER);
        assertThat(btls.get(0).receiveShort(peer, TAG + 1, 1, 2, null, target, 8, 1))
                .isEqualTo(Btl.OTHER);
        sendShort(5, 6, 8);
        assertThat(received).isEmpty();
        assertThat(receiveShort(1, 2, null, target, 8)).isEqualTo(8);
        assertThat(btls.get(0).progress(peer)).isEqualTo(1);
        assertThat(received).containsExactly(1);
        sendFragment(32 << 10);
        assertThat(receiveShort(0, 0, null, target, 32 << 10)).isEqualTo(Btl.OTHER);
        assertThat(btls.get(0).progress(peer)).isEqualTo(1);
        assertThat(receiveShort(0, 0, null, target, 8)).isEqualTo(Btl.NOTHING);
    }

    /** Without a box the peer's messages lie in the FIFO, among those of others. */
    @Test
    void withoutABoxProgressReceives() {
        open("fbox_max=0");
        sendShort(1, 2, 8);
        assertThat(receiveShort(1, 2, null, memory + 64, 8)).isEqualTo(Btl.OTHER);
        assertThat(btls.get(0).progress(endpoint(0, 1))).isEqualTo(1);
        assertThat(received).containsExactly(1);
    }
}
