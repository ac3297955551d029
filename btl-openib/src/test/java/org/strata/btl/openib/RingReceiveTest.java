package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.mca.btl.Btl;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

import java.lang.foreign.Arena;

/** What the receiver of a ring does with the packets in it, and when the ring's connection ends. */
final class RingReceiveTest {
    private static final int TAG = 0x55;
    private static final int LATE = 1000;
    private static final int ROOM = 8192;

    private final FakeJob job = FakeJob.of(2);
    private final Arena arena = Arena.ofConfined();
    private final long out = Memory.allocate(arena, ROOM, 8);
    private final long in = Memory.allocate(arena, ROOM, 8);
    private final Counters sent = new Counters();
    private final Counters got = new Counters();
    private OpenibBtl sender;
    private OpenibBtl receiver;
    private OpenibEndpoint to;
    private OpenibEndpoint from;
    private int handled;
    private Runnable onHandled = () -> {};

    private OpenibBtl open(SoftJob soft, int rank, SoftFabric fabric, Counters counted) {
        return (OpenibBtl)
                soft.component(job.rank(rank), fabric, Clock.SYSTEM, null, counted)
                        .open((btl, peer, rc, why) -> {}, new StringBuilder())
                        .getFirst();
    }

    /** A ring is open, nothing is under way, and all that was sent has been handled. */
    @BeforeEach
    void open() {
        SoftJob soft =
                new SoftJob(
                        SoftConfig.defaults(),
                        Settings.with("eager-rdma-threshold", "1", "connect-retry-delay", "0.1"));
        SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
        sender = open(soft, 0, fabric, sent);
        receiver = open(soft, 1, fabric, got);
        job.rank(1).activeMessages().register(TAG, (btl, peer, tag, at, length) -> onMessage());
        to = (OpenibEndpoint) sender.addPeer(job.rank(0).proc(1), new StringBuilder());
        from = (OpenibEndpoint) receiver.addPeer(job.rank(1).proc(0), new StringBuilder());
        int messages = 0;
        while (count(sent, "fast_sent") == 0) {
            messages += send(0, 0, 8) == Rc.OK ? 1 : 0;
            job.progressTimes(3);
        }
        int all = messages;
        job.progressUntil("the first messages", () -> handled == all && to.isFlushed());
        job.progressTimes(5);
    }

    private void onMessage() {
        handled++;
        onHandled.run();
    }

    @AfterEach
    void close() {
        sender.close();
        receiver.close();
        job.close();
        arena.close();
    }

    private static long count(Counters of, String name) {
        return of.read().get("btl_openib_" + name);
    }

    private int send(long header0, long header1, int length) {
        return sender.sendShort(to, TAG, header0, header1, null, out, length);
    }

    private int receive(int tag, long header0, long header1, Object base, long capacity) {
        long offset = base == null ? in : 0;
        return receiver.receiveShort(from, tag, header0, header1, base, offset, capacity, 3);
    }

    /** As receive, after calls in which the link has other things to do. */
    private int receiveSoon(int tag, long header0, long header1, long capacity) {
        int first = receive(tag, header0, header1, null, capacity);
        return first == Btl.OTHER ? receive(tag, header0, header1, null, capacity) : first;
    }

    /** Most messages; now and then one is left to progress, which polls everything. */
    @Test
    void theMessageThatIsWaitedForNeedsNoHandler() {
        int before = handled;
        int direct = 0;
        byte[] array = new byte[4096];
        for (int i = 0; i < 3000; i++) {
            int length = new int[] {0, 8, 1, 40, 7, 200, 4000}[i % 7];
            Memory.putLong(out, i);
            if (i % 16 == 0) {
                // Its sends complete.
                sender.progress();
            }
            assertThat(send(i, -i, length)).isEqualTo(Rc.OK);
            boolean toArray = i % 2 == 0;
            int rc = receive(TAG, i, -i, toArray ? array : null, length);
            if (rc == Btl.OTHER) {
                int all = i + 1 - direct;
                job.progressUntil("a message", () -> handled - before == all);
                continue;
            }
            assertThat(rc).isEqualTo(length);
            if (length > 0) {
                assertThat(toArray ? array[0] : Memory.getByte(in)).isEqualTo((byte) i);
            }
            direct++;
        }
        assertThat(direct).isGreaterThan(2000);
        assertThat(handled - before).isEqualTo(3000 - direct).isPositive();
        job.progressUntil("completions of the sender", to::isFlushed);
    }

    @Test
    void everyOtherMessageIsLeftToProgress() {
        int before = handled;
        assertThat(receiveSoon(TAG, 1, 2, 8)).isEqualTo(Btl.NOTHING);
        send(1, 2, 8);
        assertThat(receiveSoon(TAG, 3, 2, 8)).isEqualTo(Btl.OTHER);
        assertThat(receiveSoon(TAG, 1, 3, 8)).isEqualTo(Btl.OTHER);
        assertThat(receiveSoon(TAG + 1, 1, 2, 8)).isEqualTo(Btl.OTHER);
        assertThat(receiveSoon(TAG, 1, 2, 7)).as("longer").isEqualTo(Btl.OTHER);
        assertThat(receiveSoon(TAG, 1, 2, 8)).isEqualTo(8);
        send(5, 6, 8);
        assertThat(receiver.progress(from)).isEqualTo(1);
        assertThat(handled - before).isEqualTo(1);
        assertThat(sender.sendImmediate(to, TAG, out, 8, null, 0, 0)).isEqualTo(Rc.OK);
        assertThat(receiveSoon(TAG, Memory.getLong(out), 0, 8)).as("shorter").isEqualTo(Btl.OTHER);
        job.progressUntil("it", () -> handled - before == 2);
    }

