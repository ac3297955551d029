package org.strata.pml.tupleq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.opal.Rc;
import org.strata.pml.tupleq.Control.Kind;

import java.util.List;

/** A queue with a notice, to which the other rank sends empty messages. */
final class WildReceivesTest implements QueueEvents, TupleReceive.Owner {
    private static final int TAG = 9;
    private static final int DEPTH = 2;
    private static final int QUEUES = 16;
    private static final int BYTES = 16;

    /** What a notice takes. */
    private static final long ROOM = RegisteredBlocks.roomFor(BYTES);

    private final TwoRanks ranks = new TwoRanks();
    private final TupleqConfig config = TwoRanks.config(QUEUES, DEPTH);
    private final Control control = ranks.controls.get(TwoRanks.RECEIVER);
    private final IncomingPair in = ranks.incoming(InMode.TUPLE, 0);
    private final TupleComm comm = in.comm;
    private final QueuePosts posts =
            new QueuePosts(
                    config,
                    ranks.below.get(TwoRanks.RECEIVER),
                    control,
                    new Delegates(),
                    ranks.counters,
                    this);
    private final StandIns standIns = new StandIns(posts, ranks.counters);
    private WildReceives wilds = withPool(ROOM);
    private long orders;
    private int sent;

    /** Returns receives whose notices have so many bytes. */
    private WildReceives withPool(long pool) {
        TupleqConfig own = TwoRanks.config(QUEUES, DEPTH, pool);
        return new WildReceives(
                own,
                new TuplePeers(own, null, null, control, TwoRanks.RECEIVER, notice -> {}),
                posts,
                ranks.counters);
    }

    @BeforeEach
    void begin() {
        comm.add(in, ranks.outgoing(OutMode.TUPLE, 0));
    }

    @AfterEach
    void close() {
        ranks.close();
    }

    @Override
    public void exhausted(IncomingPair pair) {
        throw new AssertionError();
    }

    @Override
    public void noticed(InTuple tuple) {
        wilds.noticed(tuple);
    }

    @Override
    public void recycle(TupleReceive receive) {}

    @Override
    public void cancel(TupleReceive receive) {
        throw new AssertionError();
    }

    @Override
    public void endedBelow(TupleReceive receive) {
        throw new AssertionError();
    }

    @Override
    public String refusal(CommContext context) {
        throw new AssertionError();
    }

    private TupleReceive request(int source, int tag, long bytes) {
        TupleReceive receive = new TupleReceive(this);
        receive.begin(ranks.buf(bytes), comm, source, tag, orders++);
        return receive;
    }

    private TupleReceive wild() {
        TupleReceive receive = request(Pml.ANY_SOURCE, TAG, BYTES);
        assertThat(wilds.take(receive)).isTrue();
        return receive;
    }

    private TupleReceive specific() {
        TupleReceive receive = request(TwoRanks.SENDER, TAG, BYTES);
        wilds.enqueue(tuple(), receive);
        return receive;
    }

    private InTuple tuple() {
        return in.tuples.get(TAG);
    }

    private void send() {
        int rc =
                ranks.btl(TwoRanks.SENDER)
                        .sendTo(
                                ranks.peer(TwoRanks.SENDER).endpoint,
                                0,
                                tuple().queue.number(),
                                ++sent,
                                0,
                                0,
                                null,
                                (e, c, r) -> {},
                                this);
        assertThat(rc).isEqualTo(Rc.OK);
        ranks.run();
    }

    @Test
    void theQueueIsOpenedAndItsNumberTold() {
        wild();
        assertThat(tuple().notice).isNotNull();
        assertThat(tuple().posted).isEqualTo(1);
        assertThat(ranks.controls(TwoRanks.SENDER))
                .extracting(Control.Message::kind)
                .containsExactly(Kind.NUMBER);
    }

    @Test
    void theNoticeIsPostedAgainForTheNextWildcard() {
        TupleReceive first = wild();
        TupleReceive second = wild();
        assertThat(tuple().posted).as("one notice at a time").isEqualTo(1);
        send();
        assertThat(first.isDone()).isTrue();
        assertThat(first.source).isEqualTo(TwoRanks.SENDER);
        assertThat(second.isDone()).isFalse();
        send();
        assertThat(second.isDone()).isTrue();
        assertThat(tuple().posted).isEqualTo(3);
        assertThat(comm.wildcards).isZero();
    }

    @Test
    void receivesBehindANoticeArePostedDirectlyAgain() {
        TupleReceive wild = wild();
        TupleReceive one = specific();
        TupleReceive two = specific();
        assertThat(tuple().posted).as("they would be shifted by the notice").isEqualTo(1);
        send();
        assertThat(wild.isDone()).isTrue();
        assertThat(tuple().posted).as("themselves").isEqualTo(3);
        send();
        send();
        assertThat(one.isDone() && two.isDone()).isTrue();
        assertThat(tuple().posted).as("the kept notice is behind them").isEqualTo(4);
        specific();
        send();
        assertThat(tuple().notice).as("a specific receive has taken it").isNull();
    }

