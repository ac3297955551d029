package org.strata.osc.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.osc.OscOperation;
import org.strata.mca.pml.CommContext;
import org.strata.mca.proc.Proc;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.osc.base.FixedMemory;
import org.strata.testkit.FakeBtlComponent;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeWire;
import org.strata.testkit.NativeBuffers;
import org.strata.testkit.Seed;

import java.util.ArrayList;
import java.util.List;

/** Puts and gets over a strict link that has little room, and that checks all registrations. */
final class RdmaMoverTest {
    private static final int WINDOW = 60_000;

    @RegisterExtension final Seed seed = new Seed();

    /** Two ranks, of which the first moves data to and from the other's memory. */
    private final class Pair implements AutoCloseable {
        final NativeBuffers memory = new NativeBuffers();
        final FakeJob job = FakeJob.of(2);
        final FakeWire wire;
        final CommContext comm;
        final RdmaPeer peer;
        final CopyBlocks blocks;
        final RdmaMover mover;
        final long remote = memory.allocate(WINDOW);

        Pair(int flags) {
            wire = new FakeWire(2, FakeBtlConfig.of(flags));
            List<BtlLink> links = new ArrayList<>();
            for (int rank = 0; rank < 2; rank++) {
                Btl btl =
                        new FakeBtlComponent(wire, job.rank(rank))
                                .open((b, e, rc, reason) -> {}, new StringBuilder())
                                .get(0);
                Proc other = job.rank(rank).proc(1 - rank);
                links.add(new BtlLink(btl, btl.addPeer(other, new StringBuilder())));
            }
            comm = new CommContext(3, 0, job.rank(0).procs().toArray(new Proc[0]), 0);
            long handle = memory.allocate(8);
            expose(links.get(1), handle);
            blocks = new CopyBlocks(job.rank(0).engine(), 256, 3);
            mover = new RdmaMover(job.rank(0).engine(), blocks);
            FixedMemory window = new FixedMemory(remote, WINDOW, 1);
            peer = new RdmaPeer(1, links.get(0), window, handle, 0, 0, null);
        }

        private void expose(BtlLink link, long handle) {
            boolean needed = link.attributes.has(BtlAttributes.FLAG_NEEDS_REGISTRATION);
            int access = Registration.REMOTE_READ | Registration.REMOTE_WRITE;
            Registration made =
                    needed ? link.rdma.register(link.endpoint, remote, WINDOW, access) : null;
            link.rdma.writeHandle(made, remote, handle);
        }

        int move(boolean put, Buf data, long place, OscOperation operation) {
            while (!mover.move(peer, put, data, remote + place, operation)) {
                job.progress();
            }
            job.rank(0).engine().waitFor(new PeerDrained(comm, peer));
            return peer.takeFailure();
        }

        @Override
        public void close() {
            blocks.close();
            memory.close();
            job.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {FakeBtlConfig.RDMA, FakeBtlConfig.REGISTERED_RDMA})
    void everyLengthFromEveryKindOfMemory(int flags) {
        FakeWire wire;
        try (Pair pair = new Pair(flags)) {
            wire = pair.wire;
            wire.refuse(0.3, seed.random());
            for (int words : new int[] {1, 31, 32, 33, 100, 1025, 3000}) {
                plain(pair, words);
                array(pair, words);
                spread(pair, words);
            }
            wire.refuse(0, seed.random());
        }
        assertThat(wire.registrationsOf(0)).isZero();
    }

    private static void roundTrip(Pair pair, Buf from, Buf to) {
        OscOperation sent = new OscOperation(from, pair.comm);
        assertThat(pair.move(true, from, 8, sent)).isEqualTo(Rc.OK);
        assertThat(sent.isDone()).isTrue();
        OscOperation read = new OscOperation(to, pair.comm);
        assertThat(pair.move(false, to, 8, read)).isEqualTo(Rc.OK);
        assertThat(read.isDone()).isTrue();
        assertThat(pair.peer.underWay).isZero();
    }

    private static void plain(Pair pair, int words) {
        long bytes = 8L * words;
        long from = pair.memory.pattern(bytes, words);
        long to = pair.memory.allocate(bytes);
        roundTrip(pair, new Buf().setBytes(from, bytes), new Buf().setBytes(to, bytes));
        NativeBuffers.verify("window", pair.remote + 8, bytes, words);
        NativeBuffers.verify("result", to, bytes, words);
    }

    private static void array(Pair pair, int words) {
        long[] from = new long[words + 1];
        for (int i = 0; i <= words; i++) {
            from[i] = 7L * i;
        }
        long[] to = new long[words + 1];
        DataLayout word = DataLayouts.basic(8, 8);
        roundTrip(pair, new Buf(from, 8, words, word), new Buf(to, 8, words, word));
        from[0] = 0;
        assertThat(to).isEqualTo(from);
    }

    private static void spread(Pair pair, int words) {
        DataLayout every = DataLayouts.hvector(words, 1, 16, DataLayouts.basic(8, 8));
        long from = pair.memory.pattern(16L * words, words);
        long to = pair.memory.allocate(16L * words);
        roundTrip(pair, new Buf(null, from, 1, every), new Buf(null, to, 1, every));
        for (int i = 0; i < words; i++) {
            NativeBuffers.verify("word " + i, to + 16L * i, 8, words, 16L * i);
        }
    }

    @Test
    void aCutLinkFailsWhatIsUnderWayOnce() {
        try (Pair pair = new Pair(FakeBtlConfig.REGISTERED_RDMA)) {
            Buf data = new Buf().setBytes(pair.memory.pattern(1000, 1), 1000);
            OscOperation operation = new OscOperation(data, pair.comm);
            pair.mover.move(pair.peer, true, data, pair.remote, operation);
            pair.wire.cut(0, 1);
            Buf few = new Buf().setBytes(data.offset(), 10);
            assertThat(pair.move(true, few, 0, null)).isEqualTo(Rc.LINK_FAILED);
            assertThat(operation.isDone()).isTrue();
            assertThat(operation.error).isEqualTo(Rc.LINK_FAILED);
            assertThat(pair.move(false, few, 0, null)).isEqualTo(Rc.LINK_FAILED);
            assertThat(pair.peer.takeFailure()).isEqualTo(Rc.OK);
        }
    }
}