    /** Its number is not due: progress does not handle it either. */
    @Test
    void aMessageAheadOfItsTurnStaysInTheRing() {
        int before = handled;
        to.numberFrom(LATE + 1);
        from.numberFrom(LATE);
        assertThat(send(1, 2, 8)).isEqualTo(Rc.OK);
        assertThat(receiveSoon(TAG, 1, 2, 8)).isEqualTo(Btl.OTHER);
        job.progressTimes(100);
        assertThat(handled).isEqualTo(before);
        assertThat(count(got, "fast_early")).isPositive();
        deliverLate();
        job.progressUntil("both", () -> handled - before == 2);
    }

    /** The receiver writes it to a word of the sender's. */
    @Test
    void aSenderThatPollsNothingFindsTheRoomInTheRing() {
        int before = handled;
        long full = count(sent, "fast_fallbacks");
        for (int i = 1; i <= 20; i++) {
            assertThat(send(1, i, 4000)).isEqualTo(Rc.OK);
            int all = i;
            job.rank(1).waitUntil("message " + i, () -> handled - before == all);
        }
        assertThat(count(got, "fast_grants")).isPositive();
        assertThat(count(sent, "fast_fallbacks") - full).isZero();
    }

    /** After a message by queue the next one may come there, too. */
    @Test
    void aMessageByQueueHasEverythingPolledAgain() {
        int before = handled;
        Memory.putLong(out, 7);
        var message = sender.alloc(to, ROOM);
        message.callback = (btl, done, rc) -> btl.free(done);
        assertThat(sender.send(to, message, TAG)).isEqualTo(Rc.OK);
        job.progressUntil("the long message", () -> handled - before == 1);
        assertThat(receive(TAG, 1, 2, null, 8)).isEqualTo(Btl.OTHER);
        assertThat(receive(TAG, 1, 2, null, 8)).isEqualTo(Btl.OTHER);
        send(1, 2, 8);
        job.progressUntil("a short one", () -> handled - before == 2);
        assertThat(receiveSoon(TAG, 1, 2, 8)).isEqualTo(Btl.NOTHING);
    }

    /** How a connection ends. */
    enum End {
        SENDER_BREAKS,
        RECEIVER_BREAKS,
        SENDER_CLOSES,
        RECEIVER_CLOSES
    }

    /**
     * A message by another queue pair is late, the one behind it is in the ring, and its sender has
     * the completion: it will not send it again. When the connection ends now, only the receiver
     * has it.
     */
    @ParameterizedTest
    @EnumSource(End.class)
    void aRingIsReadEmptyWhenItsConnectionEnds(End end) {
        int before = handled;
        to.numberFrom(LATE + 1);
        from.numberFrom(LATE);
        assertThat(send(1, 2, 8)).isEqualTo(Rc.OK);
        job.progressUntil("its completion", to::isFlushed);
        assertThat(count(got, "fast_rescued")).isZero();
        switch (end) {
            case SENDER_BREAKS -> to.broken("the test");
            case RECEIVER_BREAKS -> from.broken("the test");
            case SENDER_CLOSES -> to.evict();
            case RECEIVER_CLOSES -> from.evict();
        }
        job.progressUntil("the end", () -> from.channels().length == 0);
        assertThat(count(got, "fast_rescued")).isEqualTo(1);
        assertThat(handled).isEqualTo(before);
        deliverLate();
        job.progressUntil("both", () -> handled - before == 2);
        assertThat(send(3, 4, 8)).isEqualTo(Rc.OK);
        job.progressUntil("one by the next connection", () -> handled - before == 3);
    }

    /** Its sender has the completion, and no connection follows. */
    @Test
    void whatHasComeIsDeliveredWhenTheLinkFails() {
        int before = handled;
        assertThat(send(1, 2, 8)).isEqualTo(Rc.OK);
        from.connection().fail("the test");
        job.progressUntil("the message", () -> handled - before == 1);
        assertThat(count(got, "fast_rescued")).isEqualTo(1);
    }

    /** The handler still reads its packet there. */
    @Test
    void aRingOutlivesTheHandlerThatEndsItsConnection() {
        int before = handled;
        Adapter adapter = receiver.port().adapter();
        long bytes = count(got, "fast_bytes");
        assertThat(bytes).isPositive();
        long[] registered = new long[1];
        onHandled =
                () -> {
                    from.connection().fail("the test");
                    assertThat(from.fast().isRead()).as("its ring").isFalse();
                    assertThat(count(got, "fast_bytes")).isEqualTo(bytes);
                    registered[0] = adapter.registeredBytes;
                };
        assertThat(send(1, 2, 8)).isEqualTo(Rc.OK);
        job.progressUntil("the message", () -> handled - before == 1);
        assertThat(count(got, "fast_bytes")).isZero();
        assertThat(registered[0] - adapter.registeredBytes).isGreaterThanOrEqualTo(bytes);
    }

    private void deliverLate() {
        PacketHeader.write(in, TAG, PacketHeader.DATA, 0, LATE, 0);
        from.received(null, in, PacketHeader.BYTES);
    }
}
