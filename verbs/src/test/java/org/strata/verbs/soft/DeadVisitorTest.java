package org.strata.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.verbs.Access;
import org.strata.verbs.BufferArea;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Gid;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SendWr;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.soft.segment.ActivePairs;
import org.strata.verbs.soft.segment.CqRing;
import org.strata.verbs.soft.segment.DeviceSegment;
import org.strata.verbs.soft.segment.QpRecord;
import org.strata.verbs.soft.segment.RecvRing;
import org.strata.verbs.soft.segment.Site;
import org.strata.verbs.soft.segment.Visit;

import java.lang.foreign.Arena;

/** What a peer leaves behind that dies in the middle of a message. */
class DeadVisitorTest {
    /** No such device: as one that has died and whose file is gone. */
    private static final long NOBODY = 0x7777;

    private final SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
    private final SoftContext context =
            new SoftProvider(SoftConfig.defaults(), fabric, notice -> {}).open("soft0");
    private final ProtectionDomain pd = context.allocPd();
    private final CompletionQueue cq = context.createCq(8, null);
    private final SoftQp qp = (SoftQp) context.createQp(QpInit.rc(pd, cq, cq, 4, 4, 0));
    private final long visit = qp.record() + QpRecord.VISIT;
    private final WorkCompletions wcs = new WorkCompletions(Arena.global(), 8);

    private void dieInside() {
        Gid nobody = new Gid(0xfe80_0000_0000_0000L, NOBODY << 8 | 1);
        qp.modify(QpAttributes.toInit(1, 15));
        qp.modify(QpAttributes.toRtr(3, 0, nobody, 0, 0));
        RecvWr recv = new RecvWr(Arena.global(), 1).sgeCount(0);
        qp.postRecv(recv.wrId(11));
        qp.postRecv(recv.wrId(12));
        long request = context.parts().device().segment().allocate(RecvRing.requestBytes(1), 64);
        assertThat(Visit.enter(visit)).isTrue();
        ActivePairs.mark(context.parts().device().segment().header(), Site.qpIndex(qp.number()));
        assertThat(RecvRing.consume(context.parts().device().segment().base(), ringOf(), request))
                .isEqualTo(1);
        Visit.recordReceive(visit, RecvRing.wrId(request), 0);
    }

    private long ringOf() {
        return qp.record() + QpRecord.RING;
    }

    @Test
    void theRequestItTookComesBackFlushed() {
        dieInside();
        qp.modify(QpAttributes.to(QpState.ERR));
        assertThat(cq.poll(wcs, 8)).isEqualTo(2);
        assertThat(wcs.wrId(0)).isEqualTo(11);
        assertThat(wcs.status(0)).isEqualTo(WcStatus.WR_FLUSH_ERR);
        assertThat(wcs.wrId(1)).isEqualTo(12);
    }

    @Test
    void ofAPairForDatagramsItIsEvictedForOthers() {
        SoftQp many = (SoftQp) context.createQp(QpInit.ud(pd, cq, cq, 4, 4));
        many.modify(QpAttributes.toInitDatagrams(1, 5));
        many.modify(QpAttributes.to(QpState.RTR));
        many.modify(QpAttributes.to(QpState.RTS).sendPsn(0));
        many.postRecv(new RecvWr(Arena.global(), 1).sgeCount(0).wrId(11));
        RecvWr second = new RecvWr(Arena.global(), 1);
        BufferArea area = context.allocate(4096);
        MemoryRegion region = pd.register(area.address(), 4096, Access.LOCAL_WRITE);
        many.postRecv(second.sge(area.address(), 64, region.lkey()).wrId(12));
        DeviceSegment segment = context.parts().device().segment();
        long request = segment.allocate(RecvRing.requestBytes(1), 64);
        assertThat(QpRecord.claimVisit(many.record(), NOBODY)).isTrue();
        assertThat(Visit.enter(many.record() + QpRecord.VISIT)).isTrue();
        RecvRing.consume(segment.base(), many.record() + QpRecord.RING, request);
        Visit.recordReceive(many.record() + QpRecord.VISIT, RecvRing.wrId(request), 0);

        Gid own = context.gid(1, 0);
        SendWr send = new SendWr(Arena.global(), 1);
        send.operation(WrOpcode.SEND, 0).sge(area.address() + 100, 8, region.lkey());
        send.datagram(pd.createAddressHandle(1, 0, own, 0, 0, 0), many.number(), 5);
        assertThat(many.postSend(send)).isZero();
        int found = 0;
        long[] ids = new long[2];
        while (found < 2) {
            if (cq.poll(wcs, 1) == 1) {
                ids[found] = wcs.wrId(0);
                assertThat(wcs.status(0))
                        .isEqualTo(found == 0 ? WcStatus.WR_FLUSH_ERR : WcStatus.SUCCESS);
                found++;
            }
        }
        assertThat(ids).containsExactly(11, 12);
    }

    @Test
    void memoryIsTakenAwayNevertheless() {
        dieInside();
        BufferArea area = context.allocate(4096);
        MemoryRegion region = pd.register(area.address(), 4096, 1);
        region.close();
        area.close();
        assertThat(Visit.inside(Visit.word(visit))).isFalse();
        qp.close();
        cq.close();
        pd.close();
        context.close();
    }

    @Test
    void anEntryItClaimedIsPassedOver() {
        dieInside();
        long ring = context.parts().objects().cqTable().at(((SoftCq) cq).index());
        int index = Site.qpIndex(qp.number());
        long entries = CqRing.entries(context.parts().device().segment().base(), ring);
        Memory.putLong(entries, (long) index << 2 | 1);
        assertThat(
                        context.parts()
                                .device()
                                .self()
                                .complete(
                                        ((SoftCq) cq).index(),
                                        CqRing.OWNER,
                                        qp.number(),
                                        false,
                                        42,
                                        0,
                                        0,
                                        0,
                                        0,
                                        0))
                .isTrue();
        int polls = 0;
        while (cq.poll(wcs, 1) == 0 && polls < 10_000) {
            polls++;
        }
        assertThat(wcs.wrId(0)).isEqualTo(42);
    }
}
