package org.strata.pml.base.match;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.proc.Proc;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.IdlePolicy;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.progress.RankSleeper;
import org.strata.opal.time.Clock;
import org.strata.pml.base.PayloadPool;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/** A blocking call's receive takes its place in the order of posting without being queued. */
class ExpectedReceiveTest {
    private static final int PACKET = 32;

    private final Arena arena = Arena.ofConfined();
    private final PayloadPool payloads = new PayloadPool();
    private final Proc[] procs = {new Proc(0, "node", 0, true), new Proc(1, "node", 1, true)};
    private final PeerProcess process = new PeerProcess(procs[1]) {};
    private final List<PostedReceive> delivered = new ArrayList<>();
    private final CommContext world = new CommContext(0, 0, procs.clone(), 0);
    private final Matching matching =
            new Matching(
                    (receive, peer, type, btl, from, at, length) -> delivered.add(receive),
                    new FlowControl(
                            FlowLimits.perSender(1000, 1000),
                            new ProgressEngine(new IdlePolicy(10, 10, false), new RankSleeper()),
                            Clock.SYSTEM,
                            (to, level, number) -> {},
                            nanos -> {}),
                    new PacketStore(payloads),
                    proc -> process,
                    new MatchCounters(),
                    0);
    private MatchComm comm;
    private int sequence;

    @BeforeEach
    void add() {
        matching.add(world);
        comm = Matching.of(world);
    }

    @AfterEach
    void close() {
        payloads.close();
        arena.close();
    }

    private static PostedReceive receive(int source, int tag) {
        TestReceive receive = new TestReceive(0);
        receive.wantedSource = source;
        receive.wantedTag = tag;
        return receive;
    }

    private PostedReceive posted(int source, int tag) {
        PostedReceive receive = receive(source, tag);
        comm.matcher.post(receive, source == Pml.ANY_SOURCE ? null : comm.peer(source));
        return receive;
    }

    private PostedReceive expected(int tag) {
        return posted(1, tag);
    }

    private void arrive(int tag) {
        long at = Memory.allocate(arena, PACKET, 8);
        MatchHeader.write(at, 0, tag, sequence++);
        matching.arrive(1, null, new BtlEndpoint(procs[1]) {}, at, PACKET);
    }

    @Test
    void isMatchedBeforeYoungerOnes() {
        PostedReceive expected = expected(5);
        PostedReceive younger = posted(1, 5);
        PostedReceive wild = posted(Pml.ANY_SOURCE, Pml.ANY_TAG);
        arrive(5);
        arrive(5);
        arrive(5);
        assertThat(delivered).containsExactly(expected, younger, wild);
    }

    @ParameterizedTest
    @CsvSource({"1,5", "1,-1", "-1,5", "-1,-1"})
    void isMatchedAfterAnOlderOne(int source, int tag) {
        int from = source == 1 ? 1 : Pml.ANY_SOURCE;
        PostedReceive older = posted(from, tag == 5 ? 5 : Pml.ANY_TAG);
        PostedReceive expected = expected(5);
        arrive(5);
        arrive(5);
        assertThat(delivered).containsExactly(older, expected);
    }

    @Test
    void isNotExpectedWhereAMessageIsKeptOrAnOlderReceiveCompetes() {
        arrive(5);
        PostedReceive late = receive(1, 5);
        assertThat(comm.matcher.expect(late, comm.peer(1))).isFalse();
        assertThat(late.withdraw()).isFalse();
        assertThat(matching.deliverKept(late, comm, comm.peer(1))).isTrue();
        PostedReceive wild = posted(Pml.ANY_SOURCE, 5);
        PostedReceive next = receive(1, 5);
        assertThat(comm.matcher.expect(next, comm.peer(1))).isFalse();
        assertThat(comm.matcher.expect(receive(1, Pml.ANY_TAG), comm.peer(1))).isFalse();
        arrive(5);
        assertThat(comm.matcher.expect(next, comm.peer(1))).isTrue();
        arrive(5);
        assertThat(delivered).containsExactly(late, wild, next);
    }

    @Test
    void leavesMessagesWithOtherTagsToOtherReceives() {
        PostedReceive expected = expected(5);
        PostedReceive other = posted(1, 6);
        arrive(6);
        arrive(7);
        arrive(5);
        assertThat(delivered).containsExactly(other, expected);
        assertThat(matching.find(1, 7, comm)).isNotNull();
    }

    @Test
    void aSecondOneIsQueued() {
        PostedReceive first = expected(5);
        PostedReceive second = expected(6);
        PostedReceive third = expected(5);
        arrive(6);
        arrive(5);
        arrive(5);
        assertThat(delivered).containsExactly(second, first, third);
    }

    @Test
    void anyTagIsQueued() {
        PostedReceive wild = expected(Pml.ANY_TAG);
        PostedReceive younger = posted(1, 3);
        arrive(3);
        arrive(3);
        assertThat(delivered).containsExactly(wild, younger);
    }

    @Test
    void canBeWithdrawn() {
        PostedReceive expected = expected(5);
        assertThat(expected.withdraw()).isTrue();
        assertThat(expected.withdraw()).isFalse();
        arrive(5);
        assertThat(delivered).isEmpty();
        PostedReceive later = receive(1, 5);
        assertThat(matching.deliverKept(later, comm, comm.peer(1))).isTrue();
        assertThat(delivered).containsExactly(later);
    }

    @Test
    void theOthersKeepTheirOrderWhenOneIsWithdrawn() {
        PostedReceive first = expected(5);
        PostedReceive second = expected(5);
        PostedReceive third = expected(6);
        PostedReceive fourth = expected(5);
        assertThat(second.withdraw()).isTrue();
        PostedReceive fifth = expected(5);
        arrive(5);
        arrive(5);
        arrive(5);
        arrive(6);
        assertThat(delivered).containsExactly(first, fourth, fifth, third);
    }

    /** The wildcard is younger than the first and older than the third. */
    @Test
    void wildcardsCountInTheOrderOfPosting() {
        PostedReceive first = expected(5);
        PostedReceive wild = posted(Pml.ANY_SOURCE, 5);
        PostedReceive third = expected(5);
        PostedReceive other = expected(6);
        arrive(6);
        arrive(5);
        arrive(5);
        arrive(5);
        assertThat(delivered).containsExactly(other, first, wild, third);
    }

    /** A request is used again, for another peer, while older ones still refer to it. */
    @Test
    void aReceiveCanBePostedAgain() {
        PostedReceive first = expected(5);
        PostedReceive second = expected(5);
        arrive(5);
        comm.matcher.post(first, comm.peer(0));
        arrive(5);
        assertThat(comm.matcher.matchPosted(comm.peer(0), 5)).isSameAs(first);
        assertThat(comm.matcher.matchPosted(comm.peer(0), 5)).isNull();
        assertThat(comm.matcher.matchPosted(comm.peer(1), 5)).isNull();
        assertThat(delivered).containsExactly(first, second);
    }

    @Test
    void endsWithItsPeer() {
        PostedReceive expected = expected(5);
        assertThat(matching.removePostedFor(procs[1])).isSameAs(expected);
        assertThat(matching.removePostedFor(procs[1])).isNull();
        arrive(5);
        assertThat(delivered).isEmpty();
    }
}
