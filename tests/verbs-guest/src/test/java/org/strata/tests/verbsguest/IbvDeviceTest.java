package org.strata.tests.verbsguest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.strata.opal.Rc;
import org.strata.opal.time.Clock;
import org.strata.verbs.Access;
import org.strata.verbs.BufferArea;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.Context;
import org.strata.verbs.Gid;
import org.strata.verbs.MemoryRegion;
import org.strata.verbs.PortAttributes;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.Provider;
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
import org.strata.verbs.ibverbs.IbvProvider;

import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;

/** What the contract does not ask, of the guest's device. */
final class IbvDeviceTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int ROUNDS = 2_000;

    private final Provider provider = new IbvProvider(Clock.SYSTEM, System.getProperty("os.arch"));
    private Context context;

    @BeforeEach
    void open() {
        assertThat(provider.absence()).isEmpty();
        context = provider.open(provider.devices().get(0));
    }

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    void saysWhatItIs() {
        assertThat(provider.devices()).containsExactly("rxe0");
        assertThat(context.attributes().vendor()).isEqualTo("Soft-RoCE");
        assertThat(context.attributes().maxInline()).isEqualTo(512);
        assertThat(context.attributes().xrc()).isFalse();
        assertThat(context.attributes().srqResize()).isTrue();
        PortAttributes port = context.port(1);
        assertThat(port.state()).isEqualTo(PortAttributes.State.ACTIVE);
        assertThat(port.ethernet()).isTrue();
        assertThat(port.activeMtu()).isEqualTo(4096);
    }

    @Test
    void prefersTheRoutableAddress() {
        Gid gid = context.gid(1, context.defaultGidIndex(1));
        assertThat(gid).isEqualTo(new Gid(0, 0x0000_ffff_c0a8_4d01L));
    }

    @Test
    void refusesWhatTheDeviceHasNot() {
        assertThatThrownBy(() -> context.openXrcDomain("x"))
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> assertThat(e.errno()).isEqualTo(VerbsException.EOPNOTSUPP))
                .hasMessage("rxe0: the device has no XRC: Operation not supported");
        assertThatThrownBy(() -> provider.open("mlx5_0"))
                .hasMessage("no RDMA device mlx5_0: there is rxe0");
        assertThatThrownBy(() -> context.port(7)).hasMessageStartingWith("rxe0 has no port 7");
    }

    /** Two queue pairs connected to each other, and what they need. */
    private final class Loop implements AutoCloseable {
        final Arena arena = Arena.ofShared();
        final ProtectionDomain pd = context.allocPd();
        final CompletionQueue cq = context.createCq(64, null);
        final SharedReceiveQueue srq = pd.createSrq(16, 1);
        final QueuePair a = context.createQp(QpInit.rc(pd, cq, cq, srq, 16, 64));
        final QueuePair b = context.createQp(QpInit.rc(pd, cq, cq, srq, 16, 64));
        final BufferArea area = context.allocate(1 << 16);
        final MemoryRegion region = pd.register(area.address(), area.length(), Access.LOCAL_WRITE);
        final SendWr send = new SendWr(arena, 1);
        final RecvWr recv = new RecvWr(arena, 1);
        final WorkCompletions completions = new WorkCompletions(arena, 4);

        Loop() {
            connect(a, b);
            connect(b, a);
        }

        private void connect(QueuePair from, QueuePair to) {
            int index = context.defaultGidIndex(1);
            from.modify(QpAttributes.toInit(1, 0));
            from.modify(
                    QpAttributes.toRtr(to.number(), 0, context.gid(1, index), index, 1)
                            .pathMtu(4096));
            from.modify(QpAttributes.toRts(1));
        }

        /** One message there: two completions. */
        void message() {
            check(srq.post(recv.sge(area.address(), 64, region.lkey())));
            check(
                    a.postSend(
                            send.operation(WrOpcode.SEND, SendFlags.SIGNALED | SendFlags.INLINE)
                                    .sge(area.address() + 4096, 8, 0)));
            int left = 2;
            while (left > 0) {
                int count = cq.poll(completions, 4);
                for (int i = 0; i < count; i++) {
                    check(completions.status(i) - WcStatus.SUCCESS);
                }
                left -= count;
            }
        }

        private void check(int rc) {
            if (rc != Rc.OK) {
                throw new AssertionError(rc);
            }
        }

        @Override
        public void close() {
            a.close();
            b.close();
            srq.close();
            cq.close();
            region.close();
            area.close();
            pd.close();
            arena.close();
        }
    }

    @Test
    void theDataPathAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Loop loop = new Loop()) {
            long least = Long.MAX_VALUE;
            for (int attempt = 0; attempt < 10 && least > 0; attempt++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < ROUNDS; i++) {
                    loop.message();
                }
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertThat(least / ROUNDS).isZero();
        }
    }

    /** The number is for the log: nothing depends on it. */
    @Test
    void messagesPerSecond() {
        try (Loop loop = new Loop()) {
            long began = System.nanoTime();
            int messages = 0;
            while (System.nanoTime() - began < SECOND) {
                loop.message();
                messages++;
            }
            System.out.println("         " + messages + " messages in one second, one at a time");
            assertThat(messages).isPositive();
        }
    }
}
