package org.strata.testkit.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.verbs.Access;
import org.strata.verbs.AsyncEventType;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SendFlags;
import org.strata.verbs.WcOpcode;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WrOpcode;

/** What goes wrong, and how each side hears of it. */
abstract class VerbsErrorContract extends VerbsDatagramContract {
    private static final int SIGNALED = SendFlags.SIGNALED;

    /** Waits until a pair has noticed that it is broken. */
    private static void awaitError(VerbsSide side, QueuePair qp) {
        long end = System.nanoTime() + 60_000_000_000L;
        while (qp.query().state() != QpState.ERR && System.nanoTime() < end) {
            side.sendCq.poll(side.wcs, 0);
        }
        assertThat(qp.query().state()).isEqualTo(QpState.ERR);
    }

    private void write(QueuePair qp, long address, int rkey, int length) {
        a.send.remote(address, rkey);
        a.postSend(qp, 1, WrOpcode.RDMA_WRITE, SIGNALED, 0, length);
    }

    @Test
    void aMessageLongerThanItsReceiveFailsOnBothSides() {
        Pair pair = new Pair();
        b.postRecv(pair.qb, 1, 0, 10);
        b.postRecv(pair.qb, 2, 0, 10);
        a.postSend(pair.qa, 3, WrOpcode.SEND, SIGNALED, 0, 11);
        failed(a.next(a.sendCq, b), 3, WcStatus.REM_INV_REQ_ERR);
        failed(b.next(b.recvCq), 1, WcStatus.LOC_LEN_ERR);
        b.next(b.recvCq).failed(2, WcStatus.WR_FLUSH_ERR);
        assertThat(pair.qa.query().state()).isEqualTo(QpState.ERR);
        awaitError(b, pair.qb);
    }

    @Test
    void aWrongLocalKeyFailsTheSenderOnly() {
        Pair pair = new Pair();
        b.postRecv(pair.qb, 1, 0, 100);
        a.send.wrId(2).operation(WrOpcode.SEND, 0).sge(a.at(0), 10, a.region.lkey() ^ 0x5500);
        assertThat(pair.qa.postSend(a.send)).isEqualTo(Rc.OK);
        failed(a.next(a.sendCq), 2, WcStatus.LOC_PROT_ERR);
        a.postSend(pair.qa, 3, WrOpcode.SEND, 0, 0, 10);
        a.next(a.sendCq).failed(3, WcStatus.WR_FLUSH_ERR);
        b.expectNone(b.recvCq);
        assertThat(pair.qb.state()).isEqualTo(QpState.RTS);
    }

    @Test
    void theLocalRangeIsCheckedToTheByte() {
        Pair pair = new Pair();
        MemoryRegion small = a.keep(a.pd.register(a.at(64), 100, Access.LOCAL_WRITE));
        b.postRecv(pair.qb, 1, 0, 200);
        b.postRecv(pair.qb, 2, 0, 200);
        a.send.operation(WrOpcode.SEND, SIGNALED).sge(a.at(64), 100, small.lkey());
        assertThat(pair.qa.postSend(a.send)).isEqualTo(Rc.OK);
        assertThat(a.next(a.sendCq).status()).isEqualTo(WcStatus.SUCCESS);
        a.send.sge(a.at(65), 100, small.lkey());
        assertThat(pair.qa.postSend(a.send)).isEqualTo(Rc.OK);
        failed(a.next(a.sendCq), 0, WcStatus.LOC_PROT_ERR);
    }

    @Test
    void aReceiveIntoReadOnlyMemoryFailsOnBothSides() {
        Pair pair = new Pair();
        MemoryRegion readOnly = b.keep(b.pd.register(b.at(0), 4096, 0));
        b.recv.wrId(1).sge(b.at(0), 100, readOnly.lkey());
        assertThat(pair.qb.postRecv(b.recv)).isEqualTo(Rc.OK);
        a.postSend(pair.qa, 2, WrOpcode.SEND, SIGNALED, 0, 10);
        failed(a.next(a.sendCq, b), 2, WcStatus.REM_OP_ERR);
        failed(b.next(b.recvCq), 1, WcStatus.LOC_PROT_ERR);
    }

    @Test
    void aWrongRemoteKeyIsARemoteAccessError() {
        Pair pair = new Pair();
        write(pair.qa, b.at(0), b.region.rkey() ^ 0x5500, 100);
        a.next(a.sendCq, b).failed(1, WcStatus.REM_ACCESS_ERR);
        awaitError(b, pair.qb);
    }

    @Test
    void aRangeOutsideTheRegionIsARemoteAccessError() {
        Pair pair = new Pair();
        long before = Memory.getLong(b.at(VerbsSide.BYTES - 8));
        write(pair.qa, b.at(VerbsSide.BYTES - 8), b.region.rkey(), 9);
        a.next(a.sendCq, b).failed(1, WcStatus.REM_ACCESS_ERR);
        assertThat(Memory.getLong(b.at(VerbsSide.BYTES - 8))).isEqualTo(before);
    }

