package org.strata.testkit.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.Rc;
import org.strata.verbs.AsyncEventType;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.VerbsException;
import org.strata.verbs.WcOpcode;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.XrcDomain;

/** Shared receive queues, XRC, completion channels. */
abstract class VerbsQueueContract extends VerbsErrorContract {
    private static final long SECOND = 1_000_000_000L;

    private SharedReceiveQueue srq(int maxWr) {
        needs(VerbsFeature.SHARED_QUEUES);
        return b.keep(b.pd.createSrq(maxWr, 1));
    }

    /** Two senders of side a, whose receivers share a queue. */
    private QueuePair[] sharing(SharedReceiveQueue srq, int count) {
        QueuePair[] senders = new QueuePair[count];
        for (int i = 0; i < count; i++) {
            senders[i] = a.rc();
            connect(senders[i], b.rc(srq));
        }
        return senders;
    }

    @Test
    void pairsShareAQueue() {
        SharedReceiveQueue srq = srq(16);
        QueuePair[] senders = sharing(srq, 3);
        for (int i = 0; i < 6; i++) {
            b.postRecv(srq, i, i * 64, 64);
        }
        for (int i = 0; i < 6; i++) {
            a.fill(0, 8, i);
            a.postSend(senders[i % 3], i, WrOpcode.SEND, SendFlags.SIGNALED, 0, 8);
            a.next(a.sendCq, b).ok(i, WcOpcode.SEND);
            b.next(b.recvCq).ok(i, WcOpcode.RECV);
            b.expectFilled(i * 64, 8, i);
        }
    }

    @Test
    void aSharedQueueFillsUpAndGrows() {
        SharedReceiveQueue srq = srq(4);
        int capacity = srq.maxWr();
        for (int i = 0; i < capacity; i++) {
            b.postRecv(srq, i, 0, 64);
        }
        b.recv.wrId(99).sge(b.at(0), 64, b.region.lkey());
        assertThat(srq.post(b.recv)).isEqualTo(Rc.NO_RESOURCE);
        assertThat(b.recv.rejected()).isEqualTo(b.recv.address());
        needs(VerbsFeature.RESIZABLE_QUEUES);
        srq.resize(capacity + 20);
        assertThat(srq.maxWr()).isGreaterThanOrEqualTo(capacity + 20);
        assertThat(srq.post(b.recv)).isEqualTo(Rc.OK);
        QueuePair sender = sharing(srq, 1)[0];
        for (int i = 0; i <= capacity; i++) {
            a.postSend(sender, i, WrOpcode.SEND, SendFlags.SIGNALED, 0, 8);
            b.next(b.recvCq, a).ok(i < capacity ? i : 99, WcOpcode.RECV);
            a.next(a.sendCq).ok(i, WcOpcode.SEND);
        }
    }

    @Test
    void theLimitTellsOnce() {
        SharedReceiveQueue srq = srq(16);
        QueuePair sender = sharing(srq, 1)[0];
        for (int i = 0; i < 6; i++) {
            b.postRecv(srq, i, 0, 64);
        }
        srq.arm(4);
        assertThat(srq.limit()).isEqualTo(4);
        for (int i = 0; i < 2; i++) {
            a.postSend(sender, i, WrOpcode.SEND, SendFlags.SIGNALED, 0, 8);
            a.next(a.sendCq, b);
        }
        assertThat(b.hasEvent(AsyncEventType.SRQ_LIMIT_REACHED)).isFalse();
        a.postSend(sender, 2, WrOpcode.SEND, SendFlags.SIGNALED, 0, 8);
        a.next(a.sendCq, b);
        assertThat(b.event(AsyncEventType.SRQ_LIMIT_REACHED).sharedReceiveQueue()).isSameAs(srq);
        assertThat(srq.limit()).isZero();
        a.postSend(sender, 3, WrOpcode.SEND, SendFlags.SIGNALED, 0, 8);
        a.next(a.sendCq, b);
        assertThat(b.hasEvent(AsyncEventType.SRQ_LIMIT_REACHED)).isFalse();
        expect(VerbsException.EINVAL, () -> srq.arm(srq.maxWr() + 1));
    }

