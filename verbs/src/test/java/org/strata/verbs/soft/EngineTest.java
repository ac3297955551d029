package org.strata.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.verbs.Access;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Gid;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.soft.segment.ActivePairs;
import org.strata.verbs.soft.segment.QpRecord;
import org.strata.verbs.soft.segment.Site;
import org.strata.verbs.soft.segment.Visit;

import java.lang.foreign.Arena;

/** The adapter with a thread of its own beside the threads that post and deregister. */
@Timeout(120)
class EngineTest {
    private static final int DEPTH = 64;
    private static final int LONGEST = 3 * SoftLimits.SHORT;

    private final SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
    private final SoftConfig config =
            SoftConfig.defaults()
                    .withMode(SoftConfig.Mode.ENGINE)
                    .withRegistration(0, SoftConfig.Pin.OFF);
    private final SoftContext context =
            new SoftProvider(config, fabric, notice -> {}).open("soft0");
    private final Arena arena = Arena.ofAuto();
    private final ProtectionDomain pd = context.allocPd();
    private final CompletionQueue cq = context.createCq(4 * DEPTH, null);
    private final CompletionQueue received = context.createCq(4 * DEPTH, null);
    private final SoftQp from = pair();
    private final SoftQp to = pair();
    private final WorkCompletions wcs = new WorkCompletions(arena, 1);
    private final MemoryRegion memory = register(2L * LONGEST * DEPTH);
    private final SendWr send = new SendWr(arena, 1);
    private final RecvWr recv = new RecvWr(arena, 1);

    private SoftQp pair() {
        return (SoftQp) context.createQp(QpInit.rc(pd, cq, received, DEPTH, DEPTH, 0));
    }

    private MemoryRegion register(long bytes) {
        int access = Access.LOCAL_WRITE | Access.REMOTE_WRITE;
        return pd.register(Memory.allocate(arena, bytes, 4096), bytes, access);
    }

    private void connect(SoftQp qp, SoftQp other) {
        Gid gid = context.gid(1, 0);
        qp.modify(QpAttributes.toInit(1, Access.REMOTE_WRITE));
        qp.modify(QpAttributes.toRtr(other.number(), 0, gid, 0, 0).minRnrTimer(1));
        qp.modify(QpAttributes.toRts(0).timeout(10).retry(3).rnrRetry(7));
    }

    private void connect() {
        connect(from, to);
        connect(to, from);
    }

    @AfterEach
    void close() {
        from.close();
        to.close();
        memory.close();
        cq.close();
        received.close();
        pd.close();
        context.close();
    }

    /** Short requests are executed by who posts them, but never before longer ones. */
    @Test
    void shortRequestsDoNotOvertakeLongOnes() {
        connect();
        int messages = 3_000;
        int posted = 0;
        int arrived = 0;
        int sent = 0;
        while (arrived < messages) {
            while (posted < messages && posted - Math.min(sent, arrived) < DEPTH) {
                post(posted++);
            }
            if (received.poll(wcs, 1) == 1) {
                assertThat(wcs.status(0)).isEqualTo(WcStatus.SUCCESS);
                assertThat(Memory.getInt(memory.address() + wcs.wrId(0))).isEqualTo(arrived++);
            }
            sent += cq.poll(wcs, 1);
        }
    }

    private void post(int number) {
        long slot = (long) (number % DEPTH) * LONGEST;
        int length = number % 3 == 0 ? LONGEST : 8;
        long target = LONGEST * (long) DEPTH + slot;
        recv.wrId(target).sge(memory.address() + target, LONGEST, memory.lkey());
        assertThat(to.postRecv(recv)).isEqualTo(Rc.OK);
        Memory.putInt(memory.address() + slot, number);
        send.wrId(number).operation(WrOpcode.SEND, SendFlags.SIGNALED);
        send.sge(memory.address() + slot, length, memory.lkey());
        assertThat(from.postSend(send)).isEqualTo(Rc.OK);
    }

    /** Who has seen a completion may post the next request at once, also where only one fits. */
    @Test
    void completedRequestLeavesItsPlace() {
        SoftQp narrow = (SoftQp) context.createQp(QpInit.rc(pd, cq, received, 1, 1, 0));
        connect(narrow, to);
        connect(to, narrow);
        send.operation(WrOpcode.RDMA_WRITE, SendFlags.SIGNALED);
        send.remote(memory.address() + LONGEST, memory.rkey());
        send.sge(memory.address(), LONGEST, memory.lkey());
        for (int i = 0; i < 20_000; i++) {
            assertThat(narrow.postSend(send.wrId(i))).as("request %d", i).isEqualTo(Rc.OK);
            while (cq.poll(wcs, 1) == 0) {
                Thread.yield();
            }
            assertThat(wcs.wrId(0)).isEqualTo(i);
        }
        narrow.close();
    }

    /** What is posted while the pair breaks comes back too. */
    @Test
    void everyRequestOfABrokenPairComesBack() throws InterruptedException {
        connect();
        int messages = DEPTH;
        Thread breaker = Thread.ofPlatform().start(() -> context.failQp(from));
        send.operation(WrOpcode.RDMA_WRITE, SendFlags.SIGNALED).remote(memory.address(), 1);
        send.sge(memory.address(), LONGEST, memory.lkey());
        for (int i = 0; i < messages; i++) {
            assertThat(from.postSend(send.wrId(i))).isEqualTo(Rc.OK);
        }
        for (int i = 0; i < messages; i++) {
            while (cq.poll(wcs, 1) == 0) {
                Thread.yield();
            }
            assertThat(wcs.wrId(0)).isEqualTo(i);
            assertThat(wcs.status(0)).isNotEqualTo(WcStatus.SUCCESS);
        }
        breaker.join();
        assertThat(from.state()).isEqualTo(QpState.ERR);
    }

    /** A visitor that lives stays inside for good: only its own key waits for it. */
    @Test
    void deregistrationPassesTransfersOfOtherKeys() throws InterruptedException {
        connect();
        MemoryRegion used = register(4096);
        MemoryRegion other = register(4096);
        long visit = to.record() + QpRecord.VISIT;
        assertThat(Visit.enter(visit)).isTrue();
        ActivePairs.mark(context.parts().device().segment().header(), Site.qpIndex(to.number()));
        Visit.useOnly(visit, used.rkey());
        other.close();
        Thread closer = Thread.ofPlatform().start(used::close);
        while (context.parts().device().self().covers(used.rkey(), used.address(), 1)) {
            Thread.yield();
        }
        assertThat(Visit.inside(Visit.word(visit))).isTrue();
        Visit.leave(visit);
        closer.join();
        assertThat(Visit.usesOnlyOther(visit, other.rkey())).isFalse();
    }
}