    @Test
    void theRegionMustAllowTheOperation() {
        int readable = Access.REMOTE_READ;
        MemoryRegion readOnly = b.keep(b.pd.register(b.at(0), 4096, readable));
        Pair pair = new Pair();
        write(pair.qa, b.at(0), readOnly.rkey(), 100);
        a.next(a.sendCq, b).failed(1, WcStatus.REM_ACCESS_ERR);

        MemoryRegion writable =
                b.keep(b.pd.register(b.at(0), 4096, Access.LOCAL_WRITE | Access.REMOTE_WRITE));
        Pair second = new Pair();
        a.send.remote(b.at(0), writable.rkey());
        a.postSend(second.qa, 2, WrOpcode.RDMA_READ, SIGNALED, 0, 100);
        a.next(a.sendCq, b).failed(2, WcStatus.REM_ACCESS_ERR);
    }

    @Test
    void thePairMustAllowTheOperation() {
        Pair pair = new Pair(Access.REMOTE_READ);
        a.send.remote(b.at(0), b.region.rkey());
        a.postSend(pair.qa, 1, WrOpcode.RDMA_READ, SIGNALED, 0, 8);
        a.next(a.sendCq, b).ok(1, WcOpcode.RDMA_READ);
        write(pair.qa, b.at(0), b.region.rkey(), 8);
        failed(a.next(a.sendCq, b), 1, WcStatus.REM_ACCESS_ERR);
    }

    @Test
    void regionsOfOtherDomainsAreOutOfReach() {
        ProtectionDomain other = b.keep(b.context.allocPd());
        MemoryRegion foreign = b.keep(other.register(b.at(0), 4096, VerbsSide.ALL_ACCESS));
        Pair pair = new Pair();
        write(pair.qa, b.at(0), foreign.rkey(), 8);
        a.next(a.sendCq, b).failed(1, WcStatus.REM_ACCESS_ERR);
    }

    @Test
    void aClosedRegionIsOutOfReach() {
        MemoryRegion gone = b.pd.register(b.at(0), 4096, VerbsSide.ALL_ACCESS);
        int rkey = gone.rkey();
        Pair pair = new Pair();
        write(pair.qa, b.at(0), rkey, 8);
        a.next(a.sendCq, b).ok(1, WcOpcode.RDMA_WRITE);
        gone.close();
        write(pair.qa, b.at(0), rkey, 8);
        a.next(a.sendCq, b).failed(1, WcStatus.REM_ACCESS_ERR);
    }

    /** Posts a single write. */
    private int postWrite(QueuePair qp, int flags, int length, long address, int rkey) {
        a.send.next(null);
        int lkey = a.region.lkey();
        return qp.postWrite(a.send, 1, flags, a.at(0), length, lkey, address, rkey);
    }

    /** The same with success: a provider may execute the next one in another way. */
    private void postGoodWrites(QueuePair qp, int flags) {
        for (int length : new int[] {8, 56, 100}) {
            Memory.putLong(a.at(length - 8), length);
            assertThat(postWrite(qp, flags, length, b.at(512), b.region.rkey())).isEqualTo(Rc.OK);
            Wc done = a.next(a.sendCq, b);
            done.ok(1, WcOpcode.RDMA_WRITE);
            assertThat(done.byteLength()).isEqualTo(length);
            assertThat(Memory.getLong(b.at(512 + length - 8))).isEqualTo(length);
        }
    }

    @Test
    void singleWritesAreCheckedAsOthers() {
        MemoryRegion gone = b.pd.register(b.at(0), 4096, VerbsSide.ALL_ACCESS);
        int closed = gone.rkey();
        gone.close();
        int readOnly = b.keep(b.pd.register(b.at(0), 4096, Access.REMOTE_READ)).rkey();
        ProtectionDomain other = b.keep(b.context.allocPd());
        int foreign = b.keep(other.register(b.at(0), 4096, VerbsSide.ALL_ACCESS)).rkey();
        int wrong = b.region.rkey() ^ 0x5500;
        for (int rkey : new int[] {closed, readOnly, foreign, wrong, 0}) {
            Pair pair = new Pair();
            postGoodWrites(pair.qa, SIGNALED);
            assertThat(postWrite(pair.qa, SIGNALED, 8, b.at(0), rkey)).isEqualTo(Rc.OK);
            a.next(a.sendCq, b).failed(1, WcStatus.REM_ACCESS_ERR);
            awaitError(b, pair.qb);
            assertThat(postWrite(pair.qa, 0, 8, b.at(0), b.region.rkey())).isEqualTo(Rc.OK);
            a.next(a.sendCq, b).failed(1, WcStatus.WR_FLUSH_ERR);
        }
        Pair pair = new Pair();
        postGoodWrites(pair.qa, SIGNALED | SendFlags.INLINE);
        long end = b.at(VerbsSide.BYTES - 8);
        assertThat(postWrite(pair.qa, 0, 9, end, b.region.rkey())).isEqualTo(Rc.OK);
        a.next(a.sendCq, b).failed(1, WcStatus.REM_ACCESS_ERR);
        assertThat(Memory.getLong(end)).isZero();
    }

