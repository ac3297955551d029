package org.strata.tests.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.memory.Memory;
import org.strata.testkit.verbs.VerbsSide;
import org.strata.verbs.AsyncEvent;
import org.strata.verbs.AsyncEventType;
import org.strata.verbs.Gid;
import org.strata.verbs.PortAttributes;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpState;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SendFlags;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SeededFaults;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftContext;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/** A fabric in one thread with a clock of its own, on which things go wrong on purpose. */
final class SoftFaultsTest {
    private static final int ACCESS = 15;
    private static final int PAIRS = 4;
    private static final int MESSAGES = 60;
    private static final int STEPS = 2_000_000;

    private final long[] time = {0};
    private final WorkCompletions wcs = new WorkCompletions(Arena.global(), 16);

    private SoftContext open(FaultPlan plan) {
        SoftFabric fabric = SoftFabric.inProcess(() -> time[0], plan);
        return open(fabric);
    }

    private static SoftContext open(SoftFabric fabric) {
        SoftConfig config =
                SoftConfig.defaults().withRegistration(0, SoftConfig.Pin.OFF).withDevices(1, 2);
        return new SoftProvider(config, fabric, notice -> {}).open("soft0");
    }

    private static void connect(QueuePair qp, SoftContext to, QueuePair peer, int rnrRetry) {
        Gid gid = to.gid(1, 0);
        if (qp.state() == QpState.RESET) {
            qp.modify(QpAttributes.toInit(1, ACCESS));
        }
        qp.modify(QpAttributes.toRtr(peer.number(), 0, gid, 0, 0).minRnrTimer(1));
        qp.modify(QpAttributes.toRts(0).timeout(1).retry(7).rnrRetry(rnrRetry));
    }

    /** Everything arrives once and in order on each pair; the pairs overtake each other. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void delaysLoseNothingAndKeepTheOrderOfAPair(long seed) {
        SeededFaults faults = new SeededFaults(seed, SeededFaults.Rates.timing());
        SoftFabric fabric = SoftFabric.inProcess(() -> time[0], faults);
        List<Integer> arrived = run(fabric);
        boolean overtaken = false;
        for (int pair = 0; pair < PAIRS; pair++) {
            int expected = 0;
            for (int value : arrived) {
                if (value / MESSAGES == pair) {
                    assertThat(value % MESSAGES).isEqualTo(expected++);
                }
            }
            assertThat(expected).isEqualTo(MESSAGES);
        }
        for (int i = 1; i < arrived.size(); i++) {
            overtaken |= arrived.get(i) % MESSAGES < arrived.get(i - 1) % MESSAGES;
        }
        assertThat(overtaken).isTrue();
    }

    @Test
    void aSeedRepeatsItself() {
        List<List<Integer>> runs = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            time[0] = 0;
            SeededFaults faults = new SeededFaults(77, SeededFaults.Rates.timing());
            runs.add(run(SoftFabric.inProcess(() -> time[0], faults)));
        }
        assertThat(runs.get(0)).isEqualTo(runs.get(1));
    }

    /** Sends from one device to another over several pairs; returns the order of arrival. */
    private List<Integer> run(SoftFabric fabric) {
        List<Integer> arrived = new ArrayList<>();
        try (VerbsSide a = new VerbsSide(open(fabric));
                VerbsSide b = new VerbsSide(open(fabric))) {
            QueuePair[] senders = new QueuePair[PAIRS];
            for (int i = 0; i < PAIRS; i++) {
                QueuePair receiver = b.rc();
                senders[i] = a.rc();
                connect(receiver, (SoftContext) a.context, senders[i], 7);
                connect(senders[i], (SoftContext) b.context, receiver, 7);
                for (int m = 0; m < MESSAGES; m++) {
                    b.postRecv(receiver, (long) i * MESSAGES + m, (i * MESSAGES + m) * 64, 64);
                }
            }
            for (int m = 0; m < MESSAGES; m++) {
                for (int i = 0; i < PAIRS; i++) {
                    int value = i * MESSAGES + m;
                    Memory.putInt(a.at(value * 64), value);
                    a.postSend(senders[i], m, WrOpcode.SEND, 0, value * 64, 4);
                }
            }
            for (int step = 0; step < STEPS && arrived.size() < PAIRS * MESSAGES; step++) {
                time[0] += 500;
                a.sendCq.poll(wcs, 16);
                int count = b.recvCq.poll(wcs, 16);
                for (int i = 0; i < count; i++) {
                    assertThat(wcs.status(i)).isEqualTo(WcStatus.SUCCESS);
                    arrived.add(Memory.getInt(b.at((int) wcs.wrId(i) * 64)));
                }
            }
        }
        return arrived;
    }

