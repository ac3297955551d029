package org.strata.btl.openib.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.btl.openib.connect.ConnectionMessage.Type;
import org.strata.btl.openib.connect.PortAddress;
import org.strata.btl.openib.connect.QueueOffer;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.QueueBtl;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.verbs.VerbsException;
import org.strata.verbs.WcStatus;

import java.util.ArrayList;
import java.util.List;

/** Queues whose receives an adapter has returned: their numbers, their room, and their mending. */
final class TupleQueuesTest {
    /** More than a software adapter's domain has numbers. */
    private static final int MANY = (1 << 14) + 100;

    private final LoneLink link = new LoneLink();
    private final TupleQueues queues = link.queues;
    private final List<Object> arrived = new ArrayList<>();

    @AfterEach
    void close() {
        link.close();
    }

    private TupleQueue open(int depth, int before) {
        return (TupleQueue)
                queues.open(
                        link.peer,
                        0,
                        depth,
                        before,
                        (queue, context, immediate, length, rc) -> arrived.add(context));
    }

    private int postAll(TupleQueue queue) {
        int count = 0;
        while (queue.post(0, 0, null, count) == Rc.OK) {
            count++;
        }
        return count;
    }

    /** A pair has broken while messages landed in some of the receives. */
    private void giveBack(TupleQueue queue, int receives) {
        for (int i = 0; i < receives; i++) {
            queue.onCompletion(queue.sharedNumber(), WcStatus.WR_FLUSH_ERR, 0, 0);
        }
    }

    private QueueState ask(TupleQueue queue) {
        return queues.parts().arrivals.answer(queue.sender(), queue.number());
    }

    @Test
    void theNumbersOfARenewedQueueAreFreeOnceItIsReleased() {
        TupleQueue staying = open(1, 0);
        for (int i = 0; i < MANY; i++) {
            TupleQueue queue = open(1, 0);
            assertThat(queue).as("queue %d", i).isNotNull();
            assertThat(queue.number()).isNotEqualTo(staying.number());
            giveBack(queue, 1);
            QueueState state = ask(queue);
            assertThat(state.present()).isNotZero().isNotEqualTo(staying.number());
            queue.close();
            queue.release();
        }
    }

    /** One that lives for long and breaks again and again uses one number at a time. */
    @Test
    void aQueueMayBeRenewedForEver() {
        TupleQueue queue = open(2, 0);
        postAll(queue);
        for (int i = 0; i < MANY; i++) {
            giveBack(queue, 1);
            assertThat(ask(queue).queue()).isEqualTo(queue.number());
        }
        assertThat(open(1, 0).number()).isNotEqualTo(queue.number());
    }

    @Test
    void noOtherQueueHasANumberBeforeItIsReleased() {
        TupleQueue queue = open(1, 0);
        giveBack(queue, 1);
        assertThat(ask(queue).present()).isNotEqualTo(queue.number());
        queue.close();
        for (int i = 0; i < MANY; i++) {
            TupleQueue other = open(1, 0);
            assertThat(other.number()).isNotEqualTo(queue.number());
            other.close();
            other.release();
        }
    }

    @Test
    void returnedReceivesKeepTheirRoom() {
        TupleQueue broken = open(LoneLink.MOST_COMPLETIONS, 0);
        for (int i = 0; i < 100; i++) {
            assertThat(broken.post(0, 0, null, i)).isEqualTo(Rc.OK);
        }
        giveBack(broken, 50);
        TupleQueue other = open(LoneLink.MOST_COMPLETIONS, 0);
        // The broken one will post its hundred again.
        assertThat(postAll(other)).isEqualTo(LoneLink.MOST_COMPLETIONS - 100);
        ask(broken);
        assertThat(broken.post(0, 0, null, null)).isEqualTo(Rc.NO_RESOURCE);
        broken.close();
        TupleQueue third = open(LoneLink.MOST_COMPLETIONS, 0);
        assertThat(postAll(third)).isEqualTo(100);
    }

