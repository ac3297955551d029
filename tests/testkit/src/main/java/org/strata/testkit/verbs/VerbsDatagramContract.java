package org.strata.testkit.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.verbs.AddressHandle;
import org.strata.verbs.Gid;
import org.strata.verbs.PortAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpType;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SendFlags;
import org.strata.verbs.VerbsException;
import org.strata.verbs.WcOpcode;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;

/** Datagrams: what arrives, and what is dropped without a word to its sender. */
abstract class VerbsDatagramContract extends VerbsMessageContract {
    private static final int KEY = 0x1234;
    private static final int GRH = WorkCompletions.GRH_BYTES;

    /** The address of a side's port, as the other one sends to it. */
    private static AddressHandle address(VerbsSide from, VerbsSide to) {
        PortAttributes port = to.context.port(PORT);
        Gid gid = to.context.gid(PORT, to.context.defaultGidIndex(PORT));
        Gid used = port.ethernet() ? gid : Gid.NONE;
        int index = from.context.defaultGidIndex(PORT);
        return from.keep(from.pd.createAddressHandle(PORT, port.lid(), used, index, 0, 0));
    }

    private void post(QueuePair from, AddressHandle to, QueuePair target, int key, int length) {
        a.send.wrId(7).next(null).operation(WrOpcode.SEND, SendFlags.SIGNALED);
        a.send.sge(a.at(0), length, a.region.lkey()).datagram(to, target.number(), key);
        assertThat(from.postSend(a.send)).isEqualTo(Rc.OK);
        a.next(a.sendCq).ok(7, WcOpcode.SEND);
    }

    @Test
    void aDatagramArrivesBehindItsHeader() {
        QueuePair qa = a.datagrams(KEY);
        QueuePair qb = b.datagrams(KEY);
        a.fill(0, 200, 5);
        b.postRecv(qb, 3, 0, GRH + 256);
        post(qa, address(a, b), qb, KEY, 200);
        Wc wc = b.next(b.recvCq).ok(3, WcOpcode.RECV);
        assertThat(wc.byteLength()).isEqualTo(GRH + 200);
        assertThat(wc.flags() & WorkCompletions.FLAG_GRH).isNotZero();
        b.expectFilled(GRH, 200, 5);
    }

    @Test
    void onePairReachesManyAndIsReachedByMany() {
        QueuePair qa = a.datagrams(KEY);
        QueuePair first = b.datagrams(KEY);
        QueuePair second = b.datagrams(KEY + 1);
        AddressHandle there = address(a, b);
        b.postRecv(first, 1, 0, GRH + 8);
        b.postRecv(second, 2, 1024, GRH + 8);
        Memory.putLong(a.at(0), 11);
        post(qa, there, first, KEY, 8);
        assertThat(b.next(b.recvCq).ok(1, WcOpcode.RECV).qpNumber()).isEqualTo(first.number());
        post(qa, there, second, KEY + 1, 8);
        assertThat(b.next(b.recvCq).ok(2, WcOpcode.RECV).qpNumber()).isEqualTo(second.number());
        QueuePair other = a.datagrams(KEY);
        b.postRecv(first, 4, 2048, GRH + 8);
        post(other, there, first, KEY, 8);
        b.next(b.recvCq).ok(4, WcOpcode.RECV);
        assertThat(Memory.getLong(b.at(2048 + GRH))).isEqualTo(11);
    }

    /** The one behind each arrives, so that those before are known to be lost. */
    @Test
    void aWrongKeyAndAMissingReceiveLoseTheDatagram() {
        QueuePair qa = a.datagrams(KEY);
        QueuePair qb = b.datagrams(KEY);
        AddressHandle there = address(a, b);
        Memory.putLong(a.at(0), 1);
        post(qa, there, qb, KEY, 8);
        b.postRecv(qb, 3, 0, GRH + 8);
        Memory.putLong(a.at(0), 2);
        post(qa, there, qb, KEY + 1, 8);
        Memory.putLong(a.at(0), 3);
        post(qa, there, qb, KEY, 8);
        b.next(b.recvCq).ok(3, WcOpcode.RECV);
        assertThat(Memory.getLong(b.at(GRH))).isEqualTo(3);
        b.expectNone(b.recvCq);
    }

    /**
     * Soft-RoCE drops it and completes the send, as the specification allows (C10-93.1.1): who
     * sends must look at the MTU.
     */
    @Test
    void aDatagramLongerThanAPacketIsRefused() {
        QueuePair qa = a.datagrams(KEY);
        QueuePair qb = b.datagrams(KEY);
        b.postRecv(qb, 3, 0, 1 << 14);
        a.send.wrId(8).next(null).operation(WrOpcode.SEND, SendFlags.SIGNALED);
        a.send.sge(a.at(0), 1 << 13, a.region.lkey());
        a.send.datagram(address(a, b), qb.number(), KEY);
        if (qa.postSend(a.send) == Rc.OK) {
            Wc sent = a.next(a.sendCq);
            if (exactStatuses()) {
                sent.failed(8, WcStatus.LOC_LEN_ERR);
            }
        }
        b.expectNone(b.recvCq);
    }

    @Test
    void onlySendsAreDatagrams() {
        QueuePair qa = a.datagrams(KEY);
        a.send.wrId(8).next(null).operation(WrOpcode.RDMA_WRITE, SendFlags.SIGNALED);
        a.send.sge(a.at(0), 8, a.region.lkey()).remote(b.at(0), b.region.rkey());
        int rc = qa.postSend(a.send);
        if (rc == Rc.OK) {
            a.next(a.sendCq).failed(8);
        } else {
            assertThat(rc).isEqualTo(Rc.BAD_ARGUMENT);
        }
    }

    @Test
    void aPairForDatagramsNeedsItsKey() {
        QueuePair made = a.keep(a.context.createQp(QpInit.ud(a.pd, a.sendCq, a.recvCq, 4, 4)));
        assertThat(made.type()).isEqualTo(QpType.UD);
        assertThatThrownBy(() -> toInit(made, 0)).isInstanceOf(VerbsException.class);
    }
}
