package org.strata.btl.shm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.opal.sys.Membarrier;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.RecordingOutput;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/** Fragments, boxes and cells that are few: who gets them, and that they come back. */
final class ShortageTest {
    private static final int TAG = 0x80;
    private static final int LONG = 3_000;

    private final FakeJob job = FakeJob.of(3);
    private final Arena arena = Arena.ofShared();
    private final long memory = Memory.allocate(arena, 64 << 10, 64);
    private final List<Btl> btls = new ArrayList<>();
    private final List<Integer> received = new ArrayList<>();

    private void open(String... options) {
        ShmConfig config = Configs.with(options);
        for (FakeRank rank : job.ranks()) {
            btls.addAll(
                    Configs.component(rank, config)
                            .open((b, e, rc, reason) -> {}, new StringBuilder()));
            rank.activeMessages()
                    .register(TAG, (b, from, tag, address, length) -> received.add(rank.rank()));
        }
    }

    @AfterEach
    void close() {
        btls.forEach(Btl::close);
        job.close();
        arena.close();
    }

    private ShmEndpoint endpoint(int from, int to) {
        return (ShmEndpoint) btls.get(from).addPeer(job.rank(from).proc(to), new StringBuilder());
    }

    private int send(int from, int to, int length) {
        return btls.get(from).sendImmediate(endpoint(from, to), TAG, memory, length, null, 0, 0);
    }

    /** The FIFO is full: the message goes back to the upper layer, its fragment to the pool. */
    @Test
    void aLongMessageThatIsRefusedKeepsNoFragment() {
        open("fbox_max=0", "fifo_size=2", "free_list_max=1");
        assertThat(send(0, 1, 8)).isEqualTo(Rc.OK);
        assertThat(send(0, 1, 8)).isEqualTo(Rc.OK);
        for (int i = 0; i < 3; i++) {
            assertThat(send(0, 1, LONG)).isEqualTo(Rc.NO_RESOURCE);
        }
        Descriptor descriptor = btls.get(0).alloc(endpoint(0, 1), LONG);
        assertThat(descriptor).isNotNull();
        btls.get(0).free(descriptor);
        job.progressUntil("both", () -> received.size() == 2);
        assertThat(send(0, 1, LONG)).isEqualTo(Rc.OK);
        job.progressUntil("the long one", () -> received.size() == 3);
    }

    /** The only fragment serves a descriptor of the upper layer, then a message copied into it. */
    @Test
    void aFragmentThatIsUsedAgainCallsNobodyBack() {
        open("fbox_max=0", "free_list_max=1");
        int[] completed = new int[1];
        Descriptor descriptor = btls.get(0).alloc(endpoint(0, 1), LONG);
        descriptor.callback =
                (btl, done, rc) -> {
                    completed[0]++;
                    btl.free(done);
                };
        assertThat(btls.get(0).send(endpoint(0, 1), descriptor, TAG)).isEqualTo(Rc.OK);
        job.progressUntil("its completion", () -> completed[0] == 1);
        for (int i = 0; i < 3; i++) {
            job.progressUntil("a fragment", () -> send(0, 1, LONG) == Rc.OK);
        }
        job.progressUntil("all", () -> received.size() == 4);
        job.progressTimes(3);
        assertThat(completed[0]).isEqualTo(1);
    }

    /** Its bytes lie where the receiver reads them: they may not change before. */
    @ParameterizedTest
    @ValueSource(strings = {"fbox_max=0", "fbox_max=1"})
    void aFragmentIsUnderWayUntilItsReceiverHasReadIt(String boxes) {
        open(boxes, "fbox_threshold=0");
        Btl sender = btls.get(0);
        int[] completed = new int[1];
        for (int round = 1; round <= 3; round++) {
            Descriptor descriptor = sender.alloc(endpoint(0, 1), LONG);
            descriptor.callback =
                    (btl, done, rc) -> {
                        completed[0]++;
                        btl.free(done);
                    };
            assertThat(sender.send(endpoint(0, 1), descriptor, TAG)).isEqualTo(Rc.OK);
            sender.progress();
            assertThat(completed[0]).as("before it is read").isEqualTo(round - 1);
            int expected = round;
            job.progressUntil("the message", () -> received.size() == expected);
            job.progressUntil("its completion", () -> completed[0] == expected);
        }
    }

