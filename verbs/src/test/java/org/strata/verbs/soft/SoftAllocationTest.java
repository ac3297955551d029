package org.strata.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.opal.time.Clock;
import org.strata.verbs.BufferArea;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;

/** The data path allocates nothing. */
class SoftAllocationTest {
    private static final int ROUNDS = 30_000;

    private final SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
    private final Context context =
            new SoftProvider(SoftConfig.defaults(), fabric, notice -> {}).open("soft0");
    private final ProtectionDomain pd = context.allocPd();
    private final CompletionQueue cq = context.createCq(64, null);
    private final BufferArea area = context.allocate(4096);
    private final MemoryRegion region = pd.register(area.address(), 4096, 15);
    private final WorkCompletions wcs = new WorkCompletions(Arena.global(), 4);
    private final SendWr send = new SendWr(Arena.global(), 1);
    private final RecvWr recv = new RecvWr(Arena.global(), 1);

    @Test
    void sendsWritesAndPollsAllocateNothing() {
        QueuePair a = context.createQp(QpInit.rc(pd, cq, cq, 16, 16, 64));
        QueuePair b = context.createQp(QpInit.rc(pd, cq, cq, 16, 16, 64));
        connect(a, b);
        connect(b, a);
        recv.sge(area.address(), 64, region.lkey());
        run(a, b);
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            long before = allocated();
            run(a, b);
            least = Math.min(least, allocated() - before);
        }
        // Less than one byte for a round: the JVM's own, not the path's.
        assertThat(least).isLessThan(ROUNDS);
    }

    private void run(QueuePair a, QueuePair b) {
        int ended = 0;
        for (int i = 0; i < ROUNDS; i++) {
            b.postRecv(recv);
            send.operation(WrOpcode.SEND, SendFlags.SIGNALED | SendFlags.INLINE);
            send.sge(area.address() + 128, 32, 0);
            a.postSend(send);
            send.operation(WrOpcode.RDMA_WRITE, 0).remote(area.address() + 256, region.rkey());
            send.sge(area.address() + 128, 32, region.lkey());
            a.postSend(send);
            ended += cq.poll(wcs, 4);
        }
        assertThat(ended).isEqualTo(2 * ROUNDS);
    }

    private void connect(QueuePair from, QueuePair to) {
        from.modify(QpAttributes.toInit(1, 15));
        from.modify(QpAttributes.toRtr(to.number(), 0, context.gid(1, 0), 0, 0));
        from.modify(QpAttributes.toRts(0));
    }

    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }
}
