package org.strata.pml.tupleq;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.btl.ReceiveQueue;
import org.strata.mca.pml.SendMode;
import org.strata.pml.tupleq.Control.Kind;

import java.util.ArrayList;
import java.util.List;

/** One lane, one express lane, and tuples that want them. */
final class LanesTest implements LaneEvents {
    private static final int BYTES = 100;
    private static final int DEPTH = 8;

    private final TwoRanks ranks = new TwoRanks();
    private final OutgoingPair out = ranks.outgoing(OutMode.TUPLE, 0);
    private final Crowding crowding = new Crowding(ranks.controls.get(TwoRanks.SENDER));
    private final Lanes lanes =
            new Lanes(ranks.controls.get(TwoRanks.SENDER), ranks.counters, crowding, this);
    private final SendRequests requests =
            new SendRequests(TwoRanks.config(4, DEPTH), crowding, ranks.counters);
    private final List<TupleSend> landed = new ArrayList<>();
    private final List<TupleSend> notLanded = new ArrayList<>();

    @Override
    public void landed(TupleSend send, boolean cut) {
        assertThat(cut).isFalse();
        landed.add(send);
    }

    @Override
    public void notLanded(TupleSend send) {
        notLanded.add(send);
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

    private TupleSend send(OutTuple tuple) {
        TupleSend send = requests.begin(ranks.buf(BYTES), out, tuple.tag, SendMode.STANDARD);
        lanes.send(tuple, send);
        return send;
    }

    private ReceiveQueue open() {
        IncomingPair in = ranks.incoming(InMode.TUPLE, 0);
        return in.peer.btl.open(in.peer.endpoint, DEPTH, 0, (q, c, i, l, rc) -> {});
    }

    /** Posts a receive for a message without data. */
    private static void post(ReceiveQueue queue) {
        assertThat(queue.post(0, 0, null, queue)).isZero();
    }

    private TupleSend sendEmpty(OutTuple tuple) {
        TupleSend send = requests.begin(ranks.buf(0), out, tuple.tag, SendMode.STANDARD);
        lanes.send(tuple, send);
        return send;
    }

    private List<Control.Message> heard(Kind kind) {
        return ranks.controls(TwoRanks.RECEIVER).stream().filter(m -> m.kind() == kind).toList();
    }

    @Test
    void aTupleWithoutANumberAsksOnce() {
        OutTuple tuple = tuple(3);
        send(tuple);
        send(tuple);
        assertThat(heard(Kind.ASK)).extracting(Control.Message::tag).containsExactly(3);
        assertThat(tuple.sent).isZero();
        assertThat(ranks.counters.asked).isEqualTo(1);
    }

    @Test
    void theSecondTupleIsParkedUntilTheFirstIsFinished() {
        ReceiveQueue first = open();
        ReceiveQueue second = open();
        OutTuple a = tuple(1);
        OutTuple b = tuple(2);
        lanes.onNumber(a, first.number());
        lanes.onNumber(b, second.number());
        TupleSend one = sendEmpty(a);
        TupleSend two = sendEmpty(b);
        assertThat(b.lane).isNegative();
        assertThat(heard(Kind.PARKED))
                .singleElement()
                .satisfies(m -> assertThat(m.number()).isEqualTo(1));
        post(second);
        ranks.run();
        assertThat(landed).as("both wait behind the first one's receive").isEmpty();
        post(first);
        ranks.run();
        assertThat(landed).containsExactly(one, two);
        assertThat(out.lanes.parked()).isEmpty();
        assertThat(out.lanes.free()).isZero();
        assertThat(out.unfinished).isZero();
        assertThat(ranks.counters.express).isZero();
    }

    @Test
    void wantedMessagesOfAParkedTupleGoByTheExpressLane() {
        ReceiveQueue first = open();
        ReceiveQueue second = open();
        OutTuple a = tuple(1);
        OutTuple b = tuple(2);
        lanes.onNumber(a, first.number());
        lanes.onNumber(b, second.number());
        sendEmpty(a);
        TupleSend wanted = sendEmpty(b);
        sendEmpty(b);
        post(second);
        lanes.onWanted(b, 1);
        ranks.run();
        assertThat(landed).containsExactly(wanted);
        assertThat(b.sent).as("only what is wanted").isEqualTo(1);
        assertThat(ranks.counters.express).isEqualTo(1);
        lanes.onWanted(b, 1);
        assertThat(b.wanted).isEqualTo(1);
    }

    @Test
    void withdrawnMessagesAreThePairs() {
        ReceiveQueue first = open();
        OutTuple a = tuple(1);
        OutTuple b = tuple(2);
        lanes.onNumber(a, first.number());
        lanes.onNumber(b, open().number());
        sendEmpty(a);
        TupleSend parked = sendEmpty(b);
        lanes.withdraw(b);
        assertThat(out.returning).containsExactly(parked);
        assertThat(out.lanes.parked()).isEmpty();
        first.close();
        lanes.withdraw(a);
        ranks.run();
        assertThat(notLanded).hasSize(1);
        assertThat(out.lanes.free()).as("the lane of the recalled message").isZero();
    }
}
