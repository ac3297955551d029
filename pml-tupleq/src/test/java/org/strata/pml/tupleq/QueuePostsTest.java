package org.strata.pml.tupleq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.btl.QueueBtl;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.pml.tupleq.Control.Kind;

import java.util.ArrayList;
import java.util.List;

/** Two queues with two receives each, to which the other rank sends. */
final class QueuePostsTest implements QueueEvents, TupleReceive.Owner {
    private static final int DEPTH = 2;
    private static final int TAG = 9;

    private final TwoRanks ranks = new TwoRanks();
    private final IncomingPair in = ranks.incoming(InMode.TUPLE, 0);
    private final QueuePosts posts =
            new QueuePosts(
                    TwoRanks.config(2, DEPTH),
                    ranks.below.get(TwoRanks.RECEIVER),
                    ranks.controls.get(TwoRanks.RECEIVER),
                    new Delegates(),
                    ranks.counters,
                    this);
    private final List<IncomingPair> exhausted = new ArrayList<>();
    private long orders;

    @Override
    public void exhausted(IncomingPair pair) {
        exhausted.add(pair);
    }

    @Override
    public void noticed(InTuple tuple) {
        throw new AssertionError();
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
    public String refusal(CommContext comm) {
        throw new AssertionError();
    }

    @AfterEach
    void close() {
        ranks.close();
    }

    private TupleReceive enqueue(InTuple tuple) {
        TupleReceive receive = new TupleReceive(this);
        receive.begin(ranks.buf(16), in.comm, TwoRanks.SENDER, tuple.tag, orders++);
        posts.enqueue(tuple, receive);
        return receive;
    }

    /** Sends an empty message from the other rank. */
    private void send(InTuple tuple, int number) {
        QueueBtl btl = ranks.btl(TwoRanks.SENDER);
        int rc =
                btl.sendTo(
                        ranks.peer(TwoRanks.SENDER).endpoint,
                        0,
                        tuple.queue.number(),
                        number,
                        0,
                        0,
                        null,
                        (e, c, r) -> {},
                        this);
        assertThat(rc).isEqualTo(Rc.OK);
        ranks.run();
    }

    private List<Control.Message> heard(Kind kind) {
        return ranks.controls(TwoRanks.SENDER).stream().filter(m -> m.kind() == kind).toList();
    }

    @Test
    void aQueueIsOpenedOncePerTag() {
        InTuple tuple = posts.open(in, TAG);
        assertThat(posts.open(in, TAG)).isSameAs(tuple);
        assertThat(heard(Kind.NUMBER))
                .singleElement()
                .satisfies(m -> assertThat(m.number()).isEqualTo(tuple.queue.number()));
        assertThat(posts.open(in, TAG + 1)).isNotNull();
        assertThat(posts.open(in, TAG + 2)).as("there are two queues only").isNull();
        assertThat(ranks.counters.queues).isEqualTo(2);
    }

    @Test
    void aClosedQueueLeavesItsPlaceToAnother() {
        for (int i = 0; i < 3; i++) {
            IncomingPair next = ranks.incoming(InMode.TUPLE, 0);
            assertThat(posts.open(next, TAG)).isNotNull();
            assertThat(posts.open(next, TAG + 1)).isNotNull();
            assertThat(posts.open(next, TAG + 2)).isNull();
            posts.close(next);
        }
    }

    @Test
    void noQueueIsOpenedForAPairThatIsPlain() {
        in.become(InMode.PLAIN);
        assertThat(posts.open(in, TAG)).isNull();
    }

    @Test
    void asManyReceivesArePostedAsTheQueueIsDeep() {
        InTuple tuple = posts.open(in, TAG);
        TupleReceive first = enqueue(tuple);
        enqueue(tuple);
        TupleReceive third = enqueue(tuple);
        assertThat(tuple.posted).isEqualTo(DEPTH);
        assertThat(tuple.unposted).isSameAs(third);
        send(tuple, 1);
        assertThat(first.isDone()).isTrue();
        assertThat(tuple.posted).as("an arrival posts the next").isEqualTo(3);
        assertThat(in.received).isEqualTo(1);
    }

    @Test
    void parkedMessagesAreWantedAsSoonAsTheirReceivesArePosted() {
        InTuple tuple = posts.open(in, TAG);
        posts.onParked(in, TAG, 2);
        assertThat(heard(Kind.WANTED)).isEmpty();
        enqueue(tuple);
        enqueue(tuple);
        enqueue(tuple);
        assertThat(heard(Kind.WANTED))
                .extracting(Control.Message::number)
                .as("nothing is parked beyond 2")
                .containsExactly(1L, 2L);
    }

    @Test
    void aClosedQueueReturnsItsReceivesAndPlainCountsTheArrivals() {
        InTuple tuple = posts.open(in, TAG);
        enqueue(tuple);
        TupleReceive second = enqueue(tuple);
        TupleReceive third = enqueue(tuple);
        send(tuple, 1);
        in.become(InMode.CHANGING);
        in.become(InMode.PLAIN);
        posts.sayPlain(in);
        posts.close(in);
        assertThat(heard(Kind.PLAIN))
                .singleElement()
                .satisfies(m -> assertThat(m.counts()).containsExactly(TAG, 1))
                .satisfies(m -> assertThat(m.epoch()).isEqualTo(1));
        assertThat(in.comm.returned).containsExactly(second, third);
        assertThat(in.tuples.values()).isEmpty();
        assertThat(in.peer.closed).hasSize(1);
        assertThat(exhausted).isEmpty();
    }
}