    @Test
    void singleWritesAreCheckedHere() {
        Pair pair = new Pair();
        postGoodWrites(pair.qa, SIGNALED | SendFlags.INLINE);
        int tooLong = a.context.attributes().maxInline() + 1;
        int inline = SIGNALED | SendFlags.INLINE;
        assertThat(postWrite(pair.qa, inline, tooLong, b.at(0), b.region.rkey()))
                .isEqualTo(Rc.BAD_ARGUMENT);
        int wrong = a.region.lkey() ^ 0x5500;
        int rc = pair.qa.postWrite(a.send, 2, 0, a.at(0), 8, wrong, b.at(0), b.region.rkey());
        assertThat(rc).isEqualTo(Rc.OK);
        failed(a.next(a.sendCq), 2, WcStatus.LOC_PROT_ERR);
        assertThat(pair.qb.state()).isEqualTo(QpState.RTS);
    }

    @Test
    void anAtomicMustBeAligned() {
        needs(VerbsFeature.ATOMICS);
        Pair pair = new Pair();
        a.send.atomic(b.at(4), b.region.rkey(), 1, 0);
        a.send.wrId(1).operation(WrOpcode.ATOMIC_FETCH_AND_ADD, SIGNALED);
        int rc = pair.qa.postSend(a.send.sge(a.at(0), 8, a.region.lkey()));
        if (rc != Rc.BAD_ARGUMENT) { // some look at the address before they take the request
            a.next(a.sendCq, b).failed(1, WcStatus.REM_INV_REQ_ERR);
        }
    }

    @Test
    void aSenderWaitsForAReceiver() {
        Pair pair = new Pair();
        a.fill(0, 100, 4);
        a.postSend(pair.qa, 1, WrOpcode.SEND, SIGNALED, 0, 100);
        for (int i = 0; i < 100; i++) {
            a.expectNone(a.sendCq);
        }
        b.postRecv(pair.qb, 2, 0, 100);
        b.next(b.recvCq, a).ok(2, WcOpcode.RECV);
        a.next(a.sendCq).ok(1, WcOpcode.SEND);
        b.expectFilled(0, 100, 4);
    }

    @Test
    void rnrRetriesEnd() {
        QueuePair qa = a.rc();
        QueuePair qb = b.rc();
        toInit(qa, 0);
        toInit(qb, 0);
        toRtr(qa, a, qb.number(), b, PSN_B);
        toRtr(qb, b, qa.number(), a, PSN_A);
        toRts(qa, PSN_A, 2);
        a.postSend(qa, 1, WrOpcode.SEND, 0, 0, 10);
        a.postSend(qa, 2, WrOpcode.SEND, 0, 0, 10);
        a.next(a.sendCq).failed(1, WcStatus.RNR_RETRY_EXC_ERR);
        a.next(a.sendCq).failed(2, WcStatus.WR_FLUSH_ERR);
        assertThat(qa.query().state()).isEqualTo(QpState.ERR);
    }

    @Test
    void transportRetriesEnd() {
        QueuePair qa = a.rc();
        QueuePair qb = b.rc();
        connect(qa, qb);
        qb.modify(QpAttributes.to(QpState.RESET));
        a.postSend(qa, 1, WrOpcode.SEND, 0, 0, 10);
        a.next(a.sendCq).failed(1, WcStatus.RETRY_EXC_ERR);
        assertThat(qa.query().state()).isEqualTo(QpState.ERR);
    }

    @Test
    void anOverflowKillsTheQueueAndItsPairs() {
        CompletionQueue tiny = a.keep(a.context.createCq(1, null));
        int depth = tiny.depth();
        QueuePair qa = a.keep(a.context.createQp(QpInit.rc(a.pd, tiny, a.recvCq, 256, 1, 0)));
        QueuePair qb = b.rc();
        connect(qa, qb);
        Assumptions.assumeTrue(depth < 256, "the smallest queue is too deep to overflow");
        for (int i = 0; i <= depth && qa.state() == QpState.RTS; i++) {
            a.send.remote(b.at(0), b.region.rkey());
            a.postSend(qa, i, WrOpcode.RDMA_WRITE, SIGNALED, 0, 8);
        }
        assertThat(a.event(AsyncEventType.CQ_ERR).completionQueue()).isSameAs(tiny);
        if (exactStatuses()) {
            awaitError(a, qa);
            int polled = tiny.poll(a.wcs, 1);
            while (polled > 0) {
                polled = tiny.poll(a.wcs, 1);
            }
            assertThat(polled).isEqualTo(Rc.FATAL);
        }
    }
}
