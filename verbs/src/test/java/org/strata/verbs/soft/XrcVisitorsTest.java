package org.strata.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.opal.Rc;
import org.strata.opal.time.Clock;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.VerbsException;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.XrcDomain;
import org.strata.verbs.soft.segment.Table;
import org.strata.verbs.soft.segment.Visit;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/** Many devices send to the XRC queues of one. */
class XrcVisitorsTest {
    /** More than a chunk of visit lines several times over. */
    private static final int PEERS = 300;

    private final SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
    private final List<AutoCloseable> made = new ArrayList<>();
    private final WorkCompletions wcs = new WorkCompletions(Arena.global(), 8);
    private final SoftContext owner = open();
    private final ProtectionDomain pd = keep(owner.allocPd());
    private final CompletionQueue cq = keep(owner.createCq(1024, null));
    private final XrcDomain domain = keep(owner.openXrcDomain("visitors"));
    private final SharedReceiveQueue queue = keep(pd.createXrcSrq(domain, cq, 512, 1));

    private SoftContext open() {
        SoftConfig config = SoftConfig.defaults().withRegistration(0, SoftConfig.Pin.OFF);
        return keep(new SoftProvider(config, fabric, notice -> {}).open("soft0"));
    }

    private <T extends AutoCloseable> T keep(T object) {
        made.add(object);
        return object;
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : made.reversed()) {
            each.close();
        }
    }

    /** One that sends to a target on a device. */
    private final class Peer {
        final CompletionQueue sent;
        final QueuePair sender;

        Peer(SoftContext at, QueuePair target) {
            SoftContext context = open();
            ProtectionDomain own = keep(context.allocPd());
            sent = keep(context.createCq(4, null));
            sender = keep(context.createQp(QpInit.xrcSend(own, sent, 4, 0)));
            connect(sender, at, target.number());
            connect(target, context, sender.number());
        }

        void send(int wrId) {
            SendWr wr = new SendWr(Arena.global(), 1).sgeCount(0).xrcSrq(queue.number());
            wr.wrId(wrId).operation(WrOpcode.SEND, SendFlags.SIGNALED);
            assertThat(sender.postSend(wr)).isEqualTo(Rc.OK);
        }

        int status() {
            int count = 0;
            for (int i = 0; i < 100_000 && count == 0; i++) {
                cq.poll(wcs, 0);
                count = sent.poll(wcs, 1);
            }
            assertThat(count).isEqualTo(1);
            return wcs.status(0);
        }
    }

    private static void connect(QueuePair pair, SoftContext to, int number) {
        pair.modify(QpAttributes.toInit(1, 15));
        pair.modify(QpAttributes.toRtr(number, 0, to.gid(1, 0), 0, 0).minRnrTimer(1));
        pair.modify(QpAttributes.toRts(0).timeout(1).retry(7).rnrRetry(7));
    }

    private QueuePair target(SoftContext at, XrcDomain of) {
        return keep(at.createQp(QpInit.xrcRecv(of)));
    }

    private void post(int count) {
        RecvWr recv = new RecvWr(Arena.global(), 1).sgeCount(0);
        for (int i = 0; i < count; i++) {
            assertThat(queue.post(recv.wrId(i))).isEqualTo(Rc.OK);
        }
    }

    /** Each has a target of its own at the owner: no message waits for the owner's polls. */
    @Test
    void manyPeersReachAQueue() {
        post(PEERS);
        for (int i = 0; i < PEERS; i++) {
            Peer peer = new Peer(owner, target(owner, domain));
            peer.send(i);
            assertThat(peer.sent.poll(wcs, 1)).as("peer %d", i).isEqualTo(1);
            assertThat(wcs.status(0)).isEqualTo(WcStatus.SUCCESS);
        }
    }

    /** The targets are another device's of the domain: the owner adds lines when it is asked. */
    @Test
    void manyPeersReachAQueueThroughAnotherDevice() {
        SoftContext between = open();
        XrcDomain same = keep(between.openXrcDomain("visitors"));
        post(PEERS);
        for (int i = 0; i < PEERS; i++) {
            Peer peer = new Peer(between, target(between, same));
            peer.send(i);
            assertThat(peer.status()).as("peer %d", i).isEqualTo(WcStatus.SUCCESS);
        }
    }

    @Test
    void whenEveryLineIsClaimedATargetIsRefused() {
        VisitorLines lines = owner.parts().objects().visitorLines();
        for (int i = 0; i < Table.VISITOR.capacity(); i++) {
            lines.addTarget();
            assertThat(lines.at(i)).isNotZero();
            assertThat(Visit.claim(lines.at(i), owner.number())).isTrue();
        }
        assertThatThrownBy(() -> owner.createQp(QpInit.xrcRecv(domain)))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("at most 4096 other devices");
        Visit.unclaim(lines.at(17));
        target(owner, domain);
    }

    /** The line of a device that is gone serves another one. */
    @Test
    void linesOfDeadVisitorsAreUsedAgain() {
        VisitorLines lines = owner.parts().objects().visitorLines();
        for (int i = 0; i < Table.VISITOR.capacity(); i++) {
            lines.addTarget();
            assertThat(Visit.claim(lines.at(i), i == 5 ? 0x7777 : owner.number())).isTrue();
        }
        target(owner, domain);
        assertThat(Visit.visitor(lines.at(5))).isZero();
    }
}
