package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.btl.openib.fast.RingLayout;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.verbs.DataOrder.Extent;
import org.strata.verbs.Provider;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * Rings are opened, and room in them is granted by writes, only over queue pairs and in memory that
 * are known to be in order; rank 0 sends, rank 1 decides.
 */
final class RingOrderTest {
    private static final int TAG = 0x55;
    private static final int MESSAGES = 400;
    private static final int SIZES = 60;
    private static final int POLLS = 50;
    private static final int BURST = 3;
    private static final int EXCHANGES = 100;

    @TempDir Path directory;

    private final FakeJob job = FakeJob.of(2);
    private final Counters sent = new Counters();
    private final Counters got = new Counters();
    private final Arena arena = Arena.ofConfined();
    private final List<OpenibBtl> links = new ArrayList<>();
    private SoftConfig adapters = SoftConfig.defaults();
    private SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
    private UnaryOperator<Provider> wrapper = provider -> provider;
    private SoftJob soft;
    private BtlEndpoint to;
    private BtlEndpoint back;
    private int handled;
    private int wrong;

    @AfterEach
    void close() {
        links.forEach(OpenibBtl::close);
        job.close();
        arena.close();
    }

    private OpenibBtl open(int rank, Counters counters) {
        OpenibBtl link =
                (OpenibBtl)
                        soft.component(job.rank(rank), fabric, Clock.SYSTEM, null, counters)
                                .open((btl, peer, rc, why) -> {}, new StringBuilder())
                                .getFirst();
        links.add(link);
        return link;
    }

    private void start(String use, RingLayout layout, String... more) {
        String[] settings = {
            "use-eager-rdma", use,
            "eager-rdma-threshold", "1",
            "eager-rdma-num", "4",
            "eager-rdma-limit", "256",
            "eager-rdma-block", "1k",
            "eager-rdma-layout", layout.name().toLowerCase(Locale.ROOT)
        };
        soft = new SoftJob(adapters, Settings.with(Settings.and(settings, more)), wrapper);
        OpenibBtl sender = open(0, sent);
        OpenibBtl receiver = open(1, got);
        job.rank(1).activeMessages().register(TAG, (btl, from, tag, at, bytes) -> check(at, bytes));
        job.rank(0).activeMessages().register(TAG, (btl, from, tag, at, bytes) -> {});
        to = sender.addPeer(job.rank(0).proc(1), new StringBuilder());
        back = receiver.addPeer(job.rank(1).proc(0), new StringBuilder());
    }

    /** Message n has n in both words of its header and in each byte of the rest. */
    private void check(long at, int bytes) {
        boolean right = bytes == 16 + length(handled);
        right &= Memory.getLong(at) == handled && Memory.getLong(at + 8) == ~handled;
        for (int i = 16; right && i < bytes; i++) {
            right = Memory.getByte(at + i) == (byte) handled;
        }
        wrong += right ? 0 : 1;
        handled++;
    }

    private static int length(int message) {
        return message % SIZES;
    }

    private void exchange() {
        long payload = Memory.allocate(arena, SIZES, 8);
        for (int message = 0; message < MESSAGES; message++) {
            for (int i = 0; i < SIZES; i++) {
                Memory.putByte(payload + i, (byte) message);
            }
            send(message, payload);
            if (message == 0) {
                // The connection is made, and the ring where there is to be one.
                job.progressUntil("the first message", () -> handled == 1);
                job.progressTimes(POLLS);
            } else if (message % BURST == 0) {
                job.progressTimes(1);
            }
        }
        job.progressUntil("all messages", () -> handled == MESSAGES);
        assertThat(wrong).as("wrong messages").isZero();
    }

    private void send(int message, long payload) {
        int length = length(message);
        int[] rc = {Rc.NO_RESOURCE};
        job.progressUntil(
                "room",
                () -> {
                    rc[0] = sendInBracket(message, payload, length);
                    return rc[0] != Rc.NO_RESOURCE;
                });
        assertThat(rc[0]).isEqualTo(Rc.OK);
    }

    /** The link may have a thread of its own. */
    private int sendInBracket(int message, long payload, int length) {
        ProgressEngine engine = job.rank(0).engine();
        engine.enter();
        try {
            return links.getFirst().sendShort(to, TAG, message, ~message, null, payload, length);
        } finally {
            engine.exit();
        }
    }

    /** Returns how many messages came by ring; without a ring none does. */
    private long byRing() {
        long messages = got.read().get("btl_openib_fast_received");
        if (messages > 0) {
            assertThat(got.read().get("btl_openib_fast_opens")).isPositive();
        }
        return messages;
    }

    /** Exchanges until the ring is in use: a thread of the adapter's may open it late. */
    private void exchangeByRing() {
        exchange();
        for (int again = 0; byRing() == 0 && again < EXCHANGES; again++) {
            handled = 0;
            exchange();
        }
        assertThat(byRing()).isPositive();
    }

    private long grants() {
        return got.read().get("btl_openib_fast_grants");
    }

    /** Messages come whole, by ring, over an adapter that stores pieces of writes in any order. */
    @ParameterizedTest
    @EnumSource(SoftConfig.Mode.class)
    void aGuardedRingIsOpenedOverAnAdapterThatPromisesNoOrder(SoftConfig.Mode mode) {
        for (int seed = 0; seed < 3; seed++) {
            links.forEach(OpenibBtl::close);
            links.clear();
            handled = 0;
            adapters =
                    SoftConfig.defaults()
                            .withMode(mode)
                            .withDelivery(new SoftConfig.DeliveryOrder(true, seed));
            start("1", RingLayout.FIXED_GUARDED);
            exchangeByRing();
            assertThat(grants()).as("a grant word needs order").isZero();
            assertThat(links.getFirst().remark(to))
                    .isEqualTo("rings on: fixed_guarded needs no order of writes");
        }
    }

