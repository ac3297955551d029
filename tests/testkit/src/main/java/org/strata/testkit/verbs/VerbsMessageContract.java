package org.strata.testkit.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.verbs.Access;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.QueuePair;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.WcOpcode;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;

/** Payload: every operation when all goes well. */
abstract class VerbsMessageContract extends VerbsStateContract {
    @Test
    void aSendArrives() {
        Pair pair = new Pair();
        a.fill(0, 1000, 3);
        b.postRecv(pair.qb, 11, 4096, 2000);
        a.postSend(pair.qa, 12, WrOpcode.SEND, SendFlags.SIGNALED, 0, 1000);
        Wc wc = b.next(b.recvCq).ok(11, WcOpcode.RECV);
        assertThat(wc.byteLength()).isEqualTo(1000);
        assertThat(wc.qpNumber()).isEqualTo(pair.qb.number());
        assertThat(wc.flags() & WorkCompletions.FLAG_WITH_IMM).isZero();
        assertThat(a.next(a.sendCq).ok(12, WcOpcode.SEND).qpNumber()).isEqualTo(pair.qa.number());
        b.expectFilled(4096, 1000, 3);
    }

    @Test
    void bothDirectionsAndManyInOrder() {
        Pair pair = new Pair();
        for (int i = 0; i < 300; i++) {
            VerbsSide from = i % 3 == 0 ? b : a;
            VerbsSide to = from == a ? b : a;
            QueuePair sender = from == a ? pair.qa : pair.qb;
            QueuePair receiver = from == a ? pair.qb : pair.qa;
            to.postRecv(receiver, i, 8192, 64);
            Memory.putInt(from.at(0), i);
            from.postSend(sender, i, WrOpcode.SEND, SendFlags.SIGNALED, 0, 4 + i % 60);
            assertThat(to.next(to.recvCq).ok(i, WcOpcode.RECV).byteLength()).isEqualTo(4 + i % 60);
            from.next(from.sendCq).ok(i, WcOpcode.SEND);
            assertThat(Memory.getInt(to.at(8192))).isEqualTo(i);
        }
    }

    @Test
    void immediateBitsAndEmptyMessages() {
        Pair pair = new Pair();
        b.postRecv(pair.qb, 1, 0, 0);
        a.send.immediate(0xcafe1234);
        a.postSend(pair.qa, 2, WrOpcode.SEND_WITH_IMM, SendFlags.SIGNALED, 0, 0);
        Wc wc = b.next(b.recvCq).ok(1, WcOpcode.RECV);
        assertThat(wc.byteLength()).isZero();
        assertThat(wc.immediate()).isEqualTo(0xcafe1234);
        assertThat(wc.flags() & WorkCompletions.FLAG_WITH_IMM).isNotZero();
        a.next(a.sendCq).ok(2, WcOpcode.SEND);
    }

    @Test
    void anInlinePayloadIsCopiedByThePost() {
        needs(VerbsFeature.INLINE);
        Pair pair = new Pair();
        long unregistered = a.allocate(64);
        Memory.putLong(unregistered, 42);
        a.send.wrId(1).operation(WrOpcode.SEND, SendFlags.SIGNALED | SendFlags.INLINE);
        a.send.sge(unregistered, 64, 0);
        assertThat(pair.qa.postSend(a.send)).isEqualTo(Rc.OK);
        Memory.putLong(unregistered, -1);
        b.postRecv(pair.qb, 2, 0, 64);
        b.next(b.recvCq, a).ok(2, WcOpcode.RECV);
        a.next(a.sendCq).ok(1, WcOpcode.SEND);
        assertThat(Memory.getLong(b.at(0))).isEqualTo(42);
    }

    @Test
    void tooLongAnInlinePayloadIsRefused() {
        needs(VerbsFeature.INLINE);
        Pair pair = new Pair();
        a.send.wrId(1).operation(WrOpcode.SEND, SendFlags.INLINE);
        a.send.sge(a.at(0), 1 << 15, a.region.lkey());
        assertThat(pair.qa.postSend(a.send)).isEqualTo(Rc.BAD_ARGUMENT);
        assertThat(a.send.rejected()).isEqualTo(a.send.address());
    }

