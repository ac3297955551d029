package org.strata.testkit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;
import org.strata.testkit.BtlStream.Means;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** What the parts of {@link BtlContract} share: jobs, stations and ways to move messages. */
@Timeout(value = 200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class BtlFixture {
    /** The tag that most tests use. */
    static final int TAG = 0x80;

    /** A Btl that takes more than this without its peer's progress has no back-pressure. */
    static final long FLOOD_BYTES = 256L << 20;

    @RegisterExtension final Seed seed = new Seed();

    final NativeBuffers memory = new NativeBuffers();
    private final Deque<AutoCloseable> closing = new ArrayDeque<>();
    private final List<FakeJob> jobs = new ArrayList<>();

    /** Makes the component of one rank, as its module would. */
    protected abstract BtlComponent component(FakeRank rank) throws Exception;

    /**
     * Returns the flags that its links advertise, no more and no fewer: what a link does not
     * advertise is skipped, so that a flag lost by mistake would go unnoticed.
     */
    protected abstract int flags();

    /** Returns whether peers reach so many bytes of {@link #rdmaMemory}. */
    protected boolean reaches(long bytes) {
        return true;
    }

    /** Returns whether a rank reaches only itself; tests of several ranks are then skipped. */
    protected boolean loopbackOnly() {
        return false;
    }

    /** Returns whether the sender's polls alone move what has departed: faults on purpose. */
    protected boolean holdsBack() {
        return false;
    }

    /** Returns whether messages may cost allocations: only where speed is not the purpose. */
    protected boolean allocates() {
        return false;
    }

    /**
     * Returns how many messages each rank sends to each other one where all do; fewer where links
     * give their connections up for each other all the time.
     */
    protected int messagesToEach() {
        return 600;
    }

    /** Returns native memory of a rank that RDMA can reach, zeroed; freed with the test. */
    protected long rdmaMemory(BtlStation station, long bytes) {
        return memory.allocate(bytes);
    }

    @AfterEach
    void closeEverything() throws Exception {
        for (FakeJob job : jobs) {
            if (job.abandoned()) {
                return;
            }
        }
        while (!closing.isEmpty()) {
            closing.pop().close();
        }
        memory.close();
    }

    /** Opens a job with a Btl in every rank. */
    List<BtlStation> stations(FakeJob job) {
        closing.push(job);
        jobs.add(job);
        List<BtlStation> stations = new ArrayList<>();
        for (FakeRank rank : job.ranks()) {
            BtlStation station = new BtlStation(rank, make(rank));
            closing.push(station);
            stations.add(station);
        }
        return stations;
    }

    List<BtlStation> stations(int size) {
        return stations(FakeJob.of(size));
    }

    private BtlComponent make(FakeRank rank) {
        try {
            return component(rank);
        } catch (Exception e) {
            throw new AssertionError("component() failed", e);
        }
    }

    /** Skips a test that needs several ranks. */
    void needsPeers() {
        Assumptions.assumeFalse(loopbackOnly(), "reaches only its own rank");
    }

    /** A sender and a receiver; the same station for a loopback. */
    final class Pair {
        final BtlStation a;
        final BtlStation b;
        final FakeJob job;

        Pair() {
            List<BtlStation> all = stations(2);
            a = all.get(0);
            b = loopbackOnly() ? a : all.get(1);
            job = a.rank().job();
        }

        int bRank() {
            return b.rank().rank();
        }

        /** Returns the longest message of a means, header included. */
        int limit(Means means) {
            return means.copies() ? a.attributes().eagerLimit() : a.attributes().maxSendSize();
        }

        /**
         * Sends one message by any means, driving both ranks while there is no resource. A short
         * one's header has {@link Btl#SHORT_HEADER} bytes.
         */
        void send(
                Means means, long header, int headerLength, Object base, long offset, int length) {
            switch (means) {
                case IMMEDIATE -> immediate(TAG, header, headerLength, base, offset, length);
                case SHORT, SHORT_FROM_ARRAY -> shortly(header, base, offset, length);
                case ALLOC -> alloc(header, headerLength, base, offset, length);
                case PREPARE -> prepare(header, headerLength, base, offset, length);
            }
        }

        void immediate(
                int tag, long header, int headerLength, Object base, long offset, int length) {
            retry(() ->
                    a.btl()
                            .sendImmediate(
                                    a.to(b), tag, header, headerLength, base, offset, length));
        }

        private void shortly(long header, Object base, long offset, int length) {
            long first = Memory.getLong(header);
            long second = Memory.getLong(header + Long.BYTES);
            retry(() -> a.btl().sendShort(a.to(b), TAG, first, second, base, offset, length));
        }

        private void alloc(long header, int headerLength, Object base, long offset, int length) {
            Descriptor descriptor = take(() -> a.btl().alloc(a.to(b), headerLength + length));
            descriptor.length = headerLength + length;
            Bytes.move(base, offset, descriptor.address + headerLength, length);
            submit(descriptor, header, headerLength);
        }

        private void prepare(long header, int headerLength, Object base, long offset, int length) {
            Buf buf = new Buf(base, offset, length, Bytes.LAYOUT);
            submit(
                    take(() -> a.btl().prepareSource(a.to(b), buf, 0, headerLength, length)),
                    header,
                    headerLength);
        }

        /** Writes the header and sends; the callback frees. */
        void submit(Descriptor descriptor, long header, int headerLength) {
            Bytes.move(null, header, descriptor.address, headerLength);
            descriptor.callback = FREE;
            retry(() -> a.btl().send(a.to(b), descriptor, TAG));
        }

        /** Takes a descriptor, driving both ranks until there is one. */
        Descriptor take(Supplier<Descriptor> taking) {
            Descriptor[] taken = new Descriptor[1];
            job.progressUntil("a descriptor", () -> (taken[0] = taking.get()) != null);
            return taken[0];
        }

        /** Repeats a call, driving both ranks, while it says NO_RESOURCE. */
        void retry(IntSupplier call) {
            job.progressUntil("resources", () -> accepted(call.getAsInt()));
        }
    }

    static final Descriptor.Callback FREE = BtlFixture::freeWhenDone;

    private static void freeWhenDone(Btl btl, Descriptor descriptor, int rc) {
        if (rc != Rc.OK) {
            throw new AssertionError("a send failed: " + Rc.name(rc));
        }
        btl.free(descriptor);
    }

    /** Returns whether a call was accepted; any failure but NO_RESOURCE raises. */
    static boolean accepted(int rc) {
        if (rc != Rc.OK && rc != Rc.NO_RESOURCE) {
            throw new AssertionError("unexpected " + Rc.name(rc));
        }
        return rc == Rc.OK;
    }

    /** Makes the bytes that streams of up to {@code maxPayload} take their payload from. */
    BtlStream.Source source(BtlStation station) {
        return new BtlStream.Source(memory, station.attributes().maxSendSize(), seed.random());
    }
}
