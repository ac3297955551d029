package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Part of {@link BtlContract}: a link that breaks, where the BTL's test has a way to break one. */
abstract class BtlFailureContract extends BtlAtomicContract {
    /**
     * Breaks the link between two stations as a fault would: a connection reset, a cable pulled.
     * Both may be told by their next progress or their next send.
     *
     * @return false when links of this BTL do not break while their processes live
     */
    protected boolean breakLink(BtlStation a, BtlStation b) throws Exception {
        return false;
    }

    private void broken(BtlStation a, BtlStation b) {
        needsPeers();
        boolean breaks;
        try {
            breaks = breakLink(a, b);
        } catch (Exception e) {
            throw new AssertionError("breakLink() failed", e);
        }
        Assumptions.assumeTrue(breaks, "its links do not break");
    }

    /** Sends a message each way, so that there is a connection to break. */
    private void acquaint(BtlStation a, BtlStation b) {
        RecordingHandler received = new RecordingHandler();
        a.on(TAG + 2, received);
        b.on(TAG + 2, received);
        long header = memory.allocate(8);
        FakeJob job = a.rank().job();
        job.progressUntil("room", () -> accepted(ping(a, b, header)));
        job.progressUntil("room", () -> accepted(ping(b, a, header)));
        job.progressUntil("first messages", () -> received.count() == 2);
    }

    private static int ping(BtlStation from, BtlStation to, long header) {
        return from.btl().sendImmediate(from.to(to), TAG + 2, header, 8, null, 0, 0);
    }

    @Test
    void bothSidesOfABrokenLinkAreToldOnce() {
        Pair pair = new Pair();
        broken(pair);
        long header = memory.allocate(8);
        pair.job.progressUntil(
                "both sides' errors",
                () -> {
                    ping(pair.a, pair.b, header);
                    ping(pair.b, pair.a, header);
                    return !pair.a.errors().isEmpty() && !pair.b.errors().isEmpty();
                });
        pair.job.progressTimes(500);
        assertThat(pair.a.errors()).singleElement().asString().contains("rank 1");
        assertThat(pair.b.errors()).singleElement().asString().contains("rank 0");
    }

    private void broken(Pair pair) {
        needsPeers();
        acquaint(pair.a, pair.b);
        broken(pair.a, pair.b);
    }

    @Test
    void aBrokenLinkRefusesForGood() {
        Pair pair = new Pair();
        broken(pair);
        long header = memory.allocate(8);
        pair.job.progressUntil(
                "the error",
                () -> {
                    ping(pair.a, pair.b, header);
                    return !pair.a.errors().isEmpty();
                });
        for (int i = 0; i < 20; i++) {
            assertThat(ping(pair.a, pair.b, header)).isEqualTo(Rc.LINK_FAILED);
            Descriptor descriptor = pair.a.btl().alloc(pair.a.to(pair.b), 16);
            if (descriptor != null) {
                descriptor.callback = FREE;
                assertThat(pair.a.btl().send(pair.a.to(pair.b), descriptor, TAG))
                        .isEqualTo(Rc.LINK_FAILED);
                pair.a.btl().free(descriptor);
            }
            pair.job.progress();
        }
        assertThat(pair.a.errors()).hasSize(1);
    }

    /** What a failure leaves behind must be over when the upper layer hears of it. */
    @Test
    void outstandingDescriptorsEndBeforeTheErrorIsTold() {
        Pair pair = new Pair();
        needsPeers();
        acquaint(pair.a, pair.b);
        pair.b.on(TAG, (btl, from, tag, address, length) -> {});
        Outstanding outstanding = new Outstanding(pair.a);
        outstanding.flood(pair);
        broken(pair.a, pair.b);
        long header = memory.allocate(8);
        pair.job.progressUntil(
                "the error",
                () -> {
                    ping(pair.a, pair.b, header);
                    return !pair.a.errors().isEmpty();
                });
        pair.job.progressTimes(200);
        assertThat(outstanding.ended).isEqualTo(outstanding.accepted);
        assertThat(outstanding.afterTheError).isZero();
        assertThat(pair.a.btl().flushed()).isTrue();
    }

    /** Descriptors under way, and when each was over. */
    private static final class Outstanding {
        private final BtlStation station;
        private int accepted;
        private int ended;
        private int afterTheError;

        Outstanding(BtlStation station) {
            this.station = station;
        }

        /** Sends until there is no more room, without the receiver's help. */
        void flood(Pair pair) {
            int length = Math.min(4096, station.attributes().maxSendSize());
            for (int refused = 0; refused < 20 && accepted < 5000; ) {
                Descriptor descriptor = station.btl().alloc(station.to(pair.b), length);
                if (descriptor == null || !submitted(descriptor, pair)) {
                    refused++;
                    station.rank().progress();
                }
            }
            assertThat(accepted).isPositive();
        }

        private boolean submitted(Descriptor descriptor, Pair pair) {
            descriptor.callback = this::end;
            int rc = station.btl().send(station.to(pair.b), descriptor, TAG);
            if (rc == Rc.OK) {
                accepted++;
            } else {
                station.btl().free(descriptor);
            }
            return accepted(rc);
        }

        private void end(Btl btl, Descriptor descriptor, int rc) {
            assertThat(rc).isIn(Rc.OK, Rc.LINK_FAILED);
            ended++;
            afterTheError += station.errors().isEmpty() ? 0 : 1;
            btl.free(descriptor);
        }
    }

    @Test
    void otherPeersDoNotSuffer() {
        needsPeers();
        List<BtlStation> all = stations(3);
        acquaint(all.get(0), all.get(1));
        acquaint(all.get(0), all.get(2));
        broken(all.get(0), all.get(1));
        FakeJob job = all.get(0).rank().job();
        long header = memory.allocate(8);
        job.progressUntil(
                "the error",
                () -> {
                    ping(all.get(0), all.get(1), header);
                    return !all.get(0).errors().isEmpty();
                });
        exchangeBetween(all.get(0), all.get(2), 200);
        assertThat(all.get(2).errors()).isEmpty();
    }

    private void exchangeBetween(BtlStation a, BtlStation b, int count) {
        BtlStream.Source source = source(a);
        BtlStream.Receiver receiver = new BtlStream.Receiver(b, TAG, source);
        BtlStream stream = new BtlStream(a, b.rank().rank(), TAG, source, memory);
        Random random = seed.random();
        a.rank()
                .job()
                .progressUntil(
                        "messages to another peer",
                        () -> {
                            offerSome(stream, count, random);
                            return receiver.total() == count;
                        });
    }

    /** After it was told, nothing more comes from the broken link. */
    @Test
    void nothingIsReceivedAfterTheError() {
        Pair pair = new Pair();
        needsPeers();
        acquaint(pair.a, pair.b);
        List<Integer> late = new ArrayList<>();
        pair.a.on(
                TAG,
                (Btl btl, BtlEndpoint from, int tag, long address, int length) -> {
                    if (!pair.a.errors().isEmpty()) {
                        late.add(tag);
                    }
                });
        long header = memory.allocate(8);
        for (int i = 0; i < 10; i++) {
            pair.b.btl().sendImmediate(pair.b.to(pair.a), TAG, header, 8, null, 0, 0);
        }
        broken(pair.a, pair.b);
        pair.job.progressUntil(
                "the error",
                () -> {
                    ping(pair.a, pair.b, header);
                    pair.b.btl().sendImmediate(pair.b.to(pair.a), TAG, header, 8, null, 0, 0);
                    return !pair.a.errors().isEmpty();
                });
        pair.job.progressTimes(500);
        assertThat(late).isEmpty();
    }
}