    @Test
    void elementsAreGatheredAndScattered() {
        needs(VerbsFeature.FOUR_ELEMENTS);
        int sges = 4;
        QueuePair qa = a.rcWithSges(sges);
        QueuePair qb = b.rcWithSges(sges);
        connect(qa, qb);
        a.fill(0, 600, 1);
        b.recv.wrId(1).sgeCount(3).next(null);
        b.recv.sge(0, b.at(0), 10, b.region.lkey());
        b.recv.sge(1, b.at(100), 90, b.region.lkey());
        b.recv.sge(2, b.at(1000), 1000, b.region.lkey());
        assertThat(qb.postRecv(b.recv)).isEqualTo(Rc.OK);
        a.send.wrId(2).operation(WrOpcode.SEND, SendFlags.SIGNALED).sgeCount(4);
        a.send.sge(0, a.at(0), 50, a.region.lkey()).sge(1, a.at(50), 0, a.region.lkey());
        a.send.sge(2, a.at(50), 200, a.region.lkey()).sge(3, a.at(250), 350, a.region.lkey());
        assertThat(qa.postSend(a.send)).isEqualTo(Rc.OK);
        assertThat(b.next(b.recvCq).ok(1, WcOpcode.RECV).byteLength()).isEqualTo(600);
        a.next(a.sendCq).ok(2, WcOpcode.SEND);
        b.expectFilled(0, 10, 1);
        b.expectFilled(100, 90, 1 + 10 * 7);
        b.expectFilled(1000, 500, 1 + 100 * 7);
    }

    @Test
    void listsArePostedWhole() {
        Pair pair = new Pair();
        RecvWr first = b.newRecv(1).wrId(1).sge(b.at(0), 64, b.region.lkey());
        RecvWr second = b.newRecv(1).wrId(2).sge(b.at(64), 64, b.region.lkey());
        assertThat(pair.qb.postRecv(first.next(second))).isEqualTo(Rc.OK);
        SendWr one = a.newSend(1).wrId(3).operation(WrOpcode.SEND, 0);
        SendWr two = a.newSend(1).wrId(4).operation(WrOpcode.SEND, SendFlags.SIGNALED);
        one.sge(a.at(0), 64, a.region.lkey()).next(two);
        two.sge(a.at(64), 64, a.region.lkey());
        assertThat(pair.qa.postSend(one)).isEqualTo(Rc.OK);
        b.next(b.recvCq).ok(1, WcOpcode.RECV);
        b.next(b.recvCq).ok(2, WcOpcode.RECV);
        a.next(a.sendCq).ok(4, WcOpcode.SEND);
    }

    @Test
    void unsignalledSendsMakeNoCompletion() {
        Pair pair = new Pair();
        for (int i = 0; i < 10; i++) {
            b.postRecv(pair.qb, i, 0, 64);
            a.postSend(pair.qa, i, WrOpcode.SEND, i == 9 ? SendFlags.SIGNALED : 0, 0, 64);
        }
        for (int i = 0; i < 10; i++) {
            b.next(b.recvCq).ok(i, WcOpcode.RECV);
        }
        a.next(a.sendCq).ok(9, WcOpcode.SEND);
        a.expectNone(a.sendCq);
    }

    @Test
    void aPairMaySignalEverySend() {
        QueuePair qa = a.rcSignalled();
        QueuePair qb = b.rc();
        connect(qa, a, qb, b, VerbsSide.ALL_ACCESS);
        for (int i = 0; i < 3; i++) {
            b.postRecv(qb, i, 0, 64);
            a.postSend(qa, i, WrOpcode.SEND, 0, 0, 64);
            a.next(a.sendCq).ok(i, WcOpcode.SEND);
        }
    }

    @Test
    void writesNeedNoReceive() {
        Pair pair = new Pair();
        a.fill(0, 5000, 9);
        a.send.remote(b.at(16), b.region.rkey());
        a.postSend(pair.qa, 1, WrOpcode.RDMA_WRITE, SendFlags.SIGNALED, 0, 5000);
        a.next(a.sendCq).ok(1, WcOpcode.RDMA_WRITE);
        b.expectFilled(16, 5000, 9);
        b.expectNone(b.recvCq);
    }

