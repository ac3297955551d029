package org.strata.pml.ob1;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.mca.pml.TrafficVisitor.Traffic;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.pml.base.BufferedSends;
import org.strata.pml.ob1.ScriptedLink.Packet;
import org.strata.pml.ob1.header.AckHeader;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.header.RendezvousHeader;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.NativeBuffers;

import java.util.ArrayList;
import java.util.List;

/** Calls whose result depends on the link's progress, or on who is left. */
class Ob1PmlTest {
    private static final int BYTES = 100;
    private static final int LONG = 5000;

    private final ScriptedRank ob1 =
            new ScriptedRank(Ob1Config.defaults(), FakeBtlConfig.SEND_ONLY);
    private final ScriptedLink link = ob1.link;
    private final Pml pml = ob1.pml;

    @AfterEach
    void close() {
        ob1.close();
    }

    /** Polls after which what waits in the link leaves it. */
    private void departAfter(int polls) {
        int[] left = {polls};
        ob1.rank.engine().register(() -> departIn(left));
    }

    private int departIn(int[] left) {
        if (left[0]-- == 1) {
            link.depart();
            return 1;
        }
        return 0;
    }

    private boolean allLeft() {
        return link.peer().departed == link.peer().accepted;
    }

    /** What has been sent since the last call gives its room back only while this rank polls. */
    @Test
    void aBufferedSendLooksForRoomBeforeItFails() {
        pml.attachBuffer(BYTES + BufferedSends.OVERHEAD);
        link.accepts = Rc.NO_RESOURCE;
        PmlRequest first = ob1.send(BYTES, 1, SendMode.BUFFERED);
        assertThat(first.isDone()).isTrue();
        PmlRequest refused = ob1.send(BYTES, 2, SendMode.BUFFERED);
        assertThat(refused.error).isEqualTo(Rc.NO_BUFFER_SPACE);
        link.accepts = Rc.OK;
        PmlRequest next = ob1.send(BYTES, 3, SendMode.BUFFERED);
        assertThat(next.isDone()).isTrue();
        assertThat(next.error).isEqualTo(Rc.OK);
        assertThat(ob1.sent()).hasSize(2);
    }

    /** The link has a copy of its own: the room is that of the next message. */
    @Test
    void aBufferedMessageThatIsInTheLinkTakesNoRoom() {
        pml.attachBuffer(BYTES + BufferedSends.OVERHEAD);
        link.keeps = true;
        for (int i = 0; i < 3; i++) {
            PmlRequest send = ob1.send(BYTES, i, SendMode.BUFFERED);
            assertThat(send.isDone()).isTrue();
            assertThat(send.error).isEqualTo(Rc.OK);
            ob1.sent(PacketType.MATCH);
        }
        link.depart();
    }

    /** MPI_Buffer_detach: the messages are delivered, not only accepted. */
    @Test
    void detachingWaitsUntilWhatWasBufferedHasLeft() {
        pml.attachBuffer(BYTES + BufferedSends.OVERHEAD);
        link.keeps = true;
        ob1.send(BYTES, 1, SendMode.BUFFERED).release();
        ob1.sent(PacketType.MATCH);
        departAfter(3);
        assertThat(allLeft()).isFalse();
        assertThat(pml.detachBuffer()).isEqualTo(Rc.OK);
        assertThat(allLeft()).isTrue();
        assertThat(pml.detachBuffer()).isEqualTo(Rc.BAD_ARGUMENT);
    }

    /** Its program may compute next, and the message would wait for as long. */
    @Test
    void aBlockingSendEndsWhenItsMessageHasLeft() {
        link.keeps = true;
        long data = ob1.memory.pattern(BYTES, 1);
        Buf buf = new Buf(null, data, BYTES, DataLayouts.BYTE);
        for (int i = 0; i < 2; i++) {
            departAfter(3);
            int rc =
                    i == 0
                            ? pml.send(buf, ScriptedRank.PEER, 7, SendMode.STANDARD, ob1.world)
                            : pml.sendShort(null, data, BYTES, ScriptedRank.PEER, 7, ob1.world);
            assertThat(rc).isEqualTo(Rc.OK);
            assertThat(allLeft()).isTrue();
            ob1.sent(PacketType.MATCH);
        }
    }

    /** The receiver has all it asked for; what comes late finds no send. */
    @Test
    void aSendWhoseLastPacketLeavesIsAskedForNothing() {
        PmlRequest send = ob1.send(LONG, 1, SendMode.STANDARD);
        Packet first = ob1.sent(PacketType.RNDV);
        link.keeps = true;
        int part = 512 - RendezvousHeader.LENGTH;
        ob1.ask(first, part, LONG);
        int fragments = ob1.sent().size();
        assertThat(fragments).isGreaterThan(1);
        assertThat(send.isDone()).as("in the link").isFalse();
        ob1.ask(first, part, LONG);
        assertThat(ob1.sent()).hasSize(fragments);
        link.depart();
        ob1.poll(1);
        assertThat(send.isDone()).isTrue();
        assertThat(send.error).isEqualTo(Rc.OK);
    }

    private PmlRequest receive(int source, CommContext comm) {
        long to = ob1.memory.allocate(BYTES);
        return pml.ireceive(new Buf(null, to, BYTES, DataLayouts.BYTE), source, 7, comm);
    }

