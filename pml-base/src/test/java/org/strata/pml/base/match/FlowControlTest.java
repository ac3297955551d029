package org.strata.pml.base.match;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.proc.Proc;
import org.strata.opal.progress.IdlePolicy;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.RankSleeper;

import java.util.ArrayList;
import java.util.List;

/** When a sender pauses, goes on, and sends headers only; in virtual time. */
class FlowControlTest {
    private static final int PACKET = 400;
    private static final long TAKEN = PacketStore.taken(PACKET);
    private static final long MILLISECOND = 1_000_000;

    /** Enough for any wait to be seen as one. */
    private static final int MANY = 5000;

    private final RankSleeper sleeper = new RankSleeper();
    private final ProgressEngine engine =
            new ProgressEngine(new IdlePolicy(10, 10, false), sleeper);
    private final List<String> signals = new ArrayList<>();
    private final List<Long> standstills = new ArrayList<>();
    private final Peer one = new Peer(1);
    private final Peer two = new Peer(2);
    private long now;
    private FlowControl flow;

    private static final class Peer extends PeerProcess {
        Peer(int rank) {
            super(new Proc(rank, "node", rank, true));
        }
    }

    @AfterEach
    void close() {
        sleeper.close();
    }

    private void limits(FlowLimits limits) {
        flow =
                new FlowControl(
                        limits,
                        engine,
                        () -> now,
                        (to, level, number) -> signals.add(to.proc.rank() + " " + level),
                        standstills::add);
    }

    private void perSender(int pause, int each) {
        limits(FlowLimits.perSender(pause * TAKEN, each * TAKEN));
    }

    private void keep(Peer from, int packets) {
        for (int i = 0; i < packets; i++) {
            flow.keep(from, PACKET);
        }
    }

    private void receive(Peer from, int packets) {
        for (int i = 0; i < packets; i++) {
            flow.release(from, PACKET);
        }
    }

    private void poll(int times) {
        for (int i = 0; i < times; i++) {
            engine.progress();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 9, 100})
    void aSenderPausesAndGoesOnAtHalf(int limit) {
        perSender(limit, limit);
        keep(one, limit);
        assertThat(signals).isEmpty();
        keep(one, 1);
        assertThat(signals).containsExactly("1 PAUSE");
        int half = (limit + 1) / 2;
        receive(one, limit - half);
        assertThat(signals).as("%d are left", half + 1).containsExactly("1 PAUSE");
        receive(one, 1);
        assertThat(signals).containsExactly("1 PAUSE", "1 GO");
        assertThat(flow.held()).isEmpty();
        receive(one, half);
        assertThat(flow.bytes()).isZero();
    }

    /** What was under way when it was asked arrives yet: half of that is enough, too. */
    @Test
    void cyclesAreAsLargeAsWhatIsUnderWay() {
        perSender(4, 4);
        keep(one, 100);
        assertThat(signals).containsExactly("1 PAUSE");
        receive(one, 49);
        assertThat(signals).containsExactly("1 PAUSE");
        receive(one, 1);
        assertThat(signals).containsExactly("1 PAUSE", "1 GO");
    }

    /** The last packets that were under way come while the others are received. */
    @Test
    void aPacketThatComesLateDoesNotLengthenAPause() {
        perSender(4, 1000);
        keep(one, 100);
        receive(one, 45);
        keep(one, 1);
        receive(one, 5);
        assertThat(signals).as("51 are left").containsExactly("1 PAUSE");
        receive(one, 1);
        assertThat(signals).containsExactly("1 PAUSE", "1 GO");
    }

    /** What the rank waited for before has come: it is given the same time again. */
    @Test
    void everyPauseHasItsOwnPatience() {
        perSender(10, 1000);
        for (int pause = 0; pause < 3; pause++) {
            signals.clear();
            keep(one, 11);
            assertThat(signals).containsExactly("1 PAUSE");
            poll(200);
            now += 9 * MILLISECOND;
            poll(50);
            assertThat(signals).as("pause %d", pause).containsExactly("1 PAUSE");
            receive(one, 11);
            assertThat(signals).containsExactly("1 PAUSE", "1 GO");
            now += 1000 * MILLISECOND;
        }
    }

    /** It is a new wait, and may be a standstill again. */
    @Test
    void aStandstillAfterAReceiveIsToldAsSoonAsTheFirst() {
        perSender(10, 10);
        keep(one, 21);
        poll(MANY);
        assertThat(signals).last().isEqualTo("1 HEADERS");
        for (int time = 0; time < 2; time++) {
            standstills.clear();
            for (int i = 0; i < 100; i++) {
                now += 100 * MILLISECOND;
                poll(1);
            }
            assertThat(standstills.getFirst()).isBetween(2000 * MILLISECOND, 2200 * MILLISECOND);
            receive(one, 1);
            poll(1);
        }
        assertThat(signals).as("still at the bound").last().isEqualTo("1 HEADERS");
    }

