package org.strata.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.verbs.Access;
import org.strata.verbs.BufferArea;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.QueuePair;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.XrcDomain;
import org.strata.verbs.soft.segment.SegmentHeader;
import org.strata.verbs.soft.segment.Visit;

import java.lang.foreign.Arena;
import java.nio.file.Path;

/**
 * A pair breaks while a message lands in an XRC queue. The payload needs the receiver's help here,
 * so that the message is half landed until the receiver polls.
 */
class XrcFlushTest {
    private static final int LENGTH = 1 << 15;

    @TempDir Path directory;

    private final WorkCompletions wcs = new WorkCompletions(Arena.global(), 8);

    private SoftContext open() {
        SoftConfig config = SoftConfig.defaults().withSegments(directory.toString(), 64 << 20);
        SoftFabric fabric = SoftFabric.onHost(directory, "flush", SoftFabric.Reach.HELP);
        return new SoftProvider(config, fabric, notice -> {}).open("soft0");
    }

    private static void connect(QueuePair pair, SoftContext to, QueuePair with) {
        pair.modify(QpAttributes.toInit(1, Access.LOCAL_WRITE));
        pair.modify(QpAttributes.toRtr(with.number(), 0, to.gid(1, 0), 0, 0).minRnrTimer(1));
        pair.modify(QpAttributes.toRts(0).timeout(8).retry(2).rnrRetry(7));
    }

    /** The copy that waits for help is made before the receive comes back, and never after. */
    @Test
    void theReceiveComesBackFlushed() {
        try (SoftContext a = open();
                SoftContext b = open();
                ProtectionDomain pa = a.allocPd();
                ProtectionDomain pb = b.allocPd();
                CompletionQueue sent = a.createCq(8, null);
                CompletionQueue landed = b.createCq(8, null);
                BufferArea from = a.allocate(LENGTH);
                BufferArea to = b.allocate(LENGTH);
                MemoryRegion source = pa.register(from.address(), LENGTH, 0);
                MemoryRegion place = pb.register(to.address(), LENGTH, Access.LOCAL_WRITE);
                XrcDomain domain = b.openXrcDomain(null);
                SharedReceiveQueue queue = pb.createXrcSrq(domain, landed, 8, 1);
                QueuePair target = b.createQp(QpInit.xrcRecv(domain));
                QueuePair sender = a.createQp(QpInit.xrcSend(pa, sent, 8, 0))) {
            connect(sender, b, target);
            connect(target, a, sender);
            RecvWr recv = new RecvWr(Arena.global(), 1).wrId(7);
            assertThat(queue.post(recv.sge(to.address(), LENGTH, place.lkey()))).isEqualTo(Rc.OK);
            SendWr send = new SendWr(Arena.global(), 1).xrcSrq(queue.number());
            send.operation(WrOpcode.SEND, SendFlags.SIGNALED);
            Memory.putInt(from.address(), 4711);
            int rc = sender.postSend(send.sge(from.address(), LENGTH, source.lkey()));
            assertThat(rc).isEqualTo(Rc.OK);
            assertThat(Memory.getInt(to.address())).as("not landed yet").isZero();

            target.modify(QpAttributes.to(QpState.ERR));
            Memory.putInt(to.address(), 1);
            assertThat(landed.poll(wcs, 8)).isEqualTo(1);
            assertThat(wcs.wrId(0)).isEqualTo(7);
            assertThat(wcs.status(0)).isEqualTo(WcStatus.WR_FLUSH_ERR);
            assertThat(wcs.qpNumber(0)).isEqualTo(target.number());
            assertThat(Memory.getInt(to.address())).as("the owner's again").isEqualTo(1);
        }
    }

    /** Else the thread that has frozen the device waits for the flush, and the flush for it. */
    @Test
    void aFlushThatWaitsForAFrozenDeviceLetsOthersThrough() throws Exception {
        try (SoftContext a = open();
                SoftContext b = open();
                ProtectionDomain pb = b.allocPd();
                CompletionQueue landed = b.createCq(8, null);
                XrcDomain here = a.openXrcDomain("shared");
                XrcDomain there = b.openXrcDomain("shared");
                SharedReceiveQueue queue = pb.createXrcSrq(there, landed, 8, 1)) {
            XrcView view = a.parts().device().xrcView(((SoftXrcDomain) here).number());
            XrcRoute route = view.route(queue.number());
            Memory.putIntVolatile(b.parts().device().self().header() + SegmentHeader.FROZEN, 1);
            Thread flush =
                    Thread.ofPlatform().daemon().start(() -> view.flush(queue.number(), 1, 7));
            boolean waited = false;
            boolean passed = false;
            for (int i = 0; i < 1_000_000 && !(waited && passed); i++) {
                waited |= Visit.word(route.visit()) > 0;
                if (route.latch().tryLock()) {
                    passed |= waited;
                    route.latch().unlock();
                }
                Thread.yield();
            }
            Memory.putIntVolatile(b.parts().device().self().header() + SegmentHeader.FROZEN, 0);
            flush.join();
            assertThat(waited).as("the flush has visited the frozen device").isTrue();
            assertThat(passed).as("another visitor gets the latch").isTrue();
            assertThat(landed.poll(wcs, 8)).isEqualTo(1);
            assertThat(wcs.wrId(0)).isEqualTo(7);
            assertThat(wcs.status(0)).isEqualTo(WcStatus.WR_FLUSH_ERR);
        }
    }
}