    @Test
    void receivesPostedMeanwhileHaveRoomToo() {
        TupleQueue broken = open(LoneLink.MOST_COMPLETIONS, 0);
        giveBack(broken, 0);
        assertThat(broken.post(0, 0, null, null)).isEqualTo(Rc.OK);
        giveBack(broken, 1);
        assertThat(1 + postAll(broken)).isEqualTo(LoneLink.MOST_COMPLETIONS);
        assertThat(open(1, 0).post(0, 0, null, null)).isEqualTo(Rc.NO_RESOURCE);
    }

    @Test
    void whatLandsGivesItsRoomBack() {
        TupleQueue queue = open(LoneLink.MOST_COMPLETIONS, 0);
        assertThat(postAll(queue)).isEqualTo(LoneLink.MOST_COMPLETIONS);
        for (int i = 0; i < 10; i++) {
            queue.onCompletion(queue.sharedNumber(), WcStatus.SUCCESS, i + 1, 0);
        }
        queues.report();
        assertThat(arrived).hasSize(10);
        assertThat(postAll(open(LoneLink.MOST_COMPLETIONS, 0))).isEqualTo(10);
    }

    /** It would count as one of the queue that has the slot, or the receives, now. */
    @Test
    void aCompletionOfAFormerSharedQueueIsIgnored() {
        TupleQueue queue = open(4, 0);
        postAll(queue);
        int former = queue.sharedNumber();
        giveBack(queue, 1);
        ask(queue);
        queue.onCompletion(former, WcStatus.SUCCESS, 1, 0);
        queues.report();
        assertThat(arrived).isEmpty();
        queue.onCompletion(queue.sharedNumber(), WcStatus.SUCCESS, 1, 0);
        queues.report();
        assertThat(arrived).containsExactly(0);
    }

    @Test
    void aQueueIsMendedOnceTheAdapterHasAnotherOne() {
        TupleQueue queue = open(4, 0);
        postAll(queue);
        giveBack(queue, 2);
        link.refuses = true;
        assertThatThrownBy(() -> ask(queue)).isInstanceOf(VerbsException.class);
        assertThatThrownBy(() -> ask(queue)).isInstanceOf(VerbsException.class);
        link.refuses = false;
        assertThat(ask(queue).present()).isNotZero();
        for (int i = 0; i < 4; i++) {
            queue.onCompletion(queue.sharedNumber(), WcStatus.SUCCESS, i + 1, 0);
        }
        queues.report();
        assertThat(arrived).containsExactly(0, 1, 2, 3);
    }

    @Test
    void aQueueClosesThatCouldNotBeMended() {
        TupleQueue queue = open(4, 0);
        postAll(queue);
        giveBack(queue, 1);
        link.refuses = true;
        assertThatThrownBy(() -> ask(queue)).isInstanceOf(VerbsException.class);
        queue.close();
        assertThat(ask(queue).open()).isFalse();
        queue.release();
    }

    private static ConnectionMessage request(int epoch, TupleQueue of) {
        return new ConnectionMessage(
                        Type.REQUEST,
                        0,
                        0,
                        epoch,
                        0,
                        0,
                        false,
                        false,
                        new PortAddress(0, 0, 0, 5),
                        List.of(
                                new QueueOffer(1, 0, 0, 0, 0, 0, 0),
                                QueueState.question(of.number())),
                        "")
                .ofLane(1);
    }

    /** The peer is asked to come again, until that has gone on for too long. */
    @Test
    void aLaneWaitsForAReceiveQueue() {
        TupleQueue queue = open(4, 0);
        postAll(queue);
        giveBack(queue, 1);
        link.refuses = true;
        queues.onMessage(link.peer, request(1, queue), false);
        assertThat(link.said).hasSize(1);
        assertThat(link.said.getLast().type()).isEqualTo(Type.REJECT);
        assertThat(link.said.getLast().text()).as("not for good").isEmpty();
        link.refuses = false;
        queues.onMessage(link.peer, request(2, queue), false);
        assertThat(link.said.getLast().type()).isEqualTo(Type.REPLY);
        QueueState answer = QueueState.of(link.said.getLast().queues().get(1));
        assertThat(answer.present()).isNotZero();
    }