    @Test
    void aMessageThatNoReceiveWantsIsKeptForTheNext() {
        wild();
        send();
        send();
        assertThat(ranks.counters.kept).isEqualTo(1);
        TupleReceive next = specific();
        assertThat(next.isDone()).isTrue();
        assertThat(tuple().notice).isNull();
    }

    @Test
    void aPairThatLeavesItsQueuesNotesWhatItKeeps() {
        wild();
        send();
        send();
        ranks.controls(TwoRanks.SENDER);
        in.become(InMode.CHANGING);
        in.become(InMode.PLAIN);
        posts.sayPlain(in);
        wilds.leave(in, standIns);
        posts.close(in);
        assertThat(comm.standIns).hasSize(1);
        List<Control.Message> heard = ranks.controls(TwoRanks.SENDER);
        assertThat(heard).hasSize(1);
        long[] counts = heard.getFirst().counts();
        assertThat((int) counts[0]).isEqualTo(TAG);
        assertThat(Control.note(counts[0])).isEqualTo(Control.STAND_IN);
        assertThat(counts[1]).isEqualTo(2);
    }

    @Test
    void aPostedBlockStaysWithItsQueueUntilThePeerHasForgottenIt() {
        wild();
        in.become(InMode.CHANGING);
        wilds.leave(in, standIns);
        wilds.returnWaiting(comm);
        posts.close(in);
        assertThat(comm.returned).hasSize(1);
        assertThat(in.peer.closed)
                .singleElement()
                .satisfies(closed -> {
                    assertThat(closed.notice()).isNotNull();
                });
        in.peer.release(comm.context.identity());
        assertThat(in.peer.closed).isEmpty();
    }

    /** Receives of another communicator, for which the pool has room once the first has none. */
    private boolean anotherTakes() {
        IncomingPair other = ranks.incoming(InMode.TUPLE, 0);
        other.comm.add(other, ranks.outgoing(OutMode.TUPLE, 0));
        TupleReceive receive = new TupleReceive(this);
        receive.begin(ranks.buf(BYTES), other.comm, Pml.ANY_SOURCE, TAG, orders++);
        return wilds.take(receive);
    }

    @Test
    void aNoticeThatIsTakenAwayLeavesItsRoom() {
        for (int i = 0; i < 3; i++) {
            wild();
            assertThat(anotherTakes()).as("beside the notice of this one").isFalse();
            send();
            specific();
            send();
            assertThat(tuple().notice).as("a specific receive has taken it").isNull();
        }
        assertThat(anotherTakes()).isTrue();
    }

    /** A longer receive wants longer messages; what the pool does not have comes by a detour. */
    @ParameterizedTest
    @CsvSource({"1, 16", "2, 512"})
    void aNoticeGrowsWhereThePoolHasRoom(int rooms, long capacity) {
        wilds = withPool(rooms * ROOM);
        wild();
        TupleReceive longer = request(Pml.ANY_SOURCE, TAG, 2 * ROOM);
        assertThat(wilds.take(longer)).isTrue();
        send();
        assertThat(tuple().notice.capacity).isEqualTo(capacity);
        assertThat(anotherTakes()).as("beside the longer one").isFalse();
        send();
        assertThat(longer.isDone()).isTrue();
        specific();
        send();
        assertThat(tuple().notice).isNull();
        assertThat(anotherTakes()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPairThatLeavesItsQueuesLeavesTheRoomOfItsNotices(boolean filled) {
        wild();
        if (filled) {
            send();
            send();
        }
        assertThat(tuple().notice.filled).isEqualTo(filled);
        in.become(InMode.CHANGING);
        wilds.leave(in, standIns);
        posts.close(in);
        assertThat(anotherTakes()).isTrue();
    }

    @Test
    void aCommunicatorThatIsRemovedLeavesTheRoomOfItsMessages() {
        wild();
        send();
        send();
        assertThat(tuple().notice.filled).isTrue();
        wilds.remove(comm);
        assertThat(anotherTakes()).isTrue();
    }

    @Test
    void whatQueuesCannotDoIsLeftToTheFallback() {
        assertThat(wilds.take(request(Pml.ANY_SOURCE, Pml.ANY_TAG, BYTES))).isFalse();
        assertThat(wilds.take(request(TwoRanks.SENDER, TAG, BYTES))).isFalse();
        assertThat(wilds.take(request(Pml.ANY_SOURCE, TAG, (1 << 16) + 1))).isFalse();
        comm.own = true;
        assertThat(wilds.take(request(Pml.ANY_SOURCE, TAG, BYTES))).isFalse();
        assertThat(in.tuples.values()).isEmpty();
    }

    @Test
    void tagsHaveNotes() {
        assertThat(Control.note(Control.noted(5, Control.SEND_AGAIN)))
                .isEqualTo(Control.SEND_AGAIN);
        assertThat((int) Control.noted(5, Control.SEND_AGAIN)).isEqualTo(5);
        assertThat(Control.noted(-5, 0)).isEqualTo(-5);
        assertThat(Control.note(-5)).isZero();
    }
}
