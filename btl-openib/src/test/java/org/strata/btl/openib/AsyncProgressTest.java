package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.verbs.CompletionChannel;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.Provider;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Progress threads whose naps never end by themselves connect two ranks that compute. */
final class AsyncProgressTest {
    private static final int TAG = 0x56;
    private static final int HEADER = 16;
    private static final long FOR_EVER = Long.MAX_VALUE / 4;

    /** Adapters whose channels wait until something happens, however long they are asked to. */
    private static final class Patient extends WrappedProvider {
        Patient(Provider provider) {
            super(provider);
        }

        @Override
        public Context open(String device) {
            return new PatientContext(provider.open(device));
        }
    }

    private static final class PatientContext extends WrappedContext {
        PatientContext(Context context) {
            super(context);
        }

        @Override
        public CompletionChannel createChannel() {
            return new PatientChannel(context.createChannel());
        }

        @Override
        public CompletionQueue createCq(int depth, CompletionChannel channel) {
            return context.createCq(depth, ((PatientChannel) channel).channel);
        }
    }

    private record PatientChannel(CompletionChannel channel) implements CompletionChannel {
        @Override
        public CompletionQueue await(long timeoutNanos) {
            return channel.await(FOR_EVER);
        }

        @Override
        public void wake() {
            channel.wake();
        }

        @Override
        public void close() {
            channel.close();
        }
    }

    @Test
    void outOfBandMessagesWakeThem() throws InterruptedException {
        SoftJob soft =
                new SoftJob(
                        SoftConfig.defaults(),
                        Settings.with("use-async-progress", "true"),
                        Patient::new);
        SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);
        try (FakeJob job = FakeJob.of(2)) {
            CountDownLatch received = new CountDownLatch(1);
            job.rank(1)
                    .activeMessages()
                    .register(TAG, (btl, from, tag, at, length) -> received.countDown());
            List<OpenibBtl> links = new ArrayList<>();
            for (FakeRank rank : job.ranks()) {
                rank.engine().open(() -> links.add(open(soft, rank, fabric)));
            }
            FakeRank first = job.rank(0);
            first.engine().enter();
            try {
                BtlEndpoint to = links.getFirst().addPeer(first.proc(1), new StringBuilder());
                long header = Memory.allocate(Arena.global(), HEADER, 8);
                int rc = links.getFirst().sendImmediate(to, TAG, header, HEADER, null, 0, 0);
                assertThat(rc).isEqualTo(Rc.OK);
                first.engine().progress();
            } finally {
                first.engine().exit();
            }
            // From here on only the threads of the links are awake.
            boolean arrived = received.await(20, TimeUnit.SECONDS);
            for (FakeRank rank : job.ranks()) {
                rank.engine().enter();
                try {
                    links.get(rank.rank()).close();
                } finally {
                    rank.engine().exit();
                }
            }
            assertThat(arrived).isTrue();
        }
    }

    private static OpenibBtl open(SoftJob soft, FakeRank rank, SoftFabric fabric) {
        return (OpenibBtl)
                soft.component(rank, fabric, Clock.SYSTEM, null, new Counters())
                        .open((btl, to, rc, why) -> {}, new StringBuilder())
                        .getFirst();
    }
}