    /** By each design, with both ways to execute requests: all messages come whole, by queue. */
    @ParameterizedTest
    @CsvSource({
        "FIXED_TOP, INLINE", "FIXED_BOTTOM, INLINE", "VARIABLE_TOP, INLINE",
        "VARIABLE_BOTTOM, INLINE", "FIXED_TOP, ENGINE", "VARIABLE_BOTTOM, ENGINE"
    })
    void noRingIsOpenedOverAnAdapterThatPromisesNoOrder(RingLayout layout, SoftConfig.Mode mode) {
        for (String use : new String[] {"1", "-1"}) {
            links.forEach(OpenibBtl::close);
            links.clear();
            handled = 0;
            adapters =
                    SoftConfig.defaults()
                            .withMode(mode)
                            .withDelivery(new SoftConfig.DeliveryOrder(true, 3));
            start(use, layout);
            exchange();
            assertThat(byRing()).isZero();
            assertThat(grants()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "FIXED_TOP, NONE, false",
        "FIXED_TOP, LAST_BYTE, false",
        "FIXED_TOP, WORDS, true",
        "FIXED_BOTTOM, NONE, false",
        "FIXED_BOTTOM, LAST_BYTE, true",
        "FIXED_BOTTOM, WORDS, true",
        "VARIABLE_TOP, LAST_BYTE, false",
        "VARIABLE_TOP, WORDS, true",
        "VARIABLE_BOTTOM, NONE, false",
        "VARIABLE_BOTTOM, LAST_BYTE, true",
        "VARIABLE_BOTTOM, WORDS, true",
        "FIXED_GUARDED, NONE, true",
        "FIXED_GUARDED, WORDS, true"
    })
    void aRingIsOpenedWhereTheQueuePairPromisesWhatItNeeds(
            RingLayout layout, Extent extent, boolean opened) {
        wrapper = provider -> new PromisingProvider(provider, () -> extent);
        start("1", layout);
        exchange();
        assertThat(byRing() > 0).isEqualTo(opened);
    }

    /** The word is the sender's, and so is the queue pair by which it is written. */
    @ParameterizedTest
    @CsvSource({"LAST_BYTE, false", "WORDS, true"})
    void roomIsGrantedByWritesWhereTheSendersWordIsSeenInOrder(Extent extent, boolean granted) {
        wrapper = provider -> new PromisingProvider(provider, () -> extent);
        start("1", RingLayout.FIXED_BOTTOM);
        exchangeByRing();
        assertThat(grants() > 0).isEqualTo(granted);
    }

    /** The kernel copies to memory that is not mapped, the last byte last. */
    @ParameterizedTest
    @EnumSource(RingLayout.class)
    void theMemorysOrderCountsToo(RingLayout layout) {
        fabric = SoftFabric.onHost(directory, "order", SoftFabric.Reach.KERNEL);
        adapters = SoftConfig.defaults().withSegments(directory.toString(), 64 << 20);
        start("1", layout);
        exchange();
        assertThat(byRing() > 0).isEqualTo(layout.needs() != Extent.WORDS);
        assertThat(grants()).isZero();
    }

    /** A fabric may route one connection in order and another not. */
    @Test
    void eachConnectionIsAskedAnew() {
        boolean[] ordered = {false};
        wrapper =
                provider ->
                        new PromisingProvider(
                                provider, () -> ordered[0] ? Extent.WORDS : Extent.NONE);
        start("1", RingLayout.VARIABLE_BOTTOM);
        exchange();
        assertThat(byRing()).isZero();
        ordered[0] = true;
        ((OpenibEndpoint) to).evict();
        ((OpenibEndpoint) back).evict();
        job.progressUntil(
                "the end of the connection", () -> ((OpenibEndpoint) back).channels().length == 0);
        handled = 0;
        exchangeByRing();
    }

    @Test
    void theUserMayForceThem() {
        wrapper = provider -> new PromisingProvider(provider, () -> Extent.NONE);
        start("2", RingLayout.FIXED_TOP);
        exchangeByRing();
        assertThat(grants()).isPositive();
        assertThat(links.getFirst().remark(to))
                .startsWith("rings on: forced by btl_openib_use_eager_rdma 2")
                .contains(PromisingProvider.SOURCE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    -1 | WORDS | false | rings on where they save time: the test says so
                    1  | WORDS | false | rings on: the test says so
                    1  | WORDS | true  | rings on: the test says so
                    2  | WORDS | false | rings on: the test says so
                    0  | WORDS | false | rings off: btl_openib_use_eager_rdma is 0
                    -1 | WORDS | true  | rings off: btl_openib_use_async_progress is true
                    1  | NONE  | false | rings off: fixed_top needs the bytes of each write to arrive in order
                    -1 | LAST_BYTE | false | rings off: fixed_top needs the bytes of each write
                    """)
    void aLinkSaysWhetherItHasRingsAndWhy(
            String use, Extent extent, boolean thread, String expected) {
        wrapper = provider -> new PromisingProvider(provider, () -> extent);
        start(use, RingLayout.FIXED_TOP, "use-async-progress", Boolean.toString(thread));
        assertThat(links.getFirst().remark(to)).as("before any message").startsWith(expected);
        exchange();
        assertThat(links.getLast().remark(back)).as("of the connection").startsWith(expected);
    }

    @Test
    void withoutPlacesForRingsThereAreNone() {
        start("1", RingLayout.FIXED_TOP, "max-eager-rdma", "0");
        assertThat(links.getFirst().remark(to))
                .isEqualTo("rings off: btl_openib_max_eager_rdma is 0");
    }
}