    @Test
    void anEmptySharedQueueMakesSendersWait() {
        SharedReceiveQueue srq = srq(4);
        QueuePair sender = sharing(srq, 1)[0];
        a.postSend(sender, 1, WrOpcode.SEND, SendFlags.SIGNALED, 0, 8);
        a.expectNone(a.sendCq);
        b.postRecv(srq, 2, 0, 64);
        b.next(b.recvCq, a).ok(2, WcOpcode.RECV);
        a.next(a.sendCq).ok(1, WcOpcode.SEND);
    }

    @Test
    void aBrokenPairLeavesTheSharedQueueAlone() {
        SharedReceiveQueue srq = srq(4);
        QueuePair[] senders = sharing(srq, 2);
        QueuePair third = b.rc(srq);
        QueuePair fourth = a.rc();
        connect(fourth, third);
        b.postRecv(srq, 1, 0, 64);
        toError(third);
        if (exactStatuses()) {
            assertThat(b.event(AsyncEventType.QP_LAST_WQE_REACHED).queuePair()).isSameAs(third);
        }
        a.postSend(senders[0], 2, WrOpcode.SEND, SendFlags.SIGNALED, 0, 8);
        b.next(b.recvCq, a).ok(1, WcOpcode.RECV);
    }

    @Test
    void anXrcPairReachesEveryQueueOfTheDomain() {
        needs(VerbsFeature.XRC);
        XrcDomain domain = b.keep(b.context.openXrcDomain(null));
        SharedReceiveQueue first = b.keep(b.pd.createXrcSrq(domain, b.recvCq, 8, 1));
        SharedReceiveQueue second = b.keep(b.pd.createXrcSrq(domain, b.recvCq, 8, 1));
        assertThat(first.number()).isNotZero().isNotEqualTo(second.number());
        QueuePair target = b.keep(b.context.createQp(QpInit.xrcRecv(domain)));
        QueuePair sender = a.keep(a.context.createQp(QpInit.xrcSend(a.pd, a.sendCq, 16, 0)));
        connect(sender, target);
        b.postRecv(first, 1, 0, 64);
        b.postRecv(second, 2, 64, 64);
        a.fill(0, 16, 8);
        a.send.xrcSrq(second.number());
        a.postSend(sender, 3, WrOpcode.SEND, SendFlags.SIGNALED, 0, 16);
        Wc wc = b.next(b.recvCq).ok(2, WcOpcode.RECV);
        assertThat(wc.qpNumber()).isEqualTo(target.number());
        b.expectFilled(64, 16, 8);
        a.next(a.sendCq).ok(3, WcOpcode.SEND);
        a.send.xrcSrq(first.number()).remote(b.at(1000), b.region.rkey());
        a.postSend(sender, 4, WrOpcode.RDMA_WRITE, SendFlags.SIGNALED, 0, 16);
        a.next(a.sendCq).ok(4, WcOpcode.RDMA_WRITE);
        b.expectFilled(1000, 16, 8);
        a.send.xrcSrq(0x3fff);
        a.postSend(sender, 5, WrOpcode.SEND, SendFlags.SIGNALED, 0, 16);
        a.next(a.sendCq).failed(5, WcStatus.REM_INV_REQ_ERR);
    }

