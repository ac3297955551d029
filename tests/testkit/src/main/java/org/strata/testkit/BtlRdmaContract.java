package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Part of {@link BtlContract}: put and get, for a Btl that advertises them. */
abstract class BtlRdmaContract extends BtlThreadContract {
    private static final int GUARD = 64;
    private static final byte UNTOUCHED = 0x5a;

    /** A direction: put moves from a to b, get from b to a; {@code a} always starts it. */
    private enum Way {
        PUT(BtlAttributes.FLAG_PUT, 0, Registration.REMOTE_WRITE),
        GET(BtlAttributes.FLAG_GET, Registration.LOCAL_WRITE, Registration.REMOTE_READ);

        final int flag;
        final int localAccess;
        final int remoteAccess;

        Way(int flag, int localAccess, int remoteAccess) {
            this.flag = flag;
            this.localAccess = localAccess;
            this.remoteAccess = remoteAccess;
        }
    }

    private boolean has(int flag) {
        return (flags() & flag) != 0;
    }

    /** Registered memory on both sides, and the handle that a got for b's. */
    private final class Window {
        final Pair pair = new Pair();
        final Way way;
        final RdmaBtl btl;
        final long local;
        final long remote;
        final long bytes;
        final long handle;
        final Registration localRegistration;
        final Registration remoteRegistration;
        final List<Long> completions = new ArrayList<>();

        Window(Way way, long bytes) {
            this.way = way;
            this.bytes = bytes;
            Assumptions.assumeTrue(has(way.flag), "does not advertise " + way);
            btl = pair.a.rdma();
            local = rdmaMemory(pair.a, bytes);
            remote = rdmaMemory(pair.b, bytes);
            localRegistration = register(pair.a, pair.b, local, bytes, way.localAccess);
            remoteRegistration = register(pair.b, pair.a, remote, bytes, way.remoteAccess);
            handle = memory.allocate(Math.max(1, btl.handleSize()));
            pair.b.rdma().writeHandle(remoteRegistration, remote, handle);
            boolean reachable = pair.b.rdma().reachable(pair.b.to(pair.a), remote, bytes);
            assertThat(reachable).as("%d bytes are reachable", bytes).isEqualTo(reaches(bytes));
            Assumptions.assumeTrue(reachable, "peers do not reach this memory");
        }

        private Registration register(
                BtlStation own, BtlStation peer, long address, long length, int access) {
            if (!has(BtlAttributes.FLAG_NEEDS_REGISTRATION)) {
                return null;
            }
            Registration made = own.rdma().register(own.to(peer), address, length, access);
            assertThat(made).as("registration").isNotNull();
            assertThat(made.address()).isLessThanOrEqualTo(address);
            assertThat(made.address() + made.length()).isGreaterThanOrEqualTo(address + length);
            assertThat(made.access() & access).isEqualTo(access);
            return made;
        }

        /** Where the data come from and go to. */
        long source() {
            return way == Way.PUT ? local : remote;
        }

        long target() {
            return way == Way.PUT ? remote : local;
        }

        int start(long from, long to, long length) {
            RdmaBtl.RdmaCallback callback =
                    (endpoint, done, rc) -> {
                        assertThat(Rc.name(rc)).isEqualTo("OK");
                        assertThat(endpoint).isSameAs(pair.a.to(pair.b));
                        assertThat(done).isEqualTo(length);
                        completions.add(done);
                    };
            long here = local + (way == Way.PUT ? from : to);
            long there = remote + (way == Way.PUT ? to : from);
            return way == Way.PUT
                    ? btl.put(
                            pair.a.to(pair.b),
                            here,
                            localRegistration,
                            there,
                            handle,
                            length,
                            callback)
                    : btl.get(
                            pair.a.to(pair.b),
                            here,
                            localRegistration,
                            there,
                            handle,
                            length,
                            callback);
        }

        /** Moves a range, in as many operations as it takes, and waits for all callbacks. */
        void move(long from, long to, long length) {
            int before = completions.size();
            int started = 0;
            for (long at = 0; at < length; started++) {
                long offset = at;
                long piece = Math.min(length - at, btl.maxRdmaSize());
                pair.retry(() -> start(from + offset, to + offset, piece));
                at += piece;
            }
            int expected = before + started;
            pair.job.progressUntil(way + "s", () -> completions.size() >= expected);
        }

        void release() {
            if (localRegistration != null) {
                pair.a.rdma().deregister(localRegistration);
                pair.b.rdma().deregister(remoteRegistration);
            }
        }
    }

    @Test
    void putOfEverySizeAndAlignment() {
        everySize(Way.PUT);
    }