    private void losePeer() {
        ob1.rank.proc(ScriptedRank.PEER).fail("gone");
        link.lose(Rc.PEER_FAILED);
    }

    /** In another communicator this process may still send to itself. */
    @Test
    void aReceiveFromAnySourceFailsWhereNobodyIsLeft() {
        Proc[] remote = {ob1.rank.proc(ScriptedRank.PEER)};
        CommContext group = new CommContext(5, 0, new Proc[] {ob1.rank.proc(0)}, 0);
        CommContext inter = new CommContext(6, group, true, remote);
        pml.addComm(inter);
        PmlRequest before = receive(Pml.ANY_SOURCE, inter);
        assertThat(before.isDone()).isFalse();
        before.cancel();
        losePeer();
        PmlRequest any = receive(Pml.ANY_SOURCE, inter);
        assertThat(any.isDone()).isTrue();
        assertThat(any.error).isEqualTo(Rc.PEER_FAILED);
        PmlRequest named = receive(0, inter);
        assertThat(named.error).isEqualTo(Rc.PEER_FAILED);
        assertThat(receive(Pml.ANY_SOURCE, ob1.world).isDone()).isFalse();
        assertThat(receive(0, ob1.world).isDone()).as("from itself").isFalse();
    }

    /** A message that does not fit says how long it was. */
    @Test
    void aTruncatedReceiveKnowsTheMessage() {
        long to = ob1.memory.allocate(BYTES);
        for (int bytes = BYTES - 1; bytes <= BYTES + 1; bytes++) {
            PmlRequest request = ob1.receive(to, BYTES, ScriptedRank.PEER, 7);
            ob1.match(7, bytes, bytes);
            assertThat(request.isDone()).isTrue();
            assertThat(request.error).isEqualTo(bytes > BYTES ? Rc.TRUNCATED : Rc.OK);
            assertThat(request.bytes).isEqualTo(Math.min(bytes, BYTES));
            NativeBuffers.verify("what fits", to, Math.min(bytes, BYTES), bytes);
            if (bytes > BYTES) {
                assertThat(request.messageBytes).isEqualTo(bytes);
            }
            request.release();
        }
    }

    private void assertCounted(String kind, long messages, long bytes) {
        assertThat(ob1.count(kind + "_sent")).as(kind).isEqualTo(messages);
        assertThat(ob1.count(kind + "_bytes")).as(kind).isEqualTo(bytes);
    }

    /** At once, after a refusal, in parts; the sums are of all of them. */
    @Test
    void whatIsSentCountsOnceHoweverItGoes() {
        ob1.send(BYTES, 1, SendMode.STANDARD);
        assertCounted("eager", 1, BYTES);
        link.accepts = Rc.NO_RESOURCE;
        ob1.send(BYTES - 1, 2, SendMode.STANDARD);
        ob1.poll(2);
        assertCounted("eager", 1, BYTES);
        link.accepts = Rc.OK;
        ob1.poll(1);
        assertCounted("eager", 2, 2 * BYTES - 1);
        ob1.sent().clear();
        ob1.send(LONG, 3, SendMode.STANDARD);
        Packet first = ob1.sent(PacketType.RNDV);
        ob1.ask(first, first.length() - RendezvousHeader.LENGTH, LONG);
        assertCounted("eager", 2, 2 * BYTES - 1);
        assertCounted("rendezvous", 1, LONG);
        assertThat(ob1.count("copied_out")).isEqualTo(2 * BYTES - 1 + LONG);
        assertThat(ob1.count("fragments_sent")).isEqualTo(ob1.sent().size());
        assertThat(exchanged()).containsExactly(new Traffic(3, 2 * BYTES - 1 + LONG, 0, 0));
    }

    @Test
    void whatIsReceivedCountsOnceHoweverItComes() {
        long to = ob1.memory.allocate(LONG);
        PmlRequest request = ob1.receive(to, BYTES, ScriptedRank.PEER, 7);
        ob1.match(7, BYTES, 1);
        request.release();
        long source = ob1.memory.pattern(LONG, 2);
        request = ob1.receive(to, LONG, ScriptedRank.PEER, 7);
        ob1.rendezvous(source, LONG, BYTES);
        Packet ack = ob1.sent(PacketType.ACK);
        assertThat(AckHeader.offset(ack.at())).isEqualTo(BYTES);
        assertThat(AckHeader.end(ack.at())).isEqualTo(LONG);
        ob1.fragment(AckHeader.receiver(ack.at()), source, BYTES, LONG - 1);
        assertThat(request.isDone()).isFalse();
        ob1.fragment(AckHeader.receiver(ack.at()), source, LONG - 1, LONG);
        assertThat(request.isDone()).isTrue();
        NativeBuffers.verify("message", to, LONG, 2);
        assertThat(ob1.count("received")).isEqualTo(2);
        assertThat(ob1.count("received_bytes")).isEqualTo(BYTES + LONG);
        assertThat(ob1.count("copied_in")).isEqualTo(BYTES + LONG);
        assertThat(exchanged()).containsExactly(new Traffic(0, 0, 2, BYTES + LONG));
    }

    private List<Traffic> exchanged() {
        List<Traffic> all = new ArrayList<>();
        pml.traffic((comm, peer, exchanged) -> all.add(exchanged));
        return all;
    }
}
