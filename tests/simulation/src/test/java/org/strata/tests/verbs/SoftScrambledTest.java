package org.strata.tests.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.memory.Memory;
import org.strata.testkit.verbs.VerbsSide;
import org.strata.verbs.Gid;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QueuePair;
import org.strata.verbs.SendFlags;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The software HCA with delivery {@code scrambled} is as disorderly as it says, or tests over it
 * would prove nothing: who polls between two pieces sees every disorder there may be. It loses
 * nothing, whichever way it moves the bytes, and a seed repeats it.
 */
final class SoftScrambledTest {
    private static final int ACCESS = 15;
    private static final int WRITES = 300;
    private static final int MOST_POLLS = 1_000_000;
    private static final long STEP_NANOS = 10_000;

    /** What a reader can see before the completion. */
    private enum Sight {
        LAST_BYTE_EARLY,
        LAST_BYTE_FIRST,
        TORN_WORD,
        NOTHING_YET
    }

    @TempDir Path directory;

    private final long[] time = {0};
    private final Arena arena = Arena.ofConfined();
    private final WorkCompletions wcs = new WorkCompletions(arena, 4);
    private final List<VerbsSide> sides = new ArrayList<>();

    @AfterEach
    void close() {
        sides.reversed().forEach(VerbsSide::close);
        arena.close();
    }

    private VerbsSide open(SoftFabric fabric, long seed) {
        SoftConfig config =
                SoftConfig.defaults()
                        .withRegistration(0, SoftConfig.Pin.OFF)
                        .withSegments(directory.toString(), 64 << 20)
                        .withDelivery(new SoftConfig.DeliveryOrder(true, seed));
        VerbsSide side = new VerbsSide(new SoftProvider(config, fabric, n -> {}).open("soft0"));
        sides.add(side);
        return side;
    }

    private static void connect(QueuePair qp, VerbsSide to, QueuePair peer) {
        Gid gid = to.context.gid(1, 0);
        qp.modify(QpAttributes.toInit(1, ACCESS));
        qp.modify(QpAttributes.toRtr(peer.number(), 0, gid, 0, 0).minRnrTimer(1));
        qp.modify(QpAttributes.toRts(0).timeout(8).retry(7).rnrRetry(7));
    }

    /** Writes again and again from one side to another; returns what was seen, poll by poll. */
    private List<Sight> run(SoftFabric fabric, long seed, int length) {
        VerbsSide a = open(fabric, seed);
        VerbsSide b = open(fabric, seed);
        QueuePair qa = a.rc();
        QueuePair qb = b.rc();
        connect(qa, b, qb);
        connect(qb, a, qa);
        List<Sight> seen = new ArrayList<>();
        for (int round = 1; round <= WRITES; round++) {
            for (int i = 0; i < length; i++) {
                Memory.putByte(a.at(i), (byte) round);
            }
            a.send.remote(b.at(0), b.region.rkey());
            a.postSend(qa, round, WrOpcode.RDMA_WRITE, SendFlags.SIGNALED, 0, length);
            await(a, b, (byte) round, length, seen);
            for (int i = 0; i < length; i++) {
                assertThat(Memory.getByte(b.at(i))).as("byte %d", i).isEqualTo((byte) round);
            }
        }
        return seen;
    }

    private void await(VerbsSide a, VerbsSide b, byte value, int length, List<Sight> seen) {
        for (int polls = 0; a.sendCq.poll(wcs, 1) == 0; polls++) {
            assertThat(polls).as("polls").isLessThan(MOST_POLLS);
            look(b, value, length, seen);
            b.sendCq.poll(wcs, 0);
            time[0] += STEP_NANOS;
        }
        assertThat(wcs.status(0)).isEqualTo(WcStatus.SUCCESS);
    }

    private static void look(VerbsSide b, byte value, int length, List<Sight> seen) {
        int there = 0;
        int inLastWord = 0;
        for (int i = 0; i < length; i++) {
            int one = Memory.getByte(b.at(i)) == value ? 1 : 0;
            there += one;
            inLastWord += i >= length - Long.BYTES ? one : 0;
        }
        boolean last = Memory.getByte(b.at(length - 1)) == value;
        if (there == 0) {
            seen.add(Sight.NOTHING_YET);
        } else if (there < length && last) {
            seen.add(there <= Long.BYTES ? Sight.LAST_BYTE_FIRST : Sight.LAST_BYTE_EARLY);
        }
        if (inLastWord > 0 && inLastWord < Long.BYTES) {
            seen.add(Sight.TORN_WORD);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {24, 64, 72, 200, 4096})
    void aReaderSeesEveryDisorder(int length) {
        List<Sight> seen = run(SoftFabric.inProcess(() -> time[0], FaultPlan.NONE), 5, length);
        assertThat(seen).contains(Sight.LAST_BYTE_EARLY, Sight.LAST_BYTE_FIRST, Sight.TORN_WORD);
        assertThat(seen.stream().filter(sight -> sight == Sight.LAST_BYTE_EARLY).count())
                .as("of %d writes", WRITES)
                .isGreaterThan(WRITES / 10);
    }

    @Test
    void aSeedRepeatsItAndAnotherOneDoesNot() {
        List<Sight> first = run(SoftFabric.inProcess(() -> time[0], FaultPlan.NONE), 5, 72);
        List<Sight> again = run(SoftFabric.inProcess(() -> time[0], FaultPlan.NONE), 5, 72);
        List<Sight> other = run(SoftFabric.inProcess(() -> time[0], FaultPlan.NONE), 6, 72);
        assertThat(again).isEqualTo(first);
        assertThat(other).isNotEqualTo(first);
    }

    /** By plain copies, by the kernel, and with the owner's help. */
    @ParameterizedTest
    @EnumSource(SoftFabric.Reach.class)
    void nothingIsLostWhateverMovesTheBytes(SoftFabric.Reach reach) {
        assertThat(run(SoftFabric.onHost(directory, "scrambled", reach), 5, 200))
                .contains(Sight.LAST_BYTE_EARLY);
    }

    @Test
    void messagesArriveWhole() {
        SoftFabric fabric = SoftFabric.inProcess(() -> time[0], FaultPlan.NONE);
        VerbsSide a = open(fabric, 5);
        VerbsSide b = open(fabric, 5);
        QueuePair qa = a.rc();
        QueuePair qb = b.rc();
        connect(qa, b, qb);
        connect(qb, a, qa);
        for (int round = 0; round < WRITES; round++) {
            int length = 1 + round % 97;
            for (int i = 0; i < length; i++) {
                Memory.putByte(a.at(i), (byte) (round + i));
            }
            b.postRecv(qb, round, 512, 128);
            a.postSend(qa, round, WrOpcode.SEND, SendFlags.SIGNALED, 0, length);
            await(a, b, (byte) 0, length, new ArrayList<>());
            assertThat(b.recvCq.poll(wcs, 1)).as("completions").isEqualTo(1);
            assertThat(wcs.byteLength(0)).isEqualTo(length);
            for (int i = 0; i < length; i++) {
                assertThat(Memory.getByte(b.at(512 + i))).isEqualTo((byte) (round + i));
            }
        }
    }
}