    /** As fbox_threshold says: messages to a peer before it gets a box. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void aPeerGetsItsBoxWithTheMessageBehindTheThreshold(int threshold) {
        open("fbox_threshold=" + threshold);
        for (int i = 0; i < threshold; i++) {
            assertThat(send(0, 1, 8)).isEqualTo(Rc.OK);
            assertThat(endpoint(0, 1).box).as("after %d messages", i + 1).isNull();
        }
        assertThat(send(0, 1, 8)).isEqualTo(Rc.OK);
        assertThat(endpoint(0, 1).box).isNotNull();
        assertThat(endpoint(0, 2).box).as("of a peer without messages").isNull();
        job.progressUntil("all", () -> received.size() == threshold + 1);
    }

    /** A sender that has no box left asks no receiver to poll one. */
    @Test
    void whoHasNoBoxLeftClaimsNoneOfThePeers() {
        open("fbox_max=1", "fbox_threshold=0");
        assertThat(send(0, 1, 8)).isEqualTo(Rc.OK);
        assertThat(endpoint(0, 1).box).isNotNull();
        assertThat(send(0, 2, 8)).isEqualTo(Rc.OK);
        assertThat(endpoint(0, 2).box).isNull();
        assertThat(send(1, 2, 8)).isEqualTo(Rc.OK);
        assertThat(endpoint(1, 2).box).as("the box that rank 2 is ready to poll").isNotNull();
        job.progressUntil("all", () -> received.size() == 3);
        assertThat(received).containsExactlyInAnyOrder(1, 2, 2);
    }

    /** As many senders get a box as the receiver is ready to poll. */
    @Test
    void aReceiverPollsNoMoreBoxesThanItSays() {
        open("fbox_max=1", "fbox_threshold=0");
        assertThat(send(0, 2, 8)).isEqualTo(Rc.OK);
        assertThat(endpoint(0, 2).box).isNotNull();
        for (int i = 0; i < 3; i++) {
            assertThat(send(1, 2, 8)).isEqualTo(Rc.OK);
            assertThat(endpoint(1, 2).box).isNull();
        }
        assertThat(send(1, 0, 8)).isEqualTo(Rc.OK);
        assertThat(endpoint(1, 0).box).as("rank 1 has its own box still").isNotNull();
        job.progressUntil("all", () -> received.size() == 5);
    }

    /** The announcement of a box needs a cell of the FIFO: it waits, and so does the message. */
    @Test
    void aBoxIsSetUpOnceTheFifoHasRoom() {
        open("fbox_max=1", "fbox_threshold=2", "fifo_size=2");
        assertThat(send(0, 1, 8)).isEqualTo(Rc.OK);
        assertThat(send(0, 1, 8)).isEqualTo(Rc.OK);
        for (int i = 0; i < 3; i++) {
            assertThat(send(0, 1, 8)).isEqualTo(Rc.NO_RESOURCE);
            assertThat(endpoint(0, 1).box).isNull();
        }
        job.progressUntil("both", () -> received.size() == 2);
        assertThat(send(0, 1, 8)).isEqualTo(Rc.OK);
        assertThat(endpoint(0, 1).box).isNotNull();
        job.progressUntil("the third", () -> received.size() == 3);
    }

    /** A sender that never stops leaves its receiver time for others. */
    @ParameterizedTest
    @ValueSource(strings = {"fbox_max=0", "fbox_max=1"})
    void aPollHandlesABoundedNumberOfMessages(String boxes) {
        open(boxes, "fbox_threshold=0");
        assertThat(send(0, 1, 8)).isEqualTo(Rc.OK);
        job.progressUntil("the first", () -> received.size() == 1);
        for (int i = 0; i < 80; i++) {
            assertThat(send(0, 1, 8)).isEqualTo(Rc.OK);
        }
        Btl receiver = btls.get(1);
        assertThat(receiver.progress()).isEqualTo(32);
        assertThat(receiver.progress()).isEqualTo(32);
        assertThat(receiver.progress()).isEqualTo(16);
        assertThat(receiver.progress()).isZero();
    }

    /** One peer whose sleep is no fence for this rank is enough: the rank needs one of its own. */
    @Test
    void everyPeersSleepMustBeAFence() {
        open();
        Assumptions.assumeTrue(Membarrier.join(), "no membarrier here");
        ShmEndpoint first = endpoint(0, 1);
        Memory.putInt(first.segment.address() + SegmentLayout.OWNER_FENCES, 0);
        ShmEndpoint second = endpoint(0, 2);
        Memory.putInt(second.segment.address() + SegmentLayout.OWNER_FENCES, 1);
        FakeRank rank = job.rank(0);
        NodePeers peers =
                new NodePeers(rank.environment(), rank.oob(), new RecordingOutput(), 1000);
        try {
            assertThat(peers.fence()).as("no peer yet").isTrue();
            assertThat(peers.get(1, new StringBuilder()).fences()).isFalse();
            assertThat(peers.fence()).isFalse();
            assertThat(peers.get(2, new StringBuilder()).fences()).isTrue();
            assertThat(peers.fence()).as("for rank 1, too").isFalse();
        } finally {
            peers.close();
        }
    }
}
