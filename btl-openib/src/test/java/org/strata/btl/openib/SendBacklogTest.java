package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.opal.Rc;
import org.strata.verbs.WrOpcode;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** What a broken connection gives back goes out again by number; what the peer has does not. */
final class SendBacklogTest {
    private static final int MESSAGES = 16;

    private final Peer peer = new Peer();
    private final SendBacklog backlog =
            new SendBacklog(null, new int[] {64}, 0, new OpenibCounters(), peer);

    private OpenibDescriptor message() {
        OpenibDescriptor message = new OpenibDescriptor(null, 0, 0);
        message.fill(0, PacketHeader.DATA, Integer.BYTES);
        return message;
    }

    private OpenibDescriptor message(int sequence) {
        OpenibDescriptor message = message();
        message.numbered = true;
        message.sequence = sequence;
        return message;
    }

    /** The numbers wrap after half of the messages where they begin at the third value. */
    @ParameterizedTest
    @ValueSource(ints = {0, -MESSAGES / 2, Integer.MAX_VALUE - MESSAGES / 2})
    void messagesGoOutAgainFromTheOneThatThePeerExpects(int first) {
        OpenibDescriptor neverSent = message();
        backlog.append(neverSent);
        List<OpenibDescriptor> sent = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            sent.add(message(first + i));
        }
        List<OpenibDescriptor> shuffled = new ArrayList<>(sent);
        Collections.shuffle(shuffled, new Random(3));
        shuffled.forEach(backlog::putBack);
        int received = MESSAGES / 2 + 2;
        backlog.dropReceived(first + received);
        assertThat(peer.sent).isEqualTo(sent.subList(0, received));
        for (OpenibDescriptor next : sent.subList(received, MESSAGES)) {
            assertThat(backlog.removeFirst()).isSameAs(next);
        }
        assertThat(backlog.removeFirst()).isSameAs(neverSent);
        assertThat(backlog.isEmpty()).isTrue();
    }

    /** Peers are told what waits for each queue, whichever way a message came or left. */
    @Test
    void whatWaitsIsCountedByQueue() {
        SendBacklog both = new SendBacklog(null, new int[] {8, 64}, 0, new OpenibCounters(), peer);
        OpenibDescriptor brief = message(1);
        OpenibDescriptor longer = message(2);
        longer.bytes = 9;
        both.putBack(longer);
        both.putBack(brief);
        both.append(message());
        assertThat(both.waiting(0)).isEqualTo(2);
        assertThat(both.waiting(1)).isEqualTo(1);
        assertThat(both.removeFirst()).isSameAs(brief);
        assertThat(both.waiting(0)).isEqualTo(1);
        both.putFirst(brief);
        assertThat(both.waiting(0)).isEqualTo(2);
        both.dropReceived(3);
        assertThat(both.waiting(0)).as("without a number").isEqualTo(1);
        assertThat(both.waiting(1)).isZero();
        both.fail(Rc.LINK_FAILED);
        assertThat(both.waiting(0)).isZero();
        assertThat(peer.departed).isEqualTo(peer.accepted).isEqualTo(1);
    }

    /** A message has left once it, and what a broken connection gave back before it, is out. */
    @Test
    void aMessageThatWaitsHasNotDeparted() {
        backlog.append(message());
        backlog.append(message());
        assertThat(peer.accepted).isEqualTo(2);
        assertThat(peer.departed).isZero();
        OpenibDescriptor first = backlog.removeFirst();
        assertThat(peer.departed).isEqualTo(1);
        backlog.putFirst(first);
        assertThat(peer.departed).isZero();
        backlog.removeFirst();
        backlog.putBack(message(1));
        backlog.removeFirst();
        assertThat(peer.departed).as("the one put back only").isEqualTo(1);
        backlog.removeFirst();
        assertThat(peer.departed).isEqualTo(2);
    }

    /** What waits when its peer is lost is reported as such, messages and operations. */
    @Test
    void whatWaitsFailsWithTheReason() {
        OpenibDescriptor message = message();
        RdmaOperation operation = new RdmaOperation();
        backlog.append(message);
        backlog.operations.append(operation);
        backlog.fail(Rc.LINK_FAILED);
        assertThat(peer.sent).containsExactly(message);
        assertThat(peer.ended).containsExactly(operation);
        assertThat(peer.codes).containsExactly(Rc.LINK_FAILED, Rc.LINK_FAILED);
        assertThat(backlog.isEmpty()).isTrue();
    }

    /** An atomic that may have taken place is not repeated; a read is. */
    @Test
    void operationsOfABrokenConnectionAreRepeatedWhereThatIsSafe() {
        RdmaOperation atomic = new RdmaOperation();
        atomic.opcode = WrOpcode.ATOMIC_CMP_AND_SWP;
        RdmaOperation read = new RdmaOperation();
        read.opcode = WrOpcode.RDMA_READ;
        backlog.takeBack(atomic, Rc.OK);
        backlog.takeBack(read, Rc.OK);
        assertThat(peer.ended).containsExactly(atomic);
        assertThat(peer.codes).containsExactly(Rc.OUTCOME_UNKNOWN);
        assertThat(backlog.operations.first()).isSameAs(read);
    }

    /** Records what is over; nothing else can happen to what waits. */
    private static final class Peer implements ChannelEvents {
        private long accepted;
        private long departed;

        @Override
        public void keeps(long ofAll, long gone) {
            accepted = ofAll;
            departed = gone;
        }

        final List<OpenibDescriptor> sent = new ArrayList<>();
        final List<RdmaOperation> ended = new ArrayList<>();
        final List<Integer> codes = new ArrayList<>();

        @Override
        public void sent(OpenibDescriptor message, int rc) {
            sent.add(message);
            codes.add(rc);
        }

        @Override
        public void ended(RdmaOperation operation, int rc) {
            ended.add(operation);
            codes.add(rc);
        }

        @Override
        public void refused(Channel channel) {
            throw new AssertionError();
        }

        @Override
        public void oweControl(int count) {
            throw new AssertionError();
        }

        @Override
        public int received(Channel channel, long packet, int length) {
            throw new AssertionError();
        }

        @Override
        public void afterReceived() {
            throw new AssertionError();
        }

        @Override
        public void failed(Channel channel, Object work, int status, int vendorError) {
            throw new AssertionError();
        }

        @Override
        public void broken(String why) {
            throw new AssertionError();
        }
    }
}
