package org.strata.verbs.soft;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.strata.opal.Rc;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.ProtectionDomain;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QueuePair;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;

import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** In mode inline, what waits for a receive arrives although its sender polls no more. */
@Timeout(120)
class DeputyTest {
    private static final int WAITING = 20;

    @TempDir private Path directory;
    private final List<AutoCloseable> made = new ArrayList<>();
    private final WorkCompletions wcs = new WorkCompletions(Arena.global(), 1);
    private final SendWr send = new SendWr(Arena.global(), 1).sgeCount(0);
    private final RecvWr recv = new RecvWr(Arena.global(), 1).sgeCount(0);

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

    /** A device with one pair. */
    private final class Side {
        final SoftContext context;
        final CompletionQueue cq;
        final QueuePair pair;

        Side(SoftFabric fabric) {
            SoftConfig config = SoftConfig.defaults().withRegistration(0, SoftConfig.Pin.OFF);
            context = keep(new SoftProvider(config, fabric, notice -> {}).open("soft0"));
            ProtectionDomain pd = keep(context.allocPd());
            cq = keep(context.createCq(4 * WAITING, null));
            pair = keep(context.createQp(QpInit.rc(pd, cq, cq, WAITING, WAITING, 0)));
        }

        void connect(Side to) {
            pair.modify(QpAttributes.toInit(1, 0));
            pair.modify(
                    QpAttributes.toRtr(to.pair.number(), 0, to.context.gid(1, 0), 0, 0)
                            .minRnrTimer(1));
            pair.modify(QpAttributes.toRts(0).timeout(10).retry(7).rnrRetry(7));
        }

        void expect(int first) {
            for (int i = 0; i < WAITING; i++) {
                while (cq.poll(wcs, 1) == 0) {
                    Thread.yield();
                }
                assertThat(wcs.status(0)).isEqualTo(WcStatus.SUCCESS);
                assertThat(wcs.wrId(0)).isEqualTo(first + i);
            }
        }
    }

    @Test
    void whatWaitsForAReceiveArrivesWithoutItsSender() {
        SoftFabric fabric = SoftFabric.onHost(directory, "deputy", SoftFabric.Reach.AUTO);
        Side from = new Side(fabric);
        Side to = new Side(fabric);
        from.connect(to);
        to.connect(from);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < WAITING; i++) {
                send.wrId(i).operation(WrOpcode.SEND, SendFlags.SIGNALED);
                assertThat(from.pair.postSend(send)).isEqualTo(Rc.OK);
            }
            for (int i = 0; i < WAITING; i++) {
                assertThat(to.pair.postRecv(recv.wrId(100 + i))).isEqualTo(Rc.OK);
            }
            to.expect(100);
            from.expect(0);
        }
        assertThat(from.context.notReady()).isPositive();
    }

    /** A request may wait for ever: the thread ends with its device. */
    @Test
    void aDeviceClosesWhileARequestWaits() {
        SoftFabric fabric = SoftFabric.onHost(directory, "deputy", SoftFabric.Reach.AUTO);
        Side from = new Side(fabric);
        Side to = new Side(fabric);
        from.connect(to);
        to.connect(from);
        send.wrId(1).operation(WrOpcode.SEND, SendFlags.SIGNALED);
        assertThat(from.pair.postSend(send)).isEqualTo(Rc.OK);
        assertThat(from.cq.poll(wcs, 1)).isZero();
    }
}
