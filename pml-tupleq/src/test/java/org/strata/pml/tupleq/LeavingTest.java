package org.strata.pml.tupleq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.btl.ReceiveQueue;
import org.strata.mca.pml.SendMode;
import org.strata.pml.tupleq.Control.Kind;

import java.util.List;

/** When a copied send is complete for the program: one lane, and tuples that want it. */
final class LeavingTest implements LaneEvents {
    private static final int BYTES = 100;
    private static final int DEPTH = 8;

    private final TwoRanks ranks = new TwoRanks();
    private final OutgoingPair out = ranks.outgoing(OutMode.TUPLE, 0);
    private final Crowding crowding = new Crowding(ranks.controls.get(TwoRanks.SENDER));
    private final Lanes lanes =
            new Lanes(ranks.controls.get(TwoRanks.SENDER), ranks.counters, crowding, this);
    private final SendRequests requests =
            new SendRequests(
                    new TupleqConfig(
                            0, "ob1", BYTES, 1 << 20, 4, DEPTH, 1, 0, 100, false, false, 0, false,
                            0),
                    crowding,
                    ranks.counters);
    private final IncomingPair in = ranks.incoming(InMode.TUPLE, 0);

    @Override
    public void landed(TupleSend send, boolean cut) {
        requests.end(send, 0);
    }

    @Override
    public void notLanded(TupleSend send) {
        throw new AssertionError("not landed");
    }

    @Override
    public void completed(OutgoingPair pair) {
        assertThat(pair).isSameAs(out);
    }

    @AfterEach
    void close() {
        requests.close();
        ranks.close();
    }

    private OutTuple tuple(int tag) {
        OutTuple made = new OutTuple(out, tag, 0);
        out.tuples.put(tag, made);
        return made;
    }

    private TupleSend send(OutTuple tuple, SendMode mode) {
        TupleSend send = requests.begin(ranks.buf(BYTES), out, tuple.tag, mode);
        lanes.send(tuple, send);
        return send;
    }

    private TupleSend send(OutTuple tuple) {
        return send(tuple, SendMode.STANDARD);
    }

    private ReceiveQueue open() {
        return in.peer.btl.open(in.peer.endpoint, DEPTH, 0, (q, c, i, l, rc) -> {});
    }

    private void run() {
        ranks.run();
        lanes.progress();
    }

    private long floods() {
        return ranks.controls(TwoRanks.RECEIVER).stream()
                .filter(message -> message.kind() == Kind.FLOOD)
                .count();
    }

    @Test
    void aCopyWaitsForTheNumberAndTheLaneAndNotForTheReceive() {
        OutTuple tuple = tuple(3);
        TupleSend first = send(tuple);
        run();
        assertThat(first.isDone()).as("without a number").isFalse();
        lanes.onNumber(tuple, open().number());
        lanes.progress();
        assertThat(first.isDone()).as("the lane is being connected").isFalse();
        run();
        assertThat(first.isDone()).as("in the adapter").isTrue();
        assertThat(first.isFinished()).as("landed").isFalse();
        assertThat(send(tuple).isDone()).as("the next one, at once").isTrue();
    }

    @Test
    void synchronousAndBufferedSendsAreAsBefore() {
        OutTuple tuple = tuple(3);
        assertThat(requests.attached().attach(1000)).isZero();
        TupleSend synchronous = send(tuple, SendMode.SYNCHRONOUS);
        TupleSend buffered = send(tuple, SendMode.BUFFERED);
        assertThat(buffered.isDone()).isTrue();
        assertThat(requests.attached().idle()).isFalse();
        lanes.onNumber(tuple, open().number());
        run();
        assertThat(synchronous.isDone()).isFalse();
    }

    /** The message lands before anybody looks whether it has left. */
    @Test
    void aCopyThatHasLandedIsForgotten() {
        OutTuple tuple = tuple(3);
        ReceiveQueue queue = open();
        lanes.onNumber(tuple, queue.number());
        TupleSend send = send(tuple);
        assertThat(queue.post(0, 0, null, queue)).isZero();
        TupleSend behind = send(tuple);
        send.release();
        ranks.run();
        lanes.progress();
        assertThat(behind.isDone()).isTrue();
        assertThat(requests.begin(ranks.buf(BYTES), out, 3, SendMode.SYNCHRONOUS).isDone())
                .as("a request that is used again")
                .isFalse();
    }

    @Test
    void theReceiverIsAskedOnceWhenNoLaneIsFreeForLong() {
        OutTuple first = tuple(1);
        OutTuple second = tuple(2);
        send(first);
        List<TupleSend> waiting = List.of(send(second), send(second));
        lanes.onNumber(first, open().number());
        ReceiveQueue queue = open();
        lanes.onNumber(second, queue.number());
        run();
        assertThat(waiting).noneMatch(TupleSend::isDone);
        assertThat(crowding.look(true)).as("another look, soon").isTrue();
        assertThat(floods()).as("patience").isZero();
        for (int i = 0; i < 20; i++) {
            crowding.look(true);
        }
        assertThat(floods()).isEqualTo(1);
        lanes.onWanted(second, 2);
        run();
        assertThat(waiting).as("by the express lane").allMatch(TupleSend::isDone);
        assertThat(out.crowd.waiting + out.crowd.copies).isZero();
        assertThat(crowding.look(true)).isFalse();
    }
}
