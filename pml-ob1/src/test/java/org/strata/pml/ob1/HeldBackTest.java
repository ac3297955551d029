package org.strata.pml.ob1;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.pml.base.match.FlowLevel;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.ob1.ScriptedLink.Packet;
import org.strata.pml.ob1.header.FragHeader;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.header.RendezvousHeader;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.NativeBuffers;

/** What this rank sends to a peer that lets it send headers only, or nothing. */
class HeldBackTest {
    private static final int SHORT = 100;
    private static final int LONG = 5000;
    private static final long SEED = 3;

    private ScriptedRank ob1;

    private void open(String protocol, int flags) {
        ob1 = new ScriptedRank(Ob1Config.defaults().withProtocol(protocol), flags);
    }

    @AfterEach
    void close() {
        ob1.close();
    }

    private static void assertWhole(Packet match) {
        assertThat(match.length()).isEqualTo(MatchHeader.LENGTH + SHORT);
        NativeBuffers.verify("message", match.at() + MatchHeader.LENGTH, SHORT, SEED);
    }

    /** However often the link has refused it. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void aHeaderCountsOnceUntilItsSendCompletes(int refusals) {
        open("auto", FakeBtlConfig.SEND_ONLY);
        ob1.flow(FlowLevel.HEADERS);
        ob1.link.accepts = refusals == 0 ? Rc.OK : Rc.NO_RESOURCE;
        PmlRequest send = ob1.send(SHORT, SEED, SendMode.STANDARD);
        ob1.poll(refusals);
        ob1.link.accepts = Rc.OK;
        ob1.poll(1);
        assertThat(ob1.sent(PacketType.RNDV).length()).isEqualTo(RendezvousHeader.LENGTH);
        assertThat(ob1.endpoint().headersOnly).isEqualTo(1);
        assertThat(send.isDone()).isFalse();
        ob1.flow(FlowLevel.GO);
        assertThat(send.isDone()).as("its data are copied").isTrue();
        assertThat(ob1.endpoint().headersOnly).isZero();
    }

    /** Its receiver asks for the data before it lets this rank send again. */
    @Test
    void aReceiveEndsASendOfWhichThereIsAHeader() {
        open("auto", FakeBtlConfig.SEND_ONLY);
        ob1.flow(FlowLevel.HEADERS);
        PmlRequest send = ob1.send(SHORT, SEED, SendMode.STANDARD);
        ob1.ask(ob1.sent(PacketType.RNDV), 0, SHORT);
        Packet fragment = ob1.sent(PacketType.FRAG);
        NativeBuffers.verify("data", fragment.at() + FragHeader.LENGTH, SHORT, SEED);
        assertThat(send.isDone()).isTrue();
        assertThat(ob1.endpoint().headersOnly).isZero();
    }

    /** Only standard and ready sends of short messages would not have waited for the receive. */
    @Test
    void aPeerWithRoomAgainCompletesWhatWouldHaveBeenComplete() {
        open("auto", FakeBtlConfig.SEND_ONLY);
        ob1.flow(FlowLevel.HEADERS);
        PmlRequest standard = ob1.send(SHORT, SEED, SendMode.STANDARD);
        Packet header = ob1.sent(PacketType.RNDV);
        PmlRequest ready = ob1.send(SHORT, SEED, SendMode.READY);
        PmlRequest synchronous = ob1.send(SHORT, SEED, SendMode.SYNCHRONOUS);
        PmlRequest large = ob1.send(LONG, SEED, SendMode.STANDARD);
        assertThat(ob1.sent()).hasSize(3);
        for (FlowLevel level : new FlowLevel[] {FlowLevel.PAUSE, FlowLevel.HEADERS}) {
            ob1.flow(level);
            assertThat(standard.isDone() || ready.isDone()).as("no room yet").isFalse();
        }
        ob1.flow(FlowLevel.GO);
        assertThat(standard.isDone() && ready.isDone()).isTrue();
        assertThat(synchronous.isDone() || large.isDone()).isFalse();
        assertThat(ob1.endpoint().headersOnly).isZero();
        ob1.sent().clear();
        ob1.ask(header, 0, SHORT);
        Packet fragment = ob1.sent(PacketType.FRAG);
        NativeBuffers.verify("the copy", fragment.at() + FragHeader.LENGTH, SHORT, SEED);
    }

