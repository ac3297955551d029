package org.strata.pml.base.match;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.proc.Proc;
import org.strata.opal.counters.Counters;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.IdlePolicy;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.RankSleeper;
import org.strata.opal.time.Clock;
import org.strata.pml.base.PayloadPool;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Order, unknown communicators, freed communicators, and the account of what nobody receives. */
class MatchingTest {
    private static final int LIMIT = 1000;
    private static final int PACKET = 100;
    private static final int TYPE = 3;

    private final Arena arena = Arena.ofConfined();
    private final PayloadPool payloads = new PayloadPool();
    private final Proc[] procs = {
        new Proc(0, "node", 0, true), new Proc(1, "node", 1, true), new Proc(2, "node", 2, true)
    };
    private final FakePeer[] processes = {
        new FakePeer(procs[0]), new FakePeer(procs[1]), new FakePeer(procs[2])
    };
    private final List<String> flow = new ArrayList<>();
    private final List<String> delivered = new ArrayList<>();
    private final List<BtlEndpoint> links = new ArrayList<>();
    private final MatchCounters counters = new MatchCounters();
    private final RankSleeper sleeper = new RankSleeper();
    private final FlowControl flowControl =
            new FlowControl(
                    FlowLimits.perSender(LIMIT, LIMIT),
                    new ProgressEngine(new IdlePolicy(10, 10, false), sleeper),
                    Clock.SYSTEM,
                    this::signal,
                    nanos -> {});

    private static final class FakePeer extends PeerProcess {
        FakePeer(Proc proc) {
            super(proc);
        }
    }

    private static final class From extends BtlEndpoint {
        From(Proc peer) {
            super(peer);
        }
    }

    private Matching matching(int firstSequence) {
        return new Matching(
                this::deliver,
                flowControl,
                new PacketStore(payloads),
                proc -> processes[proc.rank()],
                counters,
                firstSequence);
    }

    private void signal(PeerProcess process, FlowLevel level, int number) {
        flow.add(process.proc.rank() + " " + level + " " + number);
    }

    private void deliver(
            PostedReceive receive,
            MatchPeer peer,
            int type,
            Btl btl,
            BtlEndpoint from,
            long at,
            int length) {
        assertThat(type).isEqualTo(TYPE);
        assertThat(from.peer()).isSameAs(peer.proc);
        links.add(from);
        delivered.add(peer.rank + ":" + MatchHeader.tag(at) + ":" + MatchHeader.sequence(at));
    }

    private CommContext comm(long identity) {
        return new CommContext(identity, 0, procs.clone(), 0);
    }

    private void arrive(Matching matching, long identity, int source, int tag, int sequence) {
        arrive(matching, new From(procs[source]), identity, tag, sequence);
    }

    private void arrive(Matching matching, From from, long identity, int tag, int sequence) {
        long at = Memory.allocate(arena, PACKET, 8);
        MatchHeader.write(at, identity, tag, sequence);
        matching.arrive(TYPE, null, from, at, PACKET);
    }

    private void receive(Matching matching, CommContext context, int source, int tag) {
        TestReceive receive = new TestReceive(0);
        receive.wantedSource = source;
        receive.wantedTag = tag;
        MatchComm comm = Matching.of(context);
        MatchPeer peer = source == Pml.ANY_SOURCE ? null : comm.peer(source);
        if (!matching.deliverKept(receive, comm, peer)) {
            comm.matcher.post(receive, peer);
        }
    }

