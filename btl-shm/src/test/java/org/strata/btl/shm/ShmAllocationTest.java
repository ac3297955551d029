package org.strata.btl.shm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Test;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;

import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;

/** Messages allocate nothing, whatever way they take. */
final class ShmAllocationTest {
    private static final int TAG = 0x80;
    private static final int ROUNDS = 20_000;
    private static final Descriptor.Callback FREE = (btl, descriptor, rc) -> btl.free(descriptor);

    private static long allocated() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }

    /** What a round does, on an open pair of ranks. */
    private interface Round {
        void run(Btl btl, BtlEndpoint peer, long memory);
    }

    private static void allocatesNothing(ShmConfig config, Round round) {
        try (FakeJob job = FakeJob.of(2);
                Arena arena = Arena.ofShared()) {
            Btl[] btls = new Btl[2];
            for (FakeRank rank : job.ranks()) {
                btls[rank.rank()] =
                        Configs.component(rank, config)
                                .open((b, e, rc, reason) -> {}, new StringBuilder())
                                .get(0);
                rank.activeMessages().register(TAG, (b, from, tag, address, length) -> {});
            }
            BtlEndpoint peer = btls[0].addPeer(job.rank(0).proc(1), new StringBuilder());
            long memory = Memory.allocate(arena, 64 << 10, 64);
            long least = Long.MAX_VALUE;
            // Once compiled, and measured without the compiler's deoptimisations, it is 0.
            for (int attempt = 0; attempt < 10 && least > 0; attempt++) {
                long before = allocated();
                for (int i = 0; i < ROUNDS; i++) {
                    round.run(btls[0], peer, memory);
                    btls[1].progress();
                    btls[0].progress();
                }
                least = Math.min(least, allocated() - before);
            }
            assertThat(least / ROUNDS).isZero();
            btls[0].close();
            btls[1].close();
        }
    }

    private static void check(int rc) {
        if (rc != Rc.OK) {
            throw new AssertionError(Rc.name(rc));
        }
    }

    @Test
    void immediateInOneCell() {
        allocatesNothing(
                Configs.with(),
                (btl, peer, memory) ->
                        check(btl.sendImmediate(peer, TAG, memory, 16, null, memory + 64, 8)));
    }

    @Test
    void immediateFromAnArray() {
        double[] array = new double[200];
        allocatesNothing(
                Configs.with(),
                (btl, peer, memory) ->
                        check(btl.sendImmediate(peer, TAG, memory, 16, array, 80, 800)));
    }

    @Test
    void immediateInTheFifo() {
        allocatesNothing(
                Configs.with("fbox_max=0"),
                (btl, peer, memory) ->
                        check(btl.sendImmediate(peer, TAG, memory, 16, null, memory + 64, 8)));
    }

    @Test
    void fragments() {
        allocatesNothing(
                Configs.with(),
                (btl, peer, memory) -> {
                    Descriptor descriptor = btl.alloc(peer, 10_000);
                    descriptor.callback = FREE;
                    check(btl.send(peer, descriptor, TAG));
                });
    }
}
