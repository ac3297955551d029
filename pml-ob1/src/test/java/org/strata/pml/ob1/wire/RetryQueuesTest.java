package org.strata.pml.ob1.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.pml.base.match.FlowLevel;
import org.strata.pml.ob1.header.PacketType;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;

/** What found no resource is tried at every poll, control packets first, in its order. */
class RetryQueuesTest {
    private static final int BYTES = 24;

    private final WirePair wire = new WirePair(1, 0);
    private final WirePair.Side side = wire.side(0);
    private final RetryQueues queues = side.queues;
    private final ControlSender control = side.control;
    private final List<String> journal = new ArrayList<>();
    private final long packet = Memory.allocate(Arena.global(), BYTES, 8);

    @AfterEach
    void close() {
        wire.close();
    }

    /** An operation that needs so many tries. */
    private class Operation implements Waiter {
        private final String name;
        private int misses;
        private boolean queued;
        private int failure;

        Operation(String name, int misses) {
            this.name = name;
            this.misses = misses;
        }

        @Override
        public boolean retry() {
            journal.add(name);
            return misses-- <= 0;
        }

        @Override
        public boolean queued() {
            return queued;
        }

        @Override
        public void setQueued(boolean newQueued) {
            queued = newQueued;
        }

        @Override
        public void fail(int rc) {
            failure = rc;
        }
    }

    private Operation enqueue(String name, int misses) {
        Operation made = new Operation(name, misses);
        queues.enqueue(side.endpoint, made);
        return made;
    }

    private void sendControl(int number) {
        Memory.putInt(packet, number);
        control.send(side.endpoint, PacketType.FIN, packet, BYTES);
    }

    @Test
    void whoStillFindsNothingKeepsItsPlace() {
        enqueue("a", 2);
        enqueue("b", 0);
        assertThat(queues.retryAll(control)).isZero();
        assertThat(queues.retryAll(control)).isZero();
        assertThat(journal).containsExactly("a", "a");
        assertThat(queues.retryAll(control)).isEqualTo(2);
        assertThat(journal).containsExactly("a", "a", "a", "b");
        assertThat(queues.isEmpty()).isTrue();
        assertThat(side.endpoint.busy()).isFalse();
    }

    @Test
    void anOperationIsQueuedOnce() {
        Operation one = enqueue("a", 0);
        queues.enqueue(side.endpoint, one);
        assertThat(queues.retryAll(control)).isEqualTo(1);
        assertThat(journal).containsExactly("a");
        assertThat(one.queued()).isFalse();
    }

    @Test
    void whatIsOverIsTriedNoMore() {
        Operation over = enqueue("over", 0);
        enqueue("a", 0);
        queues.dequeue(side.endpoint, over);
        queues.dequeue(side.endpoint, over);
        assertThat(queues.retryAll(control)).isEqualTo(1);
        assertThat(journal).containsExactly("a");
    }

    /** A retry may queue its own operation again, which then has its place at the end. */
    @Test
    void whoQueuesItselfAgainIsInTheQueueOnce() {
        Operation self =
                new Operation("self", 0) {
                    @Override
                    public boolean retry() {
                        journal.add("self");
                        queues.enqueue(side.endpoint, this);
                        return false;
                    }
                };
        queues.enqueue(side.endpoint, self);
        enqueue("a", 0);
        queues.retryAll(control);
        assertThat(side.endpoint.waiting).hasSize(2).containsOnlyOnce(self);
    }

    @Test
    void aLostPeerFailsAllThatWaits() {
        Operation one = enqueue("a", 9);
        Operation other = enqueue("b", 9);
        queues.failAll(side.endpoint, Rc.UNREACHABLE);
        assertThat(one.failure).isEqualTo(Rc.UNREACHABLE);
        assertThat(other.failure).isEqualTo(Rc.UNREACHABLE);
        assertThat(one.queued() || other.queued()).isFalse();
        assertThat(queues.retryAll(control)).isZero();
        assertThat(queues.isEmpty()).isTrue();
        assertThat(journal).isEmpty();
    }

    /** A message that has not begun; the others are in the middle of one. */
    private final class Start extends Operation {
        Start(String name) {
            super(name, 0);
        }

        @Override
        public boolean begins() {
            return true;
        }
    }

    private void flow(FlowLevel level, int number) {
        assertThat(side.endpoint.obeyFlow(level, number)).isTrue();
        queues.onFlow(side.endpoint);
    }