    @Test
    void getOfEverySizeAndAlignment() {
        everySize(Way.GET);
    }

    private void everySize(Way way) {
        int largest = 70_000;
        Window window = new Window(way, largest + 2 * GUARD);
        NativeBuffers.fill(window.source(), window.bytes, 1);
        Random random = seed.random();
        for (int length : sizes(largest)) {
            if (length > 0) {
                int from = random.nextInt(GUARD);
                int to = random.nextInt(GUARD);
                fill(window.target(), window.bytes);
                window.move(from, to, length);
                String what = way + " of " + length + " bytes from " + from + " to " + to;
                NativeBuffers.verifyFilled(what + ", before", window.target(), to, UNTOUCHED);
                NativeBuffers.verify(what, window.target() + to, length, 1, from);
                int end = to + length;
                NativeBuffers.verifyFilled(
                        what + ", after", window.target() + end, window.bytes - end, UNTOUCHED);
            }
        }
        window.release();
    }

    private static void fill(long address, long bytes) {
        Memory.all().asSlice(address, bytes).fill(UNTOUCHED);
    }

    @Test
    void putOfMegabytes() {
        megabytes(Way.PUT);
    }

    @Test
    void getOfMegabytes() {
        megabytes(Way.GET);
    }

    private void megabytes(Way way) {
        int bytes = (5 << 20) + 3;
        Window window = new Window(way, bytes);
        NativeBuffers.fill(window.source(), bytes, 2);
        window.move(0, 0, bytes);
        NativeBuffers.verify("all", window.target(), bytes, 2);
        window.release();
    }

    @Test
    void rdmaCallbacksRunOnceEachWhenManyAreUnderWay() {
        for (Way way : Way.values()) {
            if (has(way.flag)) {
                manyUnderWay(way);
            }
        }
    }

    private void manyUnderWay(Way way) {
        int piece = 777;
        int pieces = 300;
        Window window = new Window(way, (long) piece * pieces);
        NativeBuffers.fill(window.source(), window.bytes, 3);
        for (int i = 0; i < pieces; i++) {
            long at = (long) i * piece;
            window.pair.retry(() -> window.start(at, at, piece));
        }
        window.pair.job.progressUntil("callbacks", () -> window.completions.size() >= pieces);
        window.pair.job.progressTimes(500);
        assertThat(window.completions).hasSize(pieces).containsOnly((long) piece);
        NativeBuffers.verify("all", window.target(), window.bytes, 3);
        window.release();
    }

    @Test
    void handleIsCopiedBeforeReturn() {
        for (Way way : Way.values()) {
            if (has(way.flag)) {
                Window window = new Window(way, 100);
                NativeBuffers.fill(window.source(), 100, 4);
                window.pair.retry(() -> window.start(0, 0, 100));
                fill(window.handle, window.btl.handleSize());
                window.pair.job.progressUntil("callback", () -> window.completions.size() == 1);
                NativeBuffers.verify("data", window.target(), 100, 4);
                window.release();
            }
        }
    }

    @Test
    void registrationsCanBeHadAgainAndAgain() {
        Assumptions.assumeTrue(has(BtlAttributes.FLAG_NEEDS_REGISTRATION), "needs no registration");
        Pair pair = new Pair();
        long address = rdmaMemory(pair.a, 8192);
        for (int i = 0; i < 2000; i++) {
            Registration registration =
                    pair.a
                            .rdma()
                            .register(pair.a.to(pair.b), address, 8192, Registration.REMOTE_READ);
            assertThat(registration).as("registration %d", i).isNotNull();
            pair.a.rdma().deregister(registration);
        }
    }

    @Test
    void rdmaAndMessagesAtTheSameTime() {
        Window window = new Window(Way.PUT, 200_000);
        NativeBuffers.fill(window.source(), window.bytes, 5);
        BtlStream.Source source = source(window.pair.a);
        BtlStream.Receiver receiver = new BtlStream.Receiver(window.pair.b, TAG, source);
        BtlStream stream = new BtlStream(window.pair.a, window.pair.bRank(), TAG, source, memory);
        Random random = seed.random();
        for (int i = 0; i < 200; i++) {
            long at = i * 1000L;
            window.pair.retry(() -> window.start(at, at, 1000));
            offerSome(stream, Integer.MAX_VALUE, random);
        }
        window.pair.job.progressUntil(
                "all",
                () ->
                        window.completions.size() == 200
                                && receiver.total() == stream.sent()
                                && stream.allCompleted());
        NativeBuffers.verify("data", window.target(), window.bytes, 5);
        window.release();
    }
}