    @Test
    void aWriteWithImmediateConsumesAReceive() {
        Pair pair = new Pair();
        a.fill(0, 300, 5);
        b.postRecv(pair.qb, 7, 0, 16);
        a.send.remote(b.at(1024), b.region.rkey()).immediate(99);
        int opcode = WrOpcode.RDMA_WRITE_WITH_IMM;
        a.postSend(pair.qa, 1, opcode, SendFlags.SIGNALED, 0, 300);
        Wc wc = b.next(b.recvCq).ok(7, WcOpcode.RECV_RDMA_WITH_IMM);
        assertThat(wc.immediate()).isEqualTo(99);
        assertThat(wc.byteLength()).isEqualTo(300);
        b.expectFilled(1024, 300, 5);
        a.next(a.sendCq).ok(1, WcOpcode.RDMA_WRITE);
    }

    @Test
    void readsBringData() {
        Pair pair = new Pair();
        b.fill(0, 4000, 6);
        a.send.remote(b.at(0), b.region.rkey());
        a.postSend(pair.qa, 1, WrOpcode.RDMA_READ, SendFlags.SIGNALED, 100, 4000);
        assertThat(a.next(a.sendCq, b).ok(1, WcOpcode.RDMA_READ).byteLength()).isEqualTo(4000);
        a.expectFilled(100, 4000, 6);
    }

    @Test
    void aFencedSendSeesTheReadBeforeIt() {
        Pair pair = new Pair();
        Memory.putLong(b.at(0), 77);
        b.postRecv(pair.qb, 5, 512, 64);
        a.send.remote(b.at(0), b.region.rkey());
        a.postSend(pair.qa, 1, WrOpcode.RDMA_READ, 0, 0, 8);
        int flags = SendFlags.SIGNALED | SendFlags.FENCE;
        a.postSend(pair.qa, 2, WrOpcode.SEND, flags, 0, 8);
        b.next(b.recvCq, a).ok(5, WcOpcode.RECV);
        assertThat(Memory.getLong(b.at(512))).isEqualTo(77);
        a.next(a.sendCq).ok(2, WcOpcode.SEND);
    }

    @Test
    void atomicsReturnTheOldValue() {
        needs(VerbsFeature.ATOMICS);
        Pair pair = new Pair();
        Memory.putLong(b.at(64), 40);
        a.send.atomic(b.at(64), b.region.rkey(), 2, 0);
        int add = WrOpcode.ATOMIC_FETCH_AND_ADD;
        a.postSend(pair.qa, 1, add, SendFlags.SIGNALED, 0, 8);
        a.next(a.sendCq).ok(1, WcOpcode.FETCH_ADD);
        assertThat(Memory.getLong(a.at(0))).isEqualTo(40);
        assertThat(Memory.getLong(b.at(64))).isEqualTo(42);

        int swap = WrOpcode.ATOMIC_CMP_AND_SWP;
        a.send.atomic(b.at(64), b.region.rkey(), 42, 7);
        a.postSend(pair.qa, 2, swap, SendFlags.SIGNALED, 8, 8);
        a.next(a.sendCq).ok(2, WcOpcode.COMP_SWAP);
        a.postSend(pair.qa, 3, swap, SendFlags.SIGNALED, 16, 8);
        a.next(a.sendCq).ok(3, WcOpcode.COMP_SWAP);
        assertThat(Memory.getLong(a.at(8))).isEqualTo(42);
        assertThat(Memory.getLong(a.at(16))).isEqualTo(7);
        assertThat(Memory.getLong(b.at(64))).isEqualTo(7);
    }

    @Test
    void ordinaryMemoryServesAsWell() {
        Pair pair = new Pair();
        long size = 1 << 20;
        long source = a.allocate(size);
        long target = b.allocate(size);
        MemoryRegion from = a.keep(a.pd.register(source, size, Access.LOCAL_WRITE));
        MemoryRegion to = b.keep(b.pd.register(target, size, VerbsSide.ALL_ACCESS));
        for (long i = 0; i < size; i += 8) {
            Memory.putLong(source + i, i);
        }
        a.send.wrId(1).operation(WrOpcode.RDMA_WRITE, SendFlags.SIGNALED);
        a.send.sge(source, (int) size, from.lkey()).remote(target, to.rkey());
        assertThat(pair.qa.postSend(a.send)).isEqualTo(Rc.OK);
        a.next(a.sendCq, b).ok(1, WcOpcode.RDMA_WRITE);
        for (long i = 0; i < size; i += 8) {
            assertThat(Memory.getLong(target + i)).isEqualTo(i);
        }
    }
}