    @AfterEach
    void close() {
        sleeper.close();
        payloads.close();
        arena.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, Integer.MAX_VALUE - 2, Integer.MAX_VALUE, -3})
    void packetsAreMatchedInTheirSendersOrder(int first) {
        Matching matching = matching(first);
        CommContext world = comm(0);
        matching.add(world);
        for (int i = 0; i < 6; i++) {
            receive(matching, world, 1, Pml.ANY_TAG);
        }
        int[] arrivals = {3, 3, 0, 2, 0, 3, 1, 5, 4, 3};
        for (int i : arrivals) {
            arrive(matching, 0, 1, i, first + i);
        }
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            expected.add("1:" + i + ":" + (first + i));
        }
        assertThat(delivered).isEqualTo(expected);
        assertThat(counters.duplicates()).isEqualTo(4);
        assertThat(Matching.of(world).peer(1).hasEarly()).as("none is left").isFalse();
    }

    @Test
    void unexpectedMessagesAskTheirSenderToPauseAndThenToGoOn() {
        Matching matching = matching(0);
        CommContext world = comm(0);
        matching.add(world);
        for (int i = 0; i < 8; i++) {
            arrive(matching, 0, 1, 5, i);
        }
        assertThat(flow).as("once, over the limit").containsExactly("1 PAUSE 1");
        for (int i = 0; i < 8; i++) {
            receive(matching, world, Pml.ANY_SOURCE, 5);
        }
        assertThat(flow).as("once, at half of it").containsExactly("1 PAUSE 1", "1 GO 2");
        assertThat(delivered).hasSize(8);
        assertThat(processes[1].keptBytes).isZero();
    }

    @Test
    void packetsForAnUnknownCommunicatorWaitForItAndCount() {
        Matching matching = matching(0);
        for (int i = 0; i < 8; i++) {
            arrive(matching, 300, 2, i, i);
        }
        assertThat(flow).containsExactly("2 PAUSE 1");
        CommContext late = comm(300);
        matching.add(late);
        for (int i = 0; i < 8; i++) {
            receive(matching, late, 2, i);
        }
        assertThat(delivered).hasSize(8).startsWith("2:0:0").endsWith("2:7:7");
        assertThat(processes[2].keptBytes).isZero();
        assertThat(flow).last().isEqualTo("2 GO " + flow.size());
    }

    @Test
    void aFreedCommunicatorGivesBackWhatNobodyReceived() {
        Matching matching = matching(0);
        for (int round = 0; round < 50; round++) {
            CommContext context = comm(7 + round);
            matching.add(context);
            for (int i = 0; i < 8; i++) {
                int tag = i % 2 == 0 ? i : -100 - i;
                arrive(matching, 7 + round, 1, tag, i);
            }
            arrive(matching, 7 + round, 2, 1, 3);
            matching.remove(context);
            assertThat(processes[1].keptBytes).isZero();
            assertThat(processes[2].keptBytes).isZero();
        }
        assertThat(flow).last().asString().startsWith("1 GO");
        CommContext next = comm(57);
        matching.add(next);
        receive(matching, next, Pml.ANY_SOURCE, Pml.ANY_TAG);
        assertThat(delivered).as("old messages").isEmpty();
    }

    /** A late packet of a freed communicator is nobody's, and takes no memory. */
    @Test
    void latePacketsOfAFreedCommunicatorAreDropped() {
        Matching matching = matching(0);
        CommContext before = comm(7);
        matching.add(before);
        receive(matching, before, 1, 5);
        arrive(matching, 7, 1, 5, 0);
        matching.remove(before);
        CommContext after = comm(8);
        matching.add(after);
        for (int i = 0; i < 100; i++) {
            arrive(matching, 7, 1, 5, i);
            arrive(matching, 7, 2, 5, i);
        }
        receive(matching, after, Pml.ANY_SOURCE, Pml.ANY_TAG);
        assertThat(delivered).containsExactly("1:5:0");
        assertThat(processes[1].keptBytes).isZero();
        assertThat(processes[2].keptBytes).isZero();
        assertThat(flow).isEmpty();
    }

    /** Who is no member of a communicator puts nothing into its queues. */
    @Test
    void packetsOfAProcessThatIsNoMemberAreDropped() {
        Matching matching = matching(0);
        CommContext pair = new CommContext(7, 0, new Proc[] {procs[0], procs[1]}, 0);
        matching.add(pair);
        receive(matching, pair, Pml.ANY_SOURCE, Pml.ANY_TAG);
        arrive(matching, 7, 2, 5, 0);
        assertThat(delivered).isEmpty();
        arrive(matching, 7, 1, 5, 0);
        assertThat(delivered).containsExactly("1:5:0");
    }

    /** Packets of many communicators arrive over one link, some of which are freed meanwhile. */
    @Test
    void aLinkBringsPacketsOfManyCommunicators() {
        Matching matching = matching(0);
        From link = new From(procs[1]);
        Random random = new Random(1);
        List<CommContext> live = new ArrayList<>();
        Map<Long, Integer> sent = new HashMap<>();
        for (long step = 0; step < 5000; step++) {
            if (live.size() < 20 || random.nextInt(10) == 0) {
                CommContext made = comm(step << 32 | random.nextInt(3));
                live.add(made);
                matching.add(made);
            }
            CommContext one = live.get(random.nextInt(live.size()));
            receive(matching, one, 1, Pml.ANY_TAG);
            int number = sent.merge(one.identity(), 1, Integer::sum) - 1;
            arrive(matching, link, one.identity(), 9, number);
            assertThat(delivered).last().isEqualTo("1:9:" + number);
            if (random.nextInt(10) == 0) {
                live.remove(one);
                matching.remove(one);
            }
        }
        assertThat(delivered).hasSize(5000);
        assertThat(counters.duplicates()).isZero();
    }

    /** The next packets take the places of those that a freed communicator had kept. */
    @Test
    void aFreedCommunicatorFreesTheMemoryOfItsPackets() {
        Matching matching = matching(0);
        Set<Long> places = new HashSet<>();
        for (int round = 0; round < 50; round++) {
            CommContext context = comm(7 + round);
            matching.add(context);
            arrive(matching, 7 + round, 1, 5, 1);
            arrive(matching, 7 + round, 2, 5, 0);
            places.add(matching.find(2, 5, Matching.of(context)).packet);
            matching.remove(context);
        }
        assertThat(places).as("places of the last of two packets").hasSizeLessThanOrEqualTo(2);
    }

    /** What tools read: messages before their receive, early, doubled and stray packets. */
    @Test
    void whatComesTooEarlyOrForNobodyIsCounted() {
        Counters published = new Counters();
        counters.publish(published, "pml_");
        Matching matching = matching(0);
        CommContext world = comm(0);
        matching.add(world);
        receive(matching, world, 1, Pml.ANY_TAG);
        arrive(matching, 0, 1, 5, 0);
        assertThat(published.read().values()).as("a receive was posted").containsOnly(0L);
        for (int sequence : new int[] {1, 2, 4, 5, 6, 4}) {
            arrive(matching, 0, 1, 5, sequence);
        }
        CommContext freed = comm(7);
        matching.add(freed);
        matching.remove(freed);
        for (int i = 0; i < 4; i++) {
            arrive(matching, 7, 2, 5, i);
        }
        assertThat(published.read())
                .containsEntry("pml_unexpected", 2L)
                .containsEntry("pml_unexpected_bytes", 2L * PACKET)
                .containsEntry("pml_out_of_sequence", 3L)
                .containsEntry("pml_strays", 4L);
        arrive(matching, 0, 1, 5, 3);
        assertThat(counters.duplicates()).isEqualTo(1);
        assertThat(published.read())
                .as("the early ones are unexpected now")
                .containsEntry("pml_unexpected", 6L)
                .containsEntry("pml_unexpected_bytes", 6L * PACKET)
                .containsEntry("pml_out_of_sequence", 3L);
    }

    /** The account of flow control is that of the memory: whole units, the header among them. */
    @Test
    void aKeptPacketTakesWholeUnits() {
        int unit = (int) PayloadPool.UNIT;
        int full = (-PacketRecord.HEADER & (unit - 1)) + unit;
        long taken = (long) PacketRecord.HEADER + full;
        assertThat(PacketStore.taken(full)).isEqualTo(taken);
        assertThat(PacketStore.taken(full + 1)).isEqualTo(taken + unit);
        assertThat(PacketStore.taken(full - 1)).isEqualTo(taken);
        assertThat(PacketStore.taken(full - unit + 1)).isEqualTo(taken);
        assertThat(PacketStore.taken(full - unit)).isEqualTo(taken - unit);
    }

    /** Messages of several links that wait, some of which came before their turn. */
    @Test
    void aKeptMessageKnowsTheLinkThatItCameOver() {
        Matching matching = matching(0);
        CommContext world = comm(0);
        matching.add(world);
        From[] own = {
            new From(procs[1]), new From(procs[2]), new From(procs[1]), new From(procs[2])
        };
        for (int round = 0; round < 3; round++) {
            for (int sequence : new int[] {1, 0}) {
                for (From link : own) {
                    int half = link == own[0] || link == own[1] ? 0 : 1;
                    arrive(matching, link, 0, half, 4 * round + 2 * sequence + half);
                }
            }
            links.clear();
            for (int i = 0; i < 4; i++) {
                receive(matching, world, 1, Pml.ANY_TAG);
                receive(matching, world, 2, Pml.ANY_TAG);
            }
            assertThat(links)
                    .containsExactly(
                            own[0], own[1], own[2], own[3], own[0], own[1], own[2], own[3]);
        }
    }

    /** What a report says of messages that nobody receives. */
    @Test
    void keptMessagesAreDescribed() {
        Matching matching = matching(0);
        CommContext world = comm(0);
        matching.add(world);
        world.setName("MPI_COMM_WORLD");
        for (int i = 0; i < 5; i++) {
            arrive(matching, 0, 1, i < 3 ? 5 : 0, i);
        }
        arrive(matching, 0, 2, -50, 0);
        arrive(matching, 0, 2, -60, 1);
        arrive(matching, 300, 2, 1, 0);
        assertThat(matching.describeKept())
                .containsExactly(
                        "2.0 KiB in 7 messages, of which",
                        "768 bytes in 3 messages of rank 1 with tag 5 on MPI_COMM_WORLD",
                        "512 bytes in 2 messages of rank 1 with tag 0 on MPI_COMM_WORLD",
                        "512 bytes in 2 messages of rank 2 of collective operations on"
                                + " MPI_COMM_WORLD",
                        "256 bytes on communicators that it has not created yet");
        assertThat(flowControl.held()).containsExactly(1);
    }

    /** One kind needs no sum; of many the largest are named, and the others are one line. */
    @Test
    void aReportOfOneKindIsOneLineAndOneOfManyIsBound() {
        Matching matching = matching(0);
        CommContext world = comm(0);
        matching.add(world);
        world.setName("MPI_COMM_WORLD");
        assertThat(matching.describeKept()).isEmpty();
        arrive(matching, 0, 1, 5, 0);
        assertThat(matching.describeKept())
                .containsExactly("256 bytes in 1 message of rank 1 with tag 5 on MPI_COMM_WORLD");
        for (int i = 1; i < 40; i++) {
            arrive(matching, 0, 1, 5 + i, i);
        }
        List<String> lines = matching.describeKept();
        assertThat(lines).first().isEqualTo("10.0 KiB in 40 messages, of which");
        assertThat(lines).last().asString().endsWith(" of other senders and tags");
        int named = lines.size() - 2;
        assertThat(lines).last().asString().contains(" in " + (40 - named) + " messages");
    }

    /** Tag 0 is a tag as any other; those below it are of collective operations, and not "any". */
    @Test
    void anyTagTakesEveryMessageOfTheProgramOnce() {
        Matching matching = matching(0);
        CommContext world = comm(0);
        matching.add(world);
        int[] tags = {0, -50, 0, 7, -51, 0};
        for (int i = 0; i < tags.length; i++) {
            arrive(matching, 0, 1, tags[i], i);
        }
        for (int i = 0; i < 4; i++) {
            receive(matching, world, Pml.ANY_SOURCE, Pml.ANY_TAG);
        }
        assertThat(delivered).containsExactly("1:0:0", "1:0:2", "1:7:3", "1:0:5");
        receive(matching, world, 1, -51);
        receive(matching, world, Pml.ANY_SOURCE, -50);
        assertThat(delivered).endsWith("1:-51:4", "1:-50:1");
        arrive(matching, 0, 1, 0, 6);
        receive(matching, world, Pml.ANY_SOURCE, 0);
        assertThat(delivered).hasSize(7).last().isEqualTo("1:0:6");
        assertThat(processes[1].keptBytes).isZero();
    }

    @Test
    void receivesOfALostProcessAreFoundInEveryCommunicator() {
        Matching matching = matching(0);
        CommContext one = comm(0);
        CommContext other = comm(40);
        matching.add(one);
        matching.add(other);
        receive(matching, one, 1, 3);
        receive(matching, one, 2, 3);
        receive(matching, other, 1, Pml.ANY_TAG);
        receive(matching, other, Pml.ANY_SOURCE, 3);
        assertThat(matching.removePostedFor(procs[1])).isNotNull();
        assertThat(matching.removePostedFor(procs[1])).isNotNull();
        assertThat(matching.removePostedFor(procs[1])).isNull();
        assertThat(matching.removePostedFor(procs[2])).isNotNull();
    }

    /** What a blocking receive may take off the link itself: nothing else comes first. */
    @Test
    void aReceiveIsNextUnlessMessagesOrReceivesComeBefore() {
        Matching matching = matching(0);
        CommContext context = comm(5);
        matching.add(context);
        MatchPeer peer = Matching.of(context).peer(1);
        assertThat(Matching.isNext(peer, 7)).isTrue();
        arrive(matching, 5, 1, 6, 1);
        assertThat(Matching.isNext(peer, 7)).as("the one behind it has come").isFalse();
        arrive(matching, 5, 1, 7, 0);
        assertThat(Matching.isNext(peer, 7)).as("it has come").isFalse();
        assertThat(Matching.isNext(peer, 8)).as("another tag").isTrue();
        receive(matching, context, 1, 7);
        receive(matching, context, 1, 6);
        assertThat(delivered).containsExactly("1:7:0", "1:6:1");
        int sequence = 2;
        for (int source : new int[] {1, Pml.ANY_SOURCE}) {
            for (int tag : new int[] {7, Pml.ANY_TAG}) {
                assertThat(Matching.isNext(peer, 7)).isTrue();
                receive(matching, context, source, tag);
                assertThat(Matching.isNext(peer, 7)).as("an older receive").isFalse();
                arrive(matching, 5, 1, 7, sequence++);
            }
        }
        assertThat(Matching.isNext(peer, 7)).isTrue();
        assertThat(delivered).hasSize(sequence);
    }

    /** The program may receive them in any order, and probe in between. */
    @Test
    void messagesOfSeveralMatchedProbesAreApart() {
        Matching matching = matching(0);
        CommContext context = comm(5);
        matching.add(context);
        MatchComm comm = Matching.of(context);
        for (int round = 0; round < 3; round++) {
            delivered.clear();
            for (int tag = 0; tag < 3; tag++) {
                arrive(matching, 5, 1, tag, 3 * round + tag);
            }
            List<Unexpected> removed = new ArrayList<>();
            for (int tag = 0; tag < 3; tag++) {
                removed.add(matching.remove(matching.find(1, tag, comm)));
            }
            for (int tag = 2; tag >= 0; tag--) {
                assertThat(removed.get(tag).tag).isEqualTo(tag);
                matching.deliver(new TestReceive(0), removed.get(tag));
            }
            int first = 3 * round;
            assertThat(delivered)
                    .containsExactly("1:2:" + (first + 2), "1:1:" + (first + 1), "1:0:" + first);
        }
        assertThat(flowControl.bytes()).isZero();
    }

    /** A report to people: some kinds of messages, and how many each are. */
    @Test
    void theFirstKindsOfKeptMessagesAreCountedWhole() {
        Matching matching = matching(0);
        CommContext context = comm(5);
        matching.add(context);
        for (int i = 0; i < 36; i++) {
            arrive(matching, 5, 1, i % 12, i);
        }
        arrive(matching, 5, 2, -50, 0);
        assertThat(MatchComm.kept(context))
                .hasSize(8)
                .allSatisfy(kind -> {
                    assertThat(kind.rank()).isEqualTo(1);
                    assertThat(kind.tag()).isBetween(0, 11);
                    assertThat(kind.bytes()).isEqualTo(PACKET);
                    assertThat(kind.count()).isEqualTo(3);
                })
                .doesNotHaveDuplicates();
    }

    /** For MPI_T: what waits, by the peer's rank in the communicator. */
    @Test
    void whatWaitsIsCountedByPeer() {
        Matching matching = matching(0);
        CommContext context = comm(5);
        matching.add(context);
        for (int i = 0; i < 3; i++) {
            arrive(matching, 5, 2, i, i);
        }
        receive(matching, context, 1, 7);
        receive(matching, context, 1, 7);
        assertThat(queued(context)).as("receives alone").isEqualTo("[0, 0, 3] [0, 2, 0]");
        receive(matching, context, 1, Pml.ANY_TAG);
        receive(matching, context, 1, 8);
        receive(matching, context, Pml.ANY_SOURCE, 8);
        assertThat(queued(context)).isEqualTo("[0, 0, 3] [0, 4, 0]");
        arrive(matching, 5, 1, 8, 0);
        receive(matching, context, 2, 1);
        assertThat(queued(context)).isEqualTo("[0, 0, 2] [0, 3, 0]");
    }

    private static String queued(CommContext context) {
        long[] unexpected = new long[3];
        long[] posted = new long[3];
        MatchComm.countQueued(context, unexpected, posted);
        return Arrays.toString(unexpected) + " " + Arrays.toString(posted);
    }
}
