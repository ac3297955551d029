package org.strata.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.bml.r2.R2Bml;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.counters.Counters;
import org.strata.opal.counters.Counters.Counter;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.time.Clock;
import org.strata.pml.base.MessageMemory;
import org.strata.pml.base.Standstill;
import org.strata.pml.ob1.Ob1Component;
import org.strata.pml.ob1.Ob1Config;
import org.strata.testkit.FakeBtlComponent;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.FakeWire;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends to a receiver that keeps as many messages as it may: it gets headers only, and which sends
 * complete once it has room again.
 */
class HeldSendsTest {
    private static final int SHORT = 100;
    private static final int LONG = 5000;
    private static final int FLOOD = 1;

    /** Bytes of unexpected packets that the receiver keeps. */
    private static final int BOUND = 4000;

    private final Arena arena = Arena.ofConfined();
    private final FakeJob job = FakeJob.of(2);
    private final List<Pml> pmls = new ArrayList<>();
    private final List<CommContext> worlds = new ArrayList<>();
    private final List<Counters> counters = List.of(new Counters(), new Counters());

    /** Messages of the flood that are complete. */
    private int flood;

    /** What the sender may use for copies. */
    private long room = MessageMemory.LEAST;

    HeldSendsTest() {
        FakeWire wire = new FakeWire(2, FakeBtlConfig.of(FakeBtlConfig.SEND_ONLY));
        Ob1Config config =
                new Ob1Config(20, 4, 4, 4, 32, "auto", 0, false, BOUND, 2000, false, true, 0);
        MessageMemory memory =
                new MessageMemory() {
                    @Override
                    public long bytes() {
                        return room;
                    }

                    @Override
                    public void onStandstill(Standstill standstill) {}
                };
        for (FakeRank rank : job.ranks()) {
            Pml pml =
                    new Ob1Component(
                                    config,
                                    new R2Bml(
                                            List.of(new FakeBtlComponent(wire, rank)),
                                            rank.proc(rank.rank())),
                                    rank.activeMessages(),
                                    rank.engine(),
                                    counters.get(rank.rank()),
                                    null,
                                    Clock.SYSTEM,
                                    memory)
                            .pml();
            pml.open();
            Proc[] peers = rank.procs().toArray(new Proc[0]);
            CommContext world = new CommContext(0, rank.rank(), peers, rank.rank());
            pml.addComm(world);
            pmls.add(pml);
            worlds.add(world);
        }
    }

    @AfterEach
    void close() {
        pmls.forEach(Pml::close);
        job.close();
        arena.close();
    }

    private Buf filled(int bytes, int content) {
        long at = arena.allocate(bytes, 8).address();
        Memory.all().asSlice(at, bytes).fill((byte) content);
        return new Buf(null, at, bytes, DataLayouts.BYTE);
    }

    private PmlRequest send(int tag, Buf data, SendMode mode) {
        return pmls.get(0).isend(data, 1, tag, mode, worlds.get(0));
    }

    /** Receives a message, which must come. */
    private Buf receive(int tag, int bytes) {
        Buf into = filled(bytes, 0);
        PmlRequest receive = pmls.get(1).ireceive(into, 0, tag, worlds.get(1));
        job.progressUntil("the message", receive::isDone);
        assertThat(receive.error).isEqualTo(Rc.OK);
        assertThat(receive.bytes).isEqualTo(bytes);
        receive.release();
        return into;
    }

    private static byte lastByte(Buf buf) {
        return Memory.getByte(buf.start() + buf.size() - 1);
    }

    /** Polls until the receiver is sure that it waits for something that does not come. */
    private void settle() {
        job.progressTimes(3000);
    }

    private long kept() {
        return counters.get(1).all().stream()
                .filter(one -> one.name().equals("pml_ob1_unexpected_now"))
                .map(Counter::value)
                .findFirst()
                .orElseThrow()
                .getAsLong();
    }