    /**
     * A pair that breaks while a message lands returns the receive that the message has consumed.
     * Where the provider needs the receiver's polls to land the message, it is half landed here.
     */
    @Test
    void aReceiveOfAnXrcQueueEndsWhenItsPairBreaks() {
        needs(VerbsFeature.XRC);
        XrcDomain domain = b.keep(b.context.openXrcDomain(null));
        SharedReceiveQueue queue = b.keep(b.pd.createXrcSrq(domain, b.recvCq, 8, 1));
        QueuePair[] targets = new QueuePair[2];
        QueuePair[] senders = new QueuePair[2];
        for (int i = 0; i < 2; i++) {
            targets[i] = b.keep(b.context.createQp(QpInit.xrcRecv(domain)));
            senders[i] = a.keep(a.context.createQp(QpInit.xrcSend(a.pd, a.sendCq, 16, 0)));
            connect(senders[i], targets[i]);
        }
        b.postRecv(queue, 1, 0, VerbsSide.BYTES / 2);
        a.send.xrcSrq(queue.number());
        int half = VerbsSide.BYTES / 2;
        a.postSend(senders[0], 2, WrOpcode.SEND, SendFlags.SIGNALED, 0, half);
        toError(targets[0]);
        // If the receive was not consumed, this message consumes it.
        a.postSend(senders[1], 3, WrOpcode.SEND, SendFlags.SIGNALED, 0, 8);
        assertThat(b.next(b.recvCq, a).wrId()).isEqualTo(1);
    }

    @Test
    void anArmedQueueMakesOneEvent() {
        Pair pair = new Pair();
        assertThat(b.channel.await(0)).isNull();
        assertThat(b.recvCq.requestNotify(false)).isEqualTo(Rc.OK);
        for (int i = 0; i < 2; i++) {
            b.postRecv(pair.qb, i, 0, 64);
            a.postSend(pair.qa, i, WrOpcode.SEND, SendFlags.SIGNALED, 0, 8);
            a.next(a.sendCq);
        }
        assertThat(b.channel.await(60 * SECOND)).isSameAs(b.recvCq);
        assertThat(b.channel.await(0)).isNull();
        b.next(b.recvCq);
        b.next(b.recvCq);
        a.postSend(pair.qa, 9, WrOpcode.SEND, SendFlags.SIGNALED, 0, 8);
        assertThat(b.channel.await(0)).isNull();
    }

    @Test
    void onlySolicitedOnesWakeWhenAskedFor() {
        Pair pair = new Pair();
        assertThat(b.recvCq.requestNotify(true)).isEqualTo(Rc.OK);
        b.postRecv(pair.qb, 0, 0, 64);
        b.postRecv(pair.qb, 1, 0, 64);
        a.postSend(pair.qa, 0, WrOpcode.SEND, SendFlags.SIGNALED, 0, 8);
        a.next(a.sendCq);
        assertThat(b.channel.await(0)).isNull();
        int flags = SendFlags.SIGNALED | SendFlags.SOLICITED;
        a.postSend(pair.qa, 1, WrOpcode.SEND, flags, 0, 8);
        a.next(a.sendCq);
        assertThat(b.channel.await(60 * SECOND)).isSameAs(b.recvCq);
    }

    @Test
    void aWakeEndsTheWaitThatIsOrTheNextOne() throws InterruptedException {
        b.channel.wake();
        assertThat(b.channel.await(60 * SECOND)).isNull();
        Thread sleeper = new Thread(() -> b.channel.await(60 * SECOND));
        sleeper.start();
        b.channel.wake();
        sleeper.join(50_000);
        assertThat(sleeper.isAlive()).isFalse();
    }

    @Test
    void aSleeperIsWoken() throws InterruptedException {
        Pair pair = new Pair();
        CompletionQueue[] woken = new CompletionQueue[1];
        b.postRecv(pair.qb, 0, 0, 64);
        assertThat(b.recvCq.requestNotify(false)).isEqualTo(Rc.OK);
        Thread sleeper = new Thread(() -> woken[0] = b.channel.await(60 * SECOND));
        sleeper.start();
        a.postSend(pair.qa, 0, WrOpcode.SEND, SendFlags.SIGNALED, 0, 8);
        a.next(a.sendCq);
        sleeper.join(60_000);
        assertThat(woken[0]).isSameAs(b.recvCq);
    }
}