    /** However much one is allowed, nobody may keep more than the bound. */
    @Test
    void nobodyIsAllowedMoreThanTheBound() {
        perSender(10, 15);
        keep(one, 11);
        poll(MANY);
        assertThat(signals).containsExactly("1 PAUSE", "1 GO");
        keep(one, 4);
        assertThat(signals).as("15 are kept").hasSize(2);
        keep(one, 1);
        assertThat(signals).last().isEqualTo("1 PAUSE");
        poll(MANY);
        assertThat(signals).last().isEqualTo("1 HEADERS");
    }

    /** While the rank receives what it keeps, the sender pauses, however often the rank polls. */
    @Test
    void aBusyReceiverHoldsItsSenderBack() {
        perSender(100, 1000);
        keep(one, 101);
        for (int i = 0; i < 40; i++) {
            poll(100);
            now += MILLISECOND;
            receive(one, 1);
        }
        assertThat(signals).containsExactly("1 PAUSE");
    }

    /** A blocked rank, or one that polls for something else, lets its sender go on. */
    @Test
    void aReceiverThatWaitsForSomethingElseLetsItsSenderGoOn() {
        perSender(10, 1000);
        for (int allowed = 10; allowed < 1000; allowed = Math.min(1000, 2 * allowed)) {
            signals.clear();
            keep(one, allowed + 1 - (int) (one.keptBytes / TAKEN));
            assertThat(signals).as("%d are allowed", allowed).containsExactly("1 PAUSE");
            poll(MANY);
            assertThat(signals).containsExactly("1 PAUSE", "1 GO");
        }
        receive(one, (int) (one.keptBytes / TAKEN));
        signals.clear();
        keep(one, 11);
        assertThat(signals).as("everything was received in between").containsExactly("1 PAUSE");
    }

    /** What was under way when it was asked to pause counts for what it may send afterwards. */
    @Test
    void aSenderIsAllowedTwiceWhatItHasSent() {
        perSender(10, 1000);
        keep(one, 100);
        poll(MANY);
        keep(one, 1);
        poll(MANY);
        assertThat(signals).containsExactly("1 PAUSE", "1 GO", "1 PAUSE", "1 GO");
        keep(one, 99);
        assertThat(signals).as("200 are allowed").hasSize(4);
        keep(one, 1);
        assertThat(signals).last().isEqualTo("1 PAUSE");
    }

    /** A program that computes between two polls is given time, not a number of polls. */
    @Test
    void aReceiverThatPollsRarelyLetsItsSenderGoOn() {
        perSender(10, 1000);
        keep(one, 11);
        for (int i = 0; i < 10; i++) {
            now += 100 * MILLISECOND;
            poll(1);
        }
        assertThat(signals).containsExactly("1 PAUSE", "1 GO");
    }

    /** Before it sleeps the rank knows that nothing comes. */
    @Test
    void aReceiverThatFallsAsleepLetsItsSenderGoOn() {
        perSender(10, 1000);
        keep(one, 11);
        engine.setIdlePolicy(new IdlePolicy(0, 0, true));
        int[] rounds = new int[1];
        engine.waitFor(() -> rounds[0]++ > 3);
        assertThat(signals).containsExactly("1 PAUSE", "1 GO");
    }

    @Test
    void atTheBoundASenderSendsHeadersAndGoesOnAtHalf() {
        perSender(10, 20);
        keep(one, 11);
        poll(MANY);
        keep(one, 10);
        poll(MANY);
        assertThat(signals).containsExactly("1 PAUSE", "1 GO", "1 PAUSE", "1 HEADERS");
        assertThat(flow.held()).containsExactly(1);
        receive(one, 10);
        assertThat(signals).hasSize(4);
        receive(one, 1);
        assertThat(signals).last().isEqualTo("1 GO");
    }

    /** Headers cost a round trip each: at the bound, too, a receiver is expected to receive. */
    @Test
    void aReceiverThatLooksAroundBrieflyIsNoReasonForHeaders() {
        perSender(10, 10);
        for (int cycle = 0; cycle < 20; cycle++) {
            keep(one, 30);
            poll(30);
            receive(one, 30);
        }
        assertThat(signals).hasSize(40).doesNotContain("1 HEADERS");
    }

    @Test
    void allSendersTogetherAreBound() {
        int each = (int) (FlowLimits.RESERVE / TAKEN) + 10;
        limits(FlowLimits.together(2L * each * TAKEN, () -> 3L * each * TAKEN));
        keep(one, 2 * each);
        keep(two, each);
        assertThat(signals).isEmpty();
        keep(two, 1);
        keep(one, 1);
        assertThat(signals).containsExactly("2 PAUSE", "1 PAUSE");
        Peer small = new Peer(3);
        keep(small, 5);
        assertThat(signals).as("its reserve").hasSize(2);
        poll(MANY);
        assertThat(signals.subList(2, 4)).containsExactlyInAnyOrder("1 HEADERS", "2 HEADERS");
        // What one sender's messages leave is room for the other's.
        receive(two, each);
        poll(MANY);
        assertThat(signals).contains("1 GO", "2 GO");
        assertThat(flow.held()).isEmpty();
    }

