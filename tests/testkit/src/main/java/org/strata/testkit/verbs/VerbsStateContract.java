package org.strata.testkit.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.Rc;
import org.strata.verbs.Access;
import org.strata.verbs.AsyncEventType;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpState;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SendFlags;
import org.strata.verbs.VerbsException;
import org.strata.verbs.WcOpcode;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WrOpcode;

/** States of a queue pair: legal ways, and what is allowed in each. */
abstract class VerbsStateContract extends VerbsObjectContract {
    @Test
    void theWayToRts() {
        QueuePair qa = a.rc();
        QueuePair qb = b.rc();
        assertThat(qa.state()).isEqualTo(QpState.RESET);
        assertThat(qa.number()).isBetween(1, 0xffffff).isNotEqualTo(a.rc().number());
        toInit(qa, Access.REMOTE_WRITE);
        assertThat(qa.state()).isEqualTo(QpState.INIT);
        toRtr(qa, a, qb.number(), b, PSN_B);
        assertThat(qa.state()).isEqualTo(QpState.RTR);
        toRts(qa, PSN_A, 3);
        assertThat(qa.state()).isEqualTo(QpState.RTS);

        QpAttributes now = qa.query();
        assertThat(now.state()).isEqualTo(QpState.RTS);
        assertThat(now.destinationQp()).isEqualTo(qb.number());
        assertThat(now.rnrRetry()).isEqualTo(3);
        assertThat(now.sendPsn()).isEqualTo(PSN_A);
    }

    @Test
    void shortCutsAreIllegal() {
        QueuePair qp = a.rc();
        expect(VerbsException.EINVAL, () -> toRtr(qp, a, 77, b, 0));
        expect(VerbsException.EINVAL, () -> toRts(qp, 0, 7));
        toInit(qp, 0);
        expect(VerbsException.EINVAL, () -> toRts(qp, 0, 7));
        expect(VerbsException.EINVAL, () -> qp.modify(QpAttributes.to(QpState.SQD)));
        assertThat(qp.state()).isEqualTo(QpState.INIT);
    }

    @Test
    void aTransitionNeedsItsAttributes() {
        QueuePair qp = a.rc();
        expect(
                VerbsException.EINVAL,
                () -> qp.modify(new QpAttributes().state(QpState.INIT).port(PORT)));
        toInit(qp, 0);
        expect(VerbsException.EINVAL, () -> qp.modify(QpAttributes.to(QpState.RTR)));
        assertThat(qp.state()).isEqualTo(QpState.INIT);
    }

    @Test
    void anyStateGoesToReset() {
        Pair pair = new Pair();
        b.postRecv(pair.qb, 1, 0, 100);
        pair.qb.modify(QpAttributes.to(QpState.RESET));
        assertThat(pair.qb.state()).isEqualTo(QpState.RESET);
        b.expectNone(b.recvCq);
        toError(pair.qa);
        pair.qa.modify(QpAttributes.to(QpState.RESET));
        connect(pair.qa, pair.qb);
        b.postRecv(pair.qb, 2, 0, 100);
        a.postSend(pair.qa, 3, WrOpcode.SEND, SendFlags.SIGNALED, 0, 10);
        b.next(b.recvCq, a).ok(2, WcOpcode.RECV);
        a.next(a.sendCq).ok(3, WcOpcode.SEND);
    }

    @Test
    void postsNeedAState() {
        QueuePair qp = a.rc();
        a.recv.wrId(1).sge(a.at(0), 10, a.region.lkey());
        a.send.wrId(1).operation(WrOpcode.SEND, 0).sge(a.at(0), 10, a.region.lkey());
        assertThat(qp.postSend(a.send)).isEqualTo(Rc.BAD_ARGUMENT);
        assertThat(a.send.rejected()).isEqualTo(a.send.address());
        toInit(qp, 0);
        assertThat(qp.postRecv(a.recv)).isEqualTo(Rc.OK);
        assertThat(qp.postSend(a.send)).isEqualTo(Rc.BAD_ARGUMENT);
    }

    @Test
    void inErrorEverythingIsFlushed() {
        Pair pair = new Pair();
        a.postRecv(pair.qa, 1, 0, 100);
        a.postRecv(pair.qa, 2, 0, 100);
        toError(pair.qa);
        assertThat(pair.qa.state()).isEqualTo(QpState.ERR);
        a.next(a.recvCq).failed(1, WcStatus.WR_FLUSH_ERR);
        a.next(a.recvCq).failed(2, WcStatus.WR_FLUSH_ERR);
        a.postSend(pair.qa, 3, WrOpcode.SEND, 0, 0, 10);
        a.next(a.sendCq).failed(3, WcStatus.WR_FLUSH_ERR);
        a.postRecv(pair.qa, 4, 0, 100);
        if (exactStatuses()) {
            a.next(a.recvCq).failed(4, WcStatus.WR_FLUSH_ERR);
        }
    }

    @Test
    void aDrainedQueueWaitsAndGoesOn() {
        Pair pair = new Pair();
        pair.qa.modify(QpAttributes.to(QpState.SQD));
        assertThat(a.event(AsyncEventType.SQ_DRAINED).queuePair()).isSameAs(pair.qa);
        b.postRecv(pair.qb, 1, 0, 100);
        a.postSend(pair.qa, 2, WrOpcode.SEND, SendFlags.SIGNALED, 0, 10);
        b.expectNone(b.recvCq);
        pair.qa.modify(QpAttributes.to(QpState.RTS));
        if (!exactStatuses()) { // Soft-RoCE looks at its queue at the next post only
            a.postSend(pair.qa, 3, WrOpcode.SEND, 0, 0, 10);
        }
        b.next(b.recvCq, a).ok(1, WcOpcode.RECV);
        a.next(a.sendCq).ok(2, WcOpcode.SEND);
    }
}
