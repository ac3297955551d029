package org.strata.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.verbs.Access;
import org.strata.verbs.BufferArea;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.soft.segment.ActivePairs;
import org.strata.verbs.soft.segment.QpRecord;
import org.strata.verbs.soft.segment.Site;
import org.strata.verbs.soft.segment.Visit;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** A deregistration waits for those who may use the memory, and looks at nobody else. */
class DeregistrationTest {
    private static final int PAIRS = 1000;

    private final SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
    private final SoftContext context =
            new SoftProvider(SoftConfig.defaults(), fabric, notice -> {}).open("soft0");
    private final ProtectionDomain pd = context.allocPd();
    private final CompletionQueue cq = context.createCq(64, null);
    private final BufferArea area = context.allocate(4096);
    private final List<SoftQp> pairs = new ArrayList<>();
    private final WorkCompletions wcs = new WorkCompletions(Arena.global(), 8);

    DeregistrationTest() {
        for (int i = 0; i < PAIRS; i++) {
            pairs.add((SoftQp) context.createQp(QpInit.rc(pd, cq, cq, 4, 4, 0)));
        }
    }

    @AfterEach
    void close() {
        pairs.forEach(QueuePair::close);
        area.close();
        cq.close();
        pd.close();
        context.close();
    }

    private int looksOfOneDeregistration() {
        int before = context.parts().worker().awaited();
        pd.register(area.address(), 4096, Access.LOCAL_WRITE).close();
        return context.parts().worker().awaited() - before;
    }

    private void connect(SoftQp from, SoftQp to) {
        from.modify(QpAttributes.toInit(1, 15));
        from.modify(QpAttributes.toRtr(to.number(), 0, context.gid(1, 0), 0, 0));
        from.modify(QpAttributes.toRts(0).timeout(8).retry(7).rnrRetry(7));
    }

    @Test
    void idlePairsAreNotLookedAt() {
        assertThat(looksOfOneDeregistration()).isZero();
        connect(pairs.get(700), pairs.get(900));
        connect(pairs.get(900), pairs.get(700));
        SendWr wr = new SendWr(Arena.global(), 1).sgeCount(0).remote(0, 0);
        wr.operation(WrOpcode.RDMA_WRITE, SendFlags.SIGNALED);
        assertThat(pairs.get(700).postSend(wr)).isEqualTo(Rc.OK);
        assertThat(cq.poll(wcs, 1)).isEqualTo(1);
        assertThat(looksOfOneDeregistration()).isEqualTo(2);
        for (int i = 0; i < 64; i++) {
            looksOfOneDeregistration();
        }
        assertThat(looksOfOneDeregistration()).as("after they became idle").isZero();
    }

    /** The word is odd during each visit, also during the last before it becomes 0. */
    @Test
    void aVisitThatWrapsIsAVisit() {
        long visit = pairs.getFirst().record() + QpRecord.VISIT;
        Memory.putInt(visit, -2);
        assertThat(Visit.enter(visit)).isTrue();
        assertThat(Visit.enter(visit)).as("a second visitor").isFalse();
        assertThat(Visit.inside(Visit.word(visit))).isTrue();
        Visit.leave(visit);
        assertThat(Visit.word(visit)).isZero();
        Memory.putInt(visit, -2);
        assertThat(Visit.enter(visit)).isTrue();
        Visit.evict(visit);
        assertThat(Visit.inside(Visit.word(visit))).isFalse();
        assertThat(Visit.enter(visit)).as("the next one").isTrue();
        Visit.leave(visit);
    }

    /** Also when bits are cleared while the visitor is inside. */
    @Test
    void aVisitorIsWaitedFor() throws InterruptedException {
        SoftQp visited = pairs.get(500);
        // Whoever waits for long asks whether the visitor lives: the peer that it is connected
        // with.
        connect(visited, pairs.get(501));
        long visit = visited.record() + QpRecord.VISIT;
        // The 50th visit takes the word over its wrap.
        Memory.putInt(visit, -100);
        for (int i = 0; i < 100; i++) {
            MemoryRegion region = pd.register(area.address(), 4096, Access.LOCAL_WRITE);
            AtomicBoolean left = new AtomicBoolean();
            assertThat(Visit.enter(visit)).isTrue();
            ActivePairs.mark(
                    context.parts().device().self().header(), Site.qpIndex(visited.number()));
            AtomicBoolean waited = new AtomicBoolean();
            Thread closer =
                    Thread.ofPlatform()
                            .start(() -> {
                                region.close();
                                waited.set(left.get());
                            });
            while (context.parts().device().self().covers(region.rkey(), region.address(), 1)) {
                Thread.yield();
            }
            left.set(true);
            Visit.leave(visit);
            closer.join();
            assertThat(waited).isTrue();
        }
    }
}