    @Test
    void theRoomOfOnePeerIsNotThatOfAnother() {
        open("auto", FakeBtlConfig.SEND_ONLY);
        ob1.flow(ScriptedRank.PEER, FlowLevel.HEADERS);
        ob1.flow(ScriptedRank.OTHER, FlowLevel.HEADERS);
        PmlRequest one = ob1.send(ScriptedRank.PEER, SHORT, SEED, SendMode.STANDARD);
        PmlRequest other = ob1.send(ScriptedRank.OTHER, SHORT, SEED, SendMode.STANDARD);
        ob1.flow(ScriptedRank.PEER, FlowLevel.GO);
        assertThat(one.isDone()).isTrue();
        assertThat(other.isDone()).isFalse();
        ob1.flow(ScriptedRank.OTHER, FlowLevel.GO);
        assertThat(other.isDone()).isTrue();
    }

    /** A header that could not be sent is none: the data go as they would have gone. */
    @ParameterizedTest
    @EnumSource(names = {"STANDARD", "READY"})
    void whatWasRefusedMeanwhileIsSentWhole(SendMode mode) {
        open("auto", FakeBtlConfig.SEND_ONLY);
        ob1.flow(FlowLevel.HEADERS);
        ob1.link.accepts = Rc.NO_RESOURCE;
        ob1.link.keeps = true;
        PmlRequest send = ob1.send(SHORT, SEED, mode);
        ob1.poll(2);
        ob1.flow(FlowLevel.GO);
        ob1.link.accepts = Rc.OK;
        ob1.poll(1);
        assertWhole(ob1.sent(PacketType.MATCH));
        assertThat(ob1.endpoint().headersOnly).isZero();
        assertThat(send.isDone()).as("the packet has not left").isFalse();
        ob1.link.depart();
        ob1.poll(1);
        assertThat(send.isDone()).isTrue();
        assertThat(send.error).isEqualTo(Rc.OK);
    }

    /** The first packet of a pipeline has data, unless the peer has no room for them. */
    @Test
    void aPipelineBeginsWithAHeader() {
        open("pipeline", FakeBtlConfig.RDMA);
        ob1.send(LONG, SEED, SendMode.STANDARD);
        Packet packet = ob1.sent(PacketType.RNDV);
        assertThat(packet.length()).isEqualTo(512);
        int data = packet.length() - RendezvousHeader.LENGTH;
        NativeBuffers.verify("data", packet.at() + RendezvousHeader.LENGTH, data, SEED);
        ob1.flow(FlowLevel.HEADERS);
        ob1.send(LONG, SEED, SendMode.STANDARD);
        assertThat(ob1.sent(PacketType.RNDV).length()).isEqualTo(RendezvousHeader.LENGTH);
        ob1.flow(FlowLevel.GO);
        ob1.send(LONG, SEED, SendMode.STANDARD);
        assertThat(ob1.sent(PacketType.RNDV).length()).isEqualTo(512);
    }

    /** Nobody would end the pause: sends end at once, and no late signal begins another one. */
    @Test
    void nothingWaitsForALostPeerThatAskedToPause() {
        open("auto", FakeBtlConfig.SEND_ONLY);
        ob1.flow(FlowLevel.PAUSE);
        PmlRequest before = ob1.send(SHORT, SEED, SendMode.STANDARD);
        ob1.poll(2);
        assertThat(before.isDone()).isFalse();
        ob1.rank.proc(ScriptedRank.PEER).fail("gone");
        ob1.link.lose(Rc.PEER_FAILED);
        assertThat(before.isDone()).isTrue();
        assertThat(before.error).isEqualTo(Rc.PEER_FAILED);
        PmlRequest after = ob1.send(SHORT, SEED, SendMode.STANDARD);
        assertThat(after.isDone()).isTrue();
        assertThat(after.error).isEqualTo(Rc.PEER_FAILED);
        ob1.flow(FlowLevel.PAUSE);
        PmlRequest late = ob1.send(LONG, SEED, SendMode.STANDARD);
        assertThat(late.isDone()).isTrue();
        assertThat(late.error).isEqualTo(Rc.PEER_FAILED);
        assertThat(ob1.sent()).isEmpty();
    }
}