    @Test
    void aLaneThatNeverGetsAReceiveQueueFails() {
        TupleQueue queue = open(4, 0);
        postAll(queue);
        giveBack(queue, 1);
        link.refuses = true;
        queues.onMessage(link.peer, request(1, queue), false);
        link.now += LoneLink.TIMEOUT + 1;
        queues.onMessage(link.peer, request(2, queue), false);
        assertThat(link.said)
                .anySatisfy(each ->
                        assertThat(each.text()).contains("no shared receive queue is left"));
    }

    @Test
    void numbersBeginWhereTheUpperLayerSays() {
        int before = QueueBtl.NUMBER_MASK - 1;
        TupleQueue queue = open(4, before);
        postAll(queue);
        assertThat(ask(queue).landed(before)).isTrue();
        assertThat(ask(queue).landed(QueueBtl.NUMBER_MASK)).isFalse();
        for (int number : new int[] {QueueBtl.NUMBER_MASK, 0, 1}) {
            assertThat(ask(queue).landed(number)).isFalse();
            queue.onCompletion(queue.sharedNumber(), WcStatus.SUCCESS, number, 0);
            assertThat(ask(queue).landed(number)).isTrue();
        }
        assertThat(ask(queue).landed(2)).isFalse();
    }

    @Test
    void nothingHasLandedInAQueueThatIsGone() {
        TupleQueue queue = open(1, 0);
        queue.close();
        queue.release();
        QueueState answer = QueueState.of(ask(queue).offer());
        for (int number : new int[] {0, 1, 1 << 29, 1 << 30, QueueBtl.NUMBER_MASK}) {
            assertThat(answer.landed(number)).as("number %d", number).isFalse();
        }
        assertThat(answer.open()).isFalse();
    }

    @Test
    void onlyTheQueuesSenderIsAnswered() {
        TupleQueue queue = open(1, 7);
        BtlEndpoint other = new BtlEndpoint(new Proc(2, "node0", 2, true)) {};
        assertThat(ask(queue).open()).isTrue();
        QueueState answer = queues.parts().arrivals.answer(other, queue.number());
        assertThat(answer.open()).isFalse();
    }

    /** The peer's number may come again, as that of a queue that has not moved. */
    @Test
    void aForgottenQueueHasNotMoved() {
        MovedQueues moved = new MovedQueues();
        moved.renumber(5, 50);
        moved.renumber(6, 60);
        moved.renumber(7, 70);
        moved.forget(5);
        moved.forget(9);
        assertThat(moved.present(5)).isEqualTo(5);
        assertThat(moved.present(6)).isEqualTo(60);
        assertThat(moved.present(7)).isEqualTo(70);
        moved.renumber(6, 61);
        moved.forget(7);
        moved.forget(6);
        assertThat(moved.present(6)).isEqualTo(6);
        assertThat(moved.present(7)).isEqualTo(7);
    }

    /** A lane's pairs are told apart for long, and lanes always. */
    @Test
    void requestNumbersDiffer() {
        long first = LaneSends.owner(1, 1);
        assertThat(LaneSends.owner(1, 1 + (1 << 16))).isNotEqualTo(first);
        assertThat(LaneSends.owner(2, 1)).isNotEqualTo(first);
        assertThat(LaneSends.sendId(first, QueueLane.DEPTH + 1))
                .isNotEqualTo(LaneSends.sendId(first, 1));
        assertThat(LaneSends.owner(Integer.MAX_VALUE, -1)).as("of a send").isPositive();
    }
}
