package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Part of {@link PmlContract}: which receive gets which message (MPI 3.1 §3.5, §3.2.4). */
abstract class PmlMatchingContract extends PmlFixture {
    /** Sizes that mix all protocols, so that small messages could overtake large ones. */
    static int mixedSize(int index) {
        return switch (index % 5) {
            case 0 -> LARGE + index;
            case 1 -> SMALL + index;
            case 2 -> 0;
            case 3 -> 5000 + index;
            default -> 700 + index;
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void messagesOfOneSourceAndTagDoNotOvertake(boolean receivesFirst) {
        Two two = new Two();
        int messages = 40;
        List<PmlRequest> sends = new ArrayList<>();
        List<PmlRequest> receives = new ArrayList<>();
        List<Buffer> buffers = new ArrayList<>();
        if (receivesFirst) {
            post(two, messages, receives, buffers);
            two.settle();
        }
        for (int i = 0; i < messages; i++) {
            sends.add(two.isend(mixedSize(i), 7, i));
        }
        if (!receivesFirst) {
            two.settle();
            post(two, messages, receives, buffers);
        }
        for (int i = 0; i < messages; i++) {
            String what = "message " + i;
            PmlStatus status = two.succeed(what, receives.get(i));
            assertThat(status.bytes).as(what).isEqualTo(mixedSize(i));
            buffers.get(i).verify(what, mixedSize(i), i);
        }
        sends.forEach(send -> two.succeed("send", send));
    }

    private void post(Two two, int messages, List<PmlRequest> receives, List<Buffer> buffers) {
        for (int i = 0; i < messages; i++) {
            buffers.add(new Buffer(LARGE + messages));
            Buffer buffer = buffers.get(i);
            receives.add(two.b.irecv(buffer.address, buffer.bytes, 0, 7));
        }
    }

    @Test
    void tagSelectsTheReceive() {
        Two two = new Two();
        List<PmlRequest> receives = new ArrayList<>();
        for (int tag = 0; tag < 10; tag++) {
            receives.add(two.b.irecv(memory.allocate(8), 8, 0, tag));
        }
        for (int tag = 9; tag >= 0; tag--) {
            two.succeed("send", two.isend(tag == 0 ? 0 : 1 + tag % 7, tag, tag));
            PmlStatus status = two.succeed("receive of tag " + tag, receives.get(tag));
            assertThat(status.tag).isEqualTo(tag);
            assertThat(status.source).isZero();
        }
    }

    @Test
    void unexpectedMessagesAreFoundByTagInAnyOrder() {
        Two two = new Two();
        List<PmlRequest> sends = new ArrayList<>();
        int messages = 300;
        for (int tag = 0; tag < messages; tag++) {
            sends.add(two.isend(16, tag, tag));
        }
        two.settle();
        List<Integer> order = new ArrayList<>();
        for (int tag = 0; tag < messages; tag++) {
            order.add(tag);
        }
        Collections.shuffle(order, seed.random());
        for (int tag : order) {
            Buffer buffer = new Buffer(16);
            two.succeed("receive", two.b.irecv(buffer.address, 16, 0, tag));
            buffer.verify("tag " + tag, 16, tag);
        }
        sends.forEach(send -> two.succeed("send", send));
    }

    @Test
    void extremeTagsWork() {
        Two two = new Two();
        int max = two.a.pml().maxTag();
        assertThat(max).as("MPI_TAG_UB").isGreaterThanOrEqualTo(32_767);
        for (int tag : new int[] {0, 32_767, max}) {
            PmlRequest receive = two.b.irecv(memory.allocate(8), 8, 0, tag);
            two.succeed("send", two.isend(8, tag, 1));
            assertThat(two.succeed("receive", receive).tag).isEqualTo(tag);
        }
    }

    @Test
    void anyTagTakesTheOldestMessageOfTheSource() {
        Two two = new Two();
        List<PmlRequest> sends = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            sends.add(two.isend(mixedSize(i), 100 - i, i));
        }
        two.settle();
        for (int i = 0; i < 20; i++) {
            Buffer buffer = new Buffer(LARGE + 20);
            PmlStatus status =
                    two.succeed(
                            "receive", two.b.irecv(buffer.address, buffer.bytes, 0, Pml.ANY_TAG));
            assertThat(status.tag).isEqualTo(100 - i);
            buffer.verify("message " + i, mixedSize(i), i);
        }
        sends.forEach(send -> two.succeed("send", send));
    }

    @Test
    void olderReceiveWinsWhetherWildOrNot() {
        Two two = new Two();
        PmlRequest wild = two.b.irecv(memory.allocate(64), 64, Pml.ANY_SOURCE, Pml.ANY_TAG);
        PmlRequest exact = two.b.irecv(memory.allocate(64), 64, 0, 5);
        PmlRequest wildTag = two.b.irecv(memory.allocate(64), 64, 0, Pml.ANY_TAG);
        PmlRequest wildSource = two.b.irecv(memory.allocate(64), 64, Pml.ANY_SOURCE, 5);
        for (int i = 1; i <= 4; i++) {
            two.succeed("send", two.isend(i, 5, i));
        }
        assertThat(two.succeed("first", wild).bytes).isEqualTo(1);
        assertThat(two.succeed("second", exact).bytes).isEqualTo(2);
        assertThat(two.succeed("third", wildTag).bytes).isEqualTo(3);
        assertThat(two.succeed("fourth", wildSource).bytes).isEqualTo(4);
    }

    @Test
    void anySourceGetsEveryoneAndKeepsEachInOrder() {
        List<PmlStation> all = stations(4);
        FakeJob job = all.get(0).rank().job();
        List<PmlRequest> requests = new ArrayList<>();
        int each = 15;
        for (int i = 0; i < each; i++) {
            for (int sender = 1; sender < 4; sender++) {
                long data = memory.pattern(mixedSize(i), 100L * sender + i);
                requests.add(all.get(sender).isend(data, mixedSize(i), 0, 3));
            }
        }
        int[] next = new int[4];
        for (int i = 0; i < 3 * each; i++) {
            Buffer buffer = new Buffer(LARGE + each);
            PmlRequest receive = all.get(0).irecv(buffer.address, buffer.bytes, Pml.ANY_SOURCE, 3);
            PmlStatus status = finish(job, "receive " + i, receive);
            int index = next[status.source]++;
            assertThat(status.bytes).isEqualTo(mixedSize(index));
            buffer.verify("from any", mixedSize(index), 100L * status.source + index);
        }
        requests.forEach(request -> finish(job, "send", request));
        assertThat(next).containsExactly(0, each, each, each);
    }

    /** Tags below 0 are the collectives': wildcards do not see them, exact receives do. */
    @Test
    void anyTagLeavesInternalTagsAlone() {
        Two two = new Two();
        PmlRequest wild = two.b.irecv(memory.allocate(64), 64, Pml.ANY_SOURCE, Pml.ANY_TAG);
        PmlRequest internal = two.isend(1, -17, 1);
        PmlRequest user = two.isend(2, 4, 1);
        assertThat(two.succeed("wildcard", wild).bytes).isEqualTo(2);
        assertThat(two.b.iprobe(Pml.ANY_SOURCE, Pml.ANY_TAG, null)).isFalse();
        PmlRequest exact = two.b.irecv(memory.allocate(64), 64, 0, -17);
        assertThat(two.succeed("internal", exact).tag).isEqualTo(-17);
        two.succeed("send", internal);
        two.succeed("send", user);
    }

    @Test
    void communicatorsAreIsolated() {
        Two two = new Two();
        CommContext ofA = two.a.add(two.a.comm(9, 0, 1));
        CommContext ofB = two.b.add(two.b.comm(9, 0, 1));
        long data = memory.pattern(16, 1);
        PmlRequest inWorld = two.b.irecv(memory.allocate(16), 16, Pml.ANY_SOURCE, Pml.ANY_TAG);
        PmlRequest apart = two.a.isend(data, 1, 1, 2, SendMode.STANDARD, ofA);
        two.settle();
        assertThat(inWorld.isDone()).as("a receive of another communicator").isFalse();
        assertThat(two.b.iprobe(0, 2, null)).isFalse();
        PmlRequest inOther = two.b.irecv(memory.allocate(16), 16, 0, 2, ofB);
        assertThat(two.succeed("other", inOther).bytes).isEqualTo(1);
        two.succeed("send", apart);
        two.succeed("send", two.a.isend(data, 2, 1, 2));
        assertThat(two.succeed("world", inWorld).bytes).isEqualTo(2);
    }

    @Test
    void ranksAreThoseOfTheCommunicator() {
        List<PmlStation> all = stations(3);
        FakeJob job = all.get(0).rank().job();
        List<CommContext> comms = new ArrayList<>();
        all.forEach(station -> comms.add(station.add(station.comm(5, 2, 0, 1))));
        for (PmlStation receiver : all) {
            int own = receiver.rank().rank();
            for (PmlStation sender : all) {
                int source = comms.get(sender.rank().rank()).rank();
                PmlRequest receive =
                        receiver.irecv(memory.allocate(8), 8, source, 1, comms.get(own));
                PmlRequest send =
                        sender.isend(
                                memory.allocate(8),
                                8,
                                comms.get(own).rank(),
                                1,
                                SendMode.STANDARD,
                                comms.get(sender.rank().rank()));
                assertThat(finish(job, "receive", receive).source).isEqualTo(source);
                finish(job, "send", send);
            }
        }
    }

    @Test
    void messagesForACommunicatorMayComeBeforeIt() {
        Two two = new Two();
        CommContext ofA = two.a.add(two.a.comm(33, 0, 1));
        List<PmlRequest> sends = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            long data = memory.pattern(mixedSize(i), i);
            sends.add(two.a.isend(data, mixedSize(i), 1, 8, SendMode.STANDARD, ofA));
        }
        two.settle();
        CommContext ofB = two.b.add(two.b.comm(33, 0, 1));
        for (int i = 0; i < 10; i++) {
            Buffer buffer = new Buffer(LARGE + 10);
            two.succeed("receive", two.b.irecv(buffer.address, buffer.bytes, 0, 8, ofB));
            buffer.verify("early message " + i, mixedSize(i), i);
        }
        sends.forEach(send -> two.succeed("send", send));
    }