    /** While the peer asks to pause, no message begins, and those under way go on. */
    @Test
    void messagesThatHaveNotBegunWaitApart() {
        Start before = new Start("before");
        queues.enqueue(side.endpoint, before);
        enqueue("under way", 0);
        flow(FlowLevel.PAUSE, 1);
        Start after = new Start("after");
        queues.postpone(side.endpoint, after);
        assertThat(queues.retryAll(control)).isEqualTo(1);
        assertThat(journal).containsExactly("under way");
        assertThat(queues.isEmpty()).as("nothing to poll for").isTrue();
        flow(FlowLevel.HEADERS, 2);
        assertThat(queues.retryAll(control)).isEqualTo(2);
        assertThat(journal).containsExactly("under way", "before", "after");
        assertThat(before.queued() || after.queued()).isFalse();
    }

    @Test
    void aSignalThatComesLateIsNotObeyed() {
        flow(FlowLevel.GO, 2);
        assertThat(side.endpoint.obeyFlow(FlowLevel.PAUSE, 1)).isFalse();
        assertThat(side.endpoint.paused || side.endpoint.held).isFalse();
        flow(FlowLevel.PAUSE, 3);
        assertThat(side.endpoint.paused && side.endpoint.held).isTrue();
        flow(FlowLevel.HEADERS, 4);
        assertThat(side.endpoint.paused).isFalse();
        assertThat(side.endpoint.held).isTrue();
    }

    @Test
    void aLostPeerFailsWhatHasNotBegun() {
        flow(FlowLevel.PAUSE, 1);
        Start one = new Start("one");
        Start over = new Start("over");
        queues.postpone(side.endpoint, one);
        queues.postpone(side.endpoint, over);
        queues.dequeue(side.endpoint, over);
        queues.failAll(side.endpoint, Rc.PEER_FAILED);
        assertThat(((Operation) one).failure).isEqualTo(Rc.PEER_FAILED);
        assertThat(((Operation) over).failure).isEqualTo(Rc.OK);
        flow(FlowLevel.GO, 2);
        assertThat(queues.retryAll(control)).isZero();
        assertThat(journal).isEmpty();
    }

    /** One that still finds nothing does not keep the others from their turn. */
    @Test
    void eachPeerIsTriedUntilNothingOfItIsQueued() {
        List<Ob1Endpoint> peers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Ob1Endpoint peer = new Ob1Endpoint(side.bml, true, 0);
            peers.add(peer);
            queues.enqueue(peer, new Operation("peer " + i, i == 1 ? 2 : 0));
        }
        assertThat(queues.retryAll(control)).isEqualTo(2);
        assertThat(journal).containsExactlyInAnyOrder("peer 0", "peer 1", "peer 2");
        assertThat(peers.get(0).obstructed()).as("short messages may go").isFalse();
        assertThat(peers.get(1).obstructed()).as("they would overtake").isTrue();
        journal.clear();
        queues.enqueue(peers.get(0), new Operation("again", 0));
        assertThat(queues.retryAll(control)).isEqualTo(1);
        assertThat(queues.retryAll(control)).isEqualTo(1);
        assertThat(journal).containsExactlyInAnyOrder("again", "peer 1", "peer 1");
        assertThat(queues.isEmpty()).isTrue();
    }

    /**
     * Control packets end operations, so they never wait behind requests; among them order holds.
     */
    @Test
    void controlPacketsGoFirstAndInOrder() {
        wire.refuse(true);
        for (int i = 0; i < 5; i++) {
            sendControl(i);
        }
        enqueue("a", 0);
        assertThat(queues.retryAll(control)).isZero();
        assertThat(journal).as("behind the control packets").isEmpty();
        wire.refuse(false);
        sendControl(5);
        assertThat(queues.retryAll(control)).isEqualTo(7);
        assertThat(journal).containsExactly("a");
        wire.progressUntil("all packets", () -> wire.side(1).received.size() == 6);
        assertThat(wire.side(1).received).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(queues.isEmpty()).isTrue();
    }

    @Test
    void controlPacketsToALostPeerAreDropped() {
        wire.refuse(true);
        sendControl(0);
        wire.cut(0);
        wire.progressUntil("the loss", () -> !side.endpoint.bml.reachable());
        queues.retryAll(control);
        assertThat(queues.isEmpty()).isTrue();
        sendControl(1);
        assertThat(queues.isEmpty()).isTrue();
    }
}