    /** Every request ends: with success, with the error that broke its pair, or flushed. */
    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void brokenPairsCompleteEverything(long seed) {
        SeededFaults.Rates rates = new SeededFaults.Rates(0.3, 0.3, 0.1, 0.05, 0.05, 0, 50_000);
        SoftFabric fabric = SoftFabric.inProcess(() -> time[0], new SeededFaults(seed, rates));
        try (VerbsSide a = new VerbsSide(open(fabric));
                VerbsSide b = new VerbsSide(open(fabric))) {
            QueuePair sender = a.rc();
            QueuePair receiver = b.rc();
            connect(receiver, (SoftContext) a.context, sender, 7);
            connect(sender, (SoftContext) b.context, receiver, 7);
            for (int m = 0; m < MESSAGES; m++) {
                b.postRecv(receiver, m, m * 64, 64);
                a.postSend(sender, m, WrOpcode.SEND, SendFlags.SIGNALED, 0, 8);
            }
            int done = 0;
            int failed = 0;
            for (int step = 0; step < STEPS && done < MESSAGES; step++) {
                time[0] += 500;
                int count = a.sendCq.poll(wcs, 16);
                for (int i = 0; i < count; i++) {
                    assertThat(wcs.wrId(i)).isEqualTo(done++);
                    boolean ok = wcs.status(i) == WcStatus.SUCCESS;
                    assertThat(ok && failed > 0).as("success after a failure").isFalse();
                    int expected = failed == 0 ? WcStatus.RETRY_EXC_ERR : WcStatus.WR_FLUSH_ERR;
                    assertThat(ok || wcs.status(i) == expected).isTrue();
                    failed += ok ? 0 : 1;
                }
            }
            assertThat(done).isEqualTo(MESSAGES);
            assertThat(failed).isPositive();
            assertThat(sender.state()).isEqualTo(QpState.ERR);
        }
    }

    @Test
    void portsAndDevicesFail() {
        SoftFabric fabric = SoftFabric.inProcess(() -> time[0], FaultPlan.NONE);
        try (VerbsSide a = new VerbsSide(open(fabric));
                VerbsSide b = new VerbsSide(open(fabric))) {
            QueuePair sender = a.rc();
            QueuePair receiver = b.rc();
            connect(receiver, (SoftContext) a.context, sender, 7);
            connect(sender, (SoftContext) b.context, receiver, 7);
            b.postRecv(receiver, 1, 0, 64);
            SoftContext device = (SoftContext) b.context;
            device.setPort(1, false);
            expectEvent(device, AsyncEventType.PORT_ERR);
            assertThat(device.port(1).state()).isEqualTo(PortAttributes.State.DOWN);
            a.postSend(sender, 1, WrOpcode.SEND, SendFlags.SIGNALED, 0, 8);
            assertThat(a.sendCq.poll(wcs, 1)).isZero();
            device.setPort(1, true);
            expectEvent(device, AsyncEventType.PORT_ACTIVE);
            time[0] += 1_000_000;
            assertThat(a.sendCq.poll(wcs, 1)).isEqualTo(1);
            assertThat(wcs.status(0)).isEqualTo(WcStatus.SUCCESS);

            device.fail();
            expectEvent(device, AsyncEventType.DEVICE_FATAL);
            a.postSend(sender, 2, WrOpcode.SEND, SendFlags.SIGNALED, 0, 8);
            for (int i = 0; i < 10; i++) {
                time[0] += 1_000_000;
                if (a.sendCq.poll(wcs, 1) == 1) {
                    break;
                }
            }
            assertThat(wcs.status(0)).isEqualTo(WcStatus.RETRY_EXC_ERR);
            assertThat(receiver.state()).isEqualTo(QpState.ERR);
        }
    }

    private static void expectEvent(SoftContext device, AsyncEventType type) {
        AsyncEvent event = new AsyncEvent();
        assertThat(device.nextEvent(event, 0)).isTrue();
        while (event.type() != type) {
            assertThat(device.nextEvent(event, 0)).isTrue();
        }
    }

    @Test
    void registrationsAreRefusedByPlanAndByLimit() {
        FaultPlan plan =
                new FaultPlan() {
                    @Override
                    public boolean refuseRegistration(long context, long length) {
                        return length == 4096;
                    }
                };
        try (VerbsSide a = new VerbsSide(open(plan))) {
            assertThat(a.pd.register(a.at(0), 4096, ACCESS)).isNull();
            assertThat(a.pd.refusal()).contains("4096").contains("injected");
            assertThat(a.pd.register(a.at(0), 4097, ACCESS)).satisfies(AutoCloseable::close);
        }
        SoftFabric fabric = SoftFabric.inProcess(() -> time[0], FaultPlan.NONE);
        SoftConfig config = SoftConfig.defaults().withRegistration(100_000, SoftConfig.Pin.OFF);
        try (VerbsSide a =
                new VerbsSide(new SoftProvider(config, fabric, notice -> {}).open("soft0"))) {
            assertThat(a.pd.register(a.at(0), 40_000, ACCESS)).isNull();
            assertThat(a.pd.refusal()).contains("verbs_soft_max_registered");
        }
    }

    /** All memory is in one address space: 1,024 devices take little. */
    @Test
    void aThousandDevicesFitInOneJvm() {
        SoftFabric fabric = SoftFabric.inProcess(() -> time[0], FaultPlan.NONE);
        List<SoftContext> devices = new ArrayList<>();
        for (int i = 0; i < 1024; i++) {
            devices.add(open(fabric));
        }
        assertThat(devices.get(1023).gid(1, 0)).isNotEqualTo(devices.get(0).gid(1, 0));
        devices.forEach(SoftContext::close);
    }
}