    @Test
    void communicatorsComeAndGo() {
        Two two = new Two();
        for (int round = 0; round < 5; round++) {
            CommContext ofA = two.a.add(two.a.comm(12 + round, 0, 1));
            CommContext ofB = two.b.add(two.b.comm(12 + round, 0, 1));
            Buffer buffer = new Buffer(SMALL);
            long data = memory.pattern(SMALL, round);
            PmlRequest send = two.a.isend(data, SMALL, 1, 0, SendMode.STANDARD, ofA);
            two.succeed("receive", two.b.irecv(buffer.address, SMALL, 0, 0, ofB));
            two.succeed("send", send);
            buffer.verify("round " + round, SMALL, round);
            two.a.pml().removeComm(ofA);
            two.b.pml().removeComm(ofB);
        }
    }

    /**
     * With one sender, which message meets which receive does not depend on timing: the oldest
     * receive that accepts it, the oldest message that fits it. Random programs against that model.
     */
    @Test
    void randomProgramsMatchAsTheStandardSays() {
        Random random = seed.random();
        for (int program = 0; program < 12; program++) {
            randomProgram(random);
        }
    }

    private void randomProgram(Random random) {
        Two two = new Two();
        List<int[]> waiting = new ArrayList<>();
        List<PmlRequest> sends = new ArrayList<>();
        List<PmlRequest> receives = new ArrayList<>();
        List<Buffer> buffers = new ArrayList<>();
        List<Integer> wanted = new ArrayList<>();
        int[] expected = new int[400];
        java.util.Arrays.fill(expected, -1);
        for (int i = 0; i < 200; i++) {
            if (random.nextInt(10) == 0) {
                two.job.progressTimes(random.nextInt(20));
            }
            if (random.nextBoolean()) {
                int tag = random.nextInt(4);
                int number = sends.size();
                sends.add(two.isend(mixedSize(number % 5 == 0 ? 1 : number), tag, number));
                int taker = firstOpen(wanted, expected, tag);
                if (taker >= 0) {
                    expected[taker] = number;
                } else {
                    waiting.add(new int[] {number, tag});
                }
            } else {
                int tag = random.nextInt(5) - 1;
                Buffer buffer = new Buffer(6000);
                buffers.add(buffer);
                int source = random.nextBoolean() ? 0 : Pml.ANY_SOURCE;
                receives.add(two.b.irecv(buffer.address, buffer.bytes, source, tag));
                wanted.add(tag);
                for (int[] message : waiting) {
                    if (tag == Pml.ANY_TAG || tag == message[1]) {
                        expected[receives.size() - 1] = message[0];
                        waiting.remove(message);
                        break;
                    }
                }
            }
        }
        for (int i = 0; i < receives.size(); i++) {
            if (expected[i] < 0) {
                receives.get(i).cancel();
                assertThat(two.finish("cancelled", receives.get(i)).cancelled).isTrue();
            } else {
                int bytes = (int) two.succeed("receive " + i, receives.get(i)).bytes;
                buffers.get(i).verify("receive " + i, bytes, expected[i]);
            }
        }
        drain(two, waiting, sends);
    }

    private static int firstOpen(List<Integer> wanted, int[] expected, int tag) {
        for (int i = 0; i < wanted.size(); i++) {
            if (expected[i] < 0 && (wanted.get(i) == Pml.ANY_TAG || wanted.get(i) == tag)) {
                return i;
            }
        }
        return -1;
    }

    private void drain(Two two, List<int[]> waiting, List<PmlRequest> sends) {
        long sink = memory.allocate(6000);
        for (int[] message : waiting) {
            PmlStatus status = two.succeed("rest", two.b.irecv(sink, 6000, 0, message[1]));
            NativeBuffers.verify("rest", sink, status.bytes, message[0]);
        }
        sends.forEach(send -> two.succeed("send", send));
    }
}