    /** The first packets of a rank do not wait for somebody to find how much memory there is. */
    @Test
    void theBoundOfAllIsAskedForWhenItMatters() {
        List<String> asked = new ArrayList<>();
        int reserve = (int) (FlowLimits.RESERVE / TAKEN);
        limits(
                FlowLimits.together(
                        2 * FlowLimits.RESERVE,
                        () -> {
                            asked.add("");
                            return Long.MAX_VALUE;
                        }));
        keep(one, 2 * reserve);
        keep(two, reserve);
        assertThat(asked).as("one is below its pause, the other has its reserve").isEmpty();
        keep(two, 2);
        assertThat(asked).hasSize(1);
        keep(two, 2);
        assertThat(asked).hasSize(1);
        assertThat(signals).isEmpty();
    }

    /** Somebody is told after two seconds at the bound, then ever more rarely. */
    @Test
    void aStandstillAtTheBoundIsTold() {
        perSender(10, 10);
        keep(one, 11);
        poll(MANY);
        assertThat(signals).last().isEqualTo("1 HEADERS");
        for (int i = 0; i < 200; i++) {
            now += 100 * MILLISECOND;
            poll(1);
        }
        assertThat(standstills).hasSize(4);
        assertThat(standstills.getFirst()).isBetween(2000 * MILLISECOND, 2200 * MILLISECOND);
        receive(one, 1);
        poll(1);
        standstills.clear();
        for (int i = 0; i < 15; i++) {
            now += 100 * MILLISECOND;
            poll(1);
        }
        assertThat(standstills).isEmpty();
        receive(one, 10);
        poll(MANY);
        assertThat(standstills).isEmpty();
    }

    /** The patience of a standstill that is over does not make the next one wait for longer. */
    @Test
    void theNextStandstillIsToldAsSoonAsTheFirst() {
        perSender(10, 10);
        for (int time = 0; time < 2; time++) {
            keep(one, 11);
            poll(MANY);
            assertThat(signals).last().isEqualTo("1 HEADERS");
            standstills.clear();
            for (int i = 0; i < 100; i++) {
                now += 100 * MILLISECOND;
                poll(1);
            }
            assertThat(standstills.getFirst()).isBetween(2000 * MILLISECOND, 2200 * MILLISECOND);
            receive(one, 11);
            assertThat(signals).last().isEqualTo("1 GO");
        }
    }

    /** Else a rank that waits at the bound would never sleep. */
    @Test
    void aLookThatTellsNobodyIsNoProgress() {
        perSender(10, 10);
        keep(one, 11);
        assertThat(flow.progress()).as("paused").isZero();
        poll(MANY);
        assertThat(signals).last().isEqualTo("1 HEADERS");
        for (int i = 0; i < 30; i++) {
            now += 100 * MILLISECOND;
            assertThat(flow.progress()).as("at the bound").isZero();
        }
        receive(one, 1);
        assertThat(flow.progress()).as("received one").isZero();
    }

    @Test
    void aLostSenderIsHeldNoLonger() {
        perSender(10, 10);
        keep(one, 11);
        one.proc.fail("killed");
        poll(10);
        assertThat(flow.held()).isEmpty();
    }

    @Test
    void aPeerThatIsLostHoldsNobodyBackAnyMore() {
        one.obeyFlow(FlowLevel.PAUSE, 1);
        assertThat(one.paused).isTrue();
        one.endFlow();
        assertThat(one.held || one.paused).isFalse();
        assertThat(one.obeyFlow(FlowLevel.HEADERS, 2)).as("a signal under way").isFalse();
        assertThat(one.held).isFalse();
    }

    /** Signals take several links, so an older one may come last, and one may come twice. */
    @Test
    void aSignalThatWasOvertakenIsNotObeyed() {
        assertThat(one.obeyFlow(FlowLevel.PAUSE, 2)).isTrue();
        assertThat(one.obeyFlow(FlowLevel.GO, 1)).isFalse();
        assertThat(one.obeyFlow(FlowLevel.GO, 2)).isFalse();
        assertThat(one.paused && one.held).isTrue();
        assertThat(one.obeyFlow(FlowLevel.HEADERS, Integer.MAX_VALUE)).isTrue();
        assertThat(one.held).isTrue();
        assertThat(one.paused).isFalse();
        assertThat(one.obeyFlow(FlowLevel.GO, Integer.MIN_VALUE)).as("over the wrap").isTrue();
        assertThat(one.obeyFlow(FlowLevel.PAUSE, Integer.MAX_VALUE)).isFalse();
        assertThat(one.held || one.paused).isFalse();
    }
}