    /** Floods the receiver until one short message does not complete; returns that. */
    private PmlRequest fill() {
        while (flood < 1000) {
            PmlRequest next = send(FLOOD, filled(SHORT, 5), SendMode.STANDARD);
            settle();
            if (!next.isDone()) {
                return next;
            }
            next.release();
            flood++;
        }
        throw new AssertionError("the receiver keeps more than its bound: " + kept());
    }

    private void receiveFlood() {
        while (flood > 0) {
            flood--;
            assertThat(lastByte(receive(FLOOD, SHORT))).isEqualTo((byte) 5);
        }
        settle();
    }

    private void end(PmlRequest request) {
        job.progressUntil("the send", request::isDone);
        assertThat(request.error).isEqualTo(Rc.OK);
        request.release();
    }

    /** Standard sends of short messages are complete without their receives, others are not. */
    @Test
    void whatWouldNotHaveWaitedCompletesWhenThereIsRoomAgain() {
        PmlRequest held = fill();
        Buf reused = filled(SHORT, 6);
        PmlRequest standard = send(2, reused, SendMode.STANDARD);
        PmlRequest synchronous = send(3, filled(SHORT, 7), SendMode.SYNCHRONOUS);
        PmlRequest large = send(4, filled(LONG, 8), SendMode.STANDARD);
        PmlRequest ready = send(6, filled(SHORT, 9), SendMode.READY);
        settle();
        for (PmlRequest each : List.of(held, standard, synchronous, large, ready)) {
            assertThat(each.isDone()).isFalse();
        }
        receiveFlood();
        assertThat(held.isDone() && standard.isDone() && ready.isDone()).as("short").isTrue();
        assertThat(synchronous.isDone()).as("not received yet").isFalse();
        assertThat(large.isDone()).as("not copied").isFalse();
        // The buffer of a complete send is the program's.
        Memory.all().asSlice(reused.start(), SHORT).fill((byte) 66);
        assertThat(lastByte(receive(2, SHORT))).isEqualTo((byte) 6);
        assertThat(lastByte(receive(3, SHORT))).isEqualTo((byte) 7);
        assertThat(lastByte(receive(4, LONG))).isEqualTo((byte) 8);
        assertThat(lastByte(receive(FLOOD, SHORT))).isEqualTo((byte) 5);
        assertThat(lastByte(receive(6, SHORT))).isEqualTo((byte) 9);
        List.of(held, standard, synchronous, large, ready).forEach(this::end);
    }

    /** A header takes as much as a packet without data, however long its message is. */
    @Test
    void aReceiverAtItsBoundGetsNoData() {
        PmlRequest held = fill();
        assertThat(kept()).isBetween((long) BOUND, BOUND + 500L);
        long before = kept();
        PmlRequest large = send(4, filled(LONG, 8), SendMode.STANDARD);
        settle();
        long header = kept() - before;
        assertThat(header).isBetween(1L, 2L * SHORT);
        PmlRequest synchronous = send(3, filled(SHORT, 7), SendMode.SYNCHRONOUS);
        settle();
        assertThat(kept() - before).as("of two headers").isEqualTo(2 * header);
        receiveFlood();
        assertThat(lastByte(receive(3, SHORT))).isEqualTo((byte) 7);
        assertThat(lastByte(receive(4, LONG))).isEqualTo((byte) 8);
        assertThat(lastByte(receive(FLOOD, SHORT))).isEqualTo((byte) 5);
        List.of(held, large, synchronous).forEach(this::end);
        assertThat(kept()).isZero();
    }

    /** A sender without memory for copies goes on with its receives, as synchronous sends do. */
    @Test
    void copiesAtTheSenderAreBoundToo() {
        PmlRequest held = fill();
        settle();
        room = 0;
        receiveFlood();
        assertThat(held.isDone()).as("no room for a copy").isFalse();
        PmlRequest next = send(2, filled(SHORT, 6), SendMode.STANDARD);
        settle();
        assertThat(next.isDone()).as("the receiver has room").isTrue();
        assertThat(lastByte(receive(FLOOD, SHORT))).isEqualTo((byte) 5);
        assertThat(lastByte(receive(2, SHORT))).isEqualTo((byte) 6);
        end(held);
        end(next);
    }
}
