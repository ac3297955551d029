package org.strata.coll.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;

import java.lang.reflect.Proxy;
import java.util.List;

/** A call of rank 0 of two, whose messages with rank 1 the test sends. One thread. */
final class BlockingCallTest {
    private static final DataLayout LONG = DataLayouts.basic(8, 8);
    private static final int TAG = -100;

    private final FakeJob job = FakeJob.of(2);
    private final List<FakePml> pmls = FakePml.of(job, 1 << 16);
    private final CommContext comm = pmls.get(0).world(3);
    private final Scratch scratch = new Scratch(1 << 20);
    private final BlockingCall call =
            new BlockingCall(
                    pmls.get(0),
                    job.rank(0).engine(),
                    scratch,
                    comm,
                    TAG,
                    AlgorithmSettings.DEFAULT);

    @AfterEach
    void close() {
        job.close();
    }

    private static Buf words(long... values) {
        return new Buf(values, 0, values.length, LONG);
    }

    private void sendFromOne(int tag, long... values) {
        CommContext other = pmls.get(1).world(3);
        pmls.get(1).isend(words(values), 0, tag, SendMode.STANDARD, other).release();
    }

    /** The result of a call is its first failure, whatever succeeds or fails later. */
    @Test
    void theFirstFailureIsTheResult() {
        sendFromOne(TAG, 1, 2);
        sendFromOne(TAG, 7);
        long[] one = new long[1];
        call.receive(words(one), 1);
        call.note(Rc.PEER_FAILED);
        call.note(Rc.OK);
        call.receive(words(one), 1);
        assertThat(one).as("it goes on").containsExactly(7);
        assertThat(Rc.name(call.finish())).isEqualTo("TRUNCATED");
    }

    /** A send that fails fails the call. */
    @Test
    void aSendFailsTheCall() {
        Pml refusing =
                (Pml)
                        Proxy.newProxyInstance(
                                Pml.class.getClassLoader(),
                                new Class<?>[] {Pml.class},
                                (pml, method, words) -> Rc.PEER_FAILED);
        BlockingCall sending =
                new BlockingCall(
                        refusing,
                        job.rank(0).engine(),
                        scratch,
                        comm,
                        TAG,
                        AlgorithmSettings.DEFAULT);
        sending.send(words(1), 1);
        assertThat(Rc.name(sending.finish())).isEqualTo("PEER_FAILED");
    }

    /** So it is with messages that are completed later, and with local copies. */
    @Test
    void startedMessagesAndCopiesFailTheCall() {
        sendFromOne(TAG, 1, 2);
        call.startReceive(words(0), 1);
        call.finishStarted();
        assertThat(Rc.name(call.finish())).isEqualTo("TRUNCATED");
        BlockingCall copying =
                new BlockingCall(null, null, scratch, comm, TAG, AlgorithmSettings.DEFAULT);
        copying.copy(words(1, 2), words(0, 0));
        assertThat(copying.finish()).isEqualTo(Rc.OK);
        copying.copy(words(1, 2), words(0));
        assertThat(Rc.name(copying.finish())).isEqualTo("TRUNCATED");
    }

    /** Messages of a channel match those of the same channel only, in any order. */
    @Test
    void channelsKeepMessagesApart() {
        long[][] received = new long[12][1];
        for (int channel = 11; channel >= 0; channel--) {
            sendFromOne(TAG - channel, channel);
            call.startReceive(words(received[channel]), 1, channel);
        }
        call.finishStarted();
        for (int channel = 0; channel < 12; channel++) {
            assertThat(received[channel]).containsExactly(channel);
        }
        call.startSend(words(5), 1, 3);
        call.finishStarted();
        long[] sent = new long[1];
        CommContext other = pmls.get(1).world(3);
        assertThat(pmls.get(1).receive(words(sent), 0, TAG - 3, other, null)).isEqualTo(Rc.OK);
        assertThat(sent).containsExactly(5);
        assertThat(call.finish()).isEqualTo(Rc.OK);
    }

    /** All blocks are returned at the end, for the next call. */
    @Test
    void temporaryMemoryIsReturned() {
        for (int round = 0; round < 3; round++) {
            long first = call.tempBytes(100).offset();
            long second = call.tempBytes(100).offset();
            assertThat(Math.abs(first - second)).isGreaterThanOrEqualTo(100);
            call.temp(1000, LONG);
            assertThat(scratch.kept()).isZero();
            call.finish();
            assertThat(scratch.kept()).isEqualTo(4096 + 4096 + 8192);
        }
    }

    /**
     * Of elements that lie before their origin, or whose extent is negative, all bytes are there.
     */
    @Test
    void temporaryMemoryHoldsAllElements() {
        DataLayout[] layouts = {
            LONG,
            DataLayouts.resized(LONG, -24, 32),
            DataLayouts.resized(LONG, 0, -16),
            DataLayouts.hindexed(new long[] {1, 1}, new long[] {-4000, 4000}, LONG),
            DataLayouts.resized(LONG, 5000, 8),
        };
        for (DataLayout layout : layouts) {
            long packed = call.tempBytes(10 * layout.size()).offset();
            Buf data = call.temp(10, layout);
            Buf other = call.temp(10, layout);
            for (int i = 0; i < 10 * layout.size() / 8; i++) {
                Memory.putLong(packed + 8L * i, i + 1);
            }
            data.unpack(packed, 0, 10 * layout.size());
            Memory.zero(packed, 10 * layout.size());
            other.unpack(packed, 0, 10 * layout.size());
            data.pack(0, packed, 10 * layout.size());
            for (int i = 0; i < 10 * layout.size() / 8; i++) {
                assertThat(Memory.getLong(packed + 8L * i)).isEqualTo(i + 1);
            }
            call.finish();
        }
    }

    /** A function of the program is not called for nothing. */
    @Test
    void nothingIsReducedByNoCall() {
        int[] calls = {0};
        ReduceOp counting =
                new ReduceOp() {
                    @Override
                    public void apply(Object in, long inAt, Object inout, long at, long count) {
                        calls[0] += (int) count;
                    }

                    @Override
                    public boolean commutative() {
                        return true;
                    }
                };
        call.reduce(counting, words(), words());
        assertThat(calls[0]).isZero();
        call.reduce(counting, words(1, 2), words(1, 2));
        assertThat(calls[0]).isEqualTo(2);
    }
}
