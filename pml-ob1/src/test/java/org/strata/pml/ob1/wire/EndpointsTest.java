package org.strata.pml.ob1.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.mca.bml.Bml;
import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.TrafficVisitor;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.ob1.header.EnvelopeHeader;
import org.strata.pml.ob1.header.PacketType;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** First contacts, the channels of several links, and who is told of lost peers. */
class EndpointsTest {
    private static final int EAGER = 128;

    private final List<BmlEndpoint> contacts = new ArrayList<>();
    private final List<String> lost = new ArrayList<>();
    private WirePair wire;
    private BmlEndpoint links;
    private Proc peer;
    private Endpoints endpoints;

    /** The links of one peer. */
    private final class OnePeer implements Bml {
        @Override
        public void open(LinkFailureListener failures) {
            assertThat(failures).isSameAs(endpoints);
        }

        @Override
        public BmlEndpoint endpoint(Proc proc) {
            return links;
        }

        @Override
        public void lose(Proc proc, String reason) {
            throw new AssertionError();
        }

        @Override
        public String explain(Proc proc) {
            return "";
        }

        @Override
        public List<Btl> btls() {
            return List.of();
        }

        @Override
        public void close() {}
    }

    private void open(int count) {
        wire = new WirePair(Math.max(1, count), 0);
        WirePair.Side side = wire.side(0);
        peer = side.rank.proc(1);
        links = new BmlEndpoint(peer);
        if (count > 0) {
            links.eager = side.bml.eager;
            links.send = side.bml.send;
        }
        endpoints = endpoints(true);
    }

    private Endpoints endpoints(boolean fastPath) {
        WirePair.Side side = wire.side(0);
        Endpoints made =
                new Endpoints(
                        new OnePeer(),
                        side.payloads,
                        side.headers,
                        side.counters,
                        contacts::add,
                        fastPath,
                        0);
        endpoints = made;
        made.open((endpoint, rc) -> lost.add(endpoint.proc + " " + Rc.name(rc)));
        return made;
    }

    @AfterEach
    void close() {
        wire.close();
    }

    /** A link has failed, as the BML says it. */
    private void fail(int index, int rc) {
        BtlLink failed = links.send[index];
        links.send = without(links.send, failed);
        links.eager = without(links.eager, failed);
        endpoints.onLinkFailed(links, failed, rc, "test");
    }

    private static BtlLink[] without(BtlLink[] all, BtlLink failed) {
        return Arrays.stream(all).filter(link -> link != failed).toArray(BtlLink[]::new);
    }

    private List<String> visited() {
        List<String> visited = new ArrayList<>();
        endpoints.visit(
                new TrafficVisitor() {
                    @Override
                    public void visit(CommContext comm, Proc proc, Traffic traffic) {
                        throw new AssertionError();
                    }

                    @Override
                    public void links(Proc proc, List<String> names, String refused) {
                        visited.add(proc.rank() + " " + names + refused);
                    }
                });
        return visited;
    }

    @Test
    void contactIsMadeOnce() {
        open(1);
        links.refused = " but why";
        assertThat(visited()).isEmpty();
        Ob1Endpoint made = endpoints.process(peer);
        assertThat(endpoints.process(peer)).isSameAs(made);
        assertThat(contacts).containsExactly(links);
        assertThat(visited()).containsExactly("1 [link0] but why");
        assertThat(lost).isEmpty();
    }

    /** What a message may do whose peer has one link, and what it may not. */
    @Test
    void shortMessagesGoStraightToTheOnlyLink() {
        open(1);
        Ob1Endpoint made = endpoints.process(peer);
        assertThat(made.onlyLink).isSameAs(links.send[0]);
        assertThat(made.shortPayload).isEqualTo(EAGER - MatchHeader.LENGTH);
        assertThat(made.channel()).isNull();
        assertThat(endpoints.noChannels()).isTrue();
        fail(0, Rc.PEER_FAILED);
        assertThat(made.onlyLink).isNull();
        assertThat(made.shortPayload).isNegative();
    }

    @Test
    void withoutTheFastPathNoMessageIsShort() {
        open(1);
        Ob1Endpoint made = endpoints(false).process(peer);
        assertThat(made.onlyLink).isSameAs(links.send[0]);
        assertThat(made.shortPayload).isNegative();
    }

    /** Its packets stay numbered, also when one link is left. */
    @Test
    void aPeerWithSeveralLinksHasAChannel() {
        open(2);
        Ob1Endpoint made = endpoints.process(peer);
        assertThat(made.channel()).isNotNull();
        assertThat(endpoints.noChannels()).isFalse();
        assertThat(made.onlyLink).isNull();
        assertThat(made.shortPayload).isNegative();
        fail(1, Rc.LINK_FAILED);
        assertThat(lost).isEmpty();
        assertThat(made.onlyLink).isNull();
        assertThat(made.shortPayload).isNegative();
    }

    /** The other side has a link more than this one, and its packets come in envelopes. */
    @Test
    void anEnvelopeOpensAChannel() {
        open(1);
        Ob1Endpoint made = endpoints.process(peer);
        BtlLink link = made.onlyLink;
        long at = Memory.allocate(Arena.global(), EnvelopeHeader.LENGTH, 8);
        EnvelopeHeader.write(at, PacketType.FIN, 0);
        EnvelopeHeader.writeState(at, 2, 0);
        assertThat(endpoints.openEnvelope(link.btl, link.endpoint, at, 2)).isTrue();
        ReliableChannel channel = made.channel();
        assertThat(channel).isNotNull();
        assertThat(made.onlyLink).isNull();
        assertThat(made.shortPayload).isNegative();
        assertThat(made.knownLinks()).isEqualTo(2);
        assertThat(endpoints.openEnvelope(link.btl, link.endpoint, at, 2)).as("again").isFalse();
        assertThat(made.channel()).isSameAs(channel);
    }

    @ParameterizedTest
    @CsvSource({"false, UNREACHABLE", "true, PEER_FAILED"})
    void aPeerWithoutLinksIsLostAtFirstContact(boolean dead, String code) {
        open(0);
        if (dead) {
            peer.fail("gone");
        }
        endpoints.process(peer);
        assertThat(lost).containsExactly(peer + " " + code);
        endpoints.process(peer);
        assertThat(lost).hasSize(1);
        assertThat(contacts).containsExactly(links);
    }

    /** Operations end with what is known of the peer, not of its link. */
    @ParameterizedTest
    @CsvSource({
        "true, LINK_FAILED, PEER_FAILED",
        "true, PEER_FAILED, PEER_FAILED",
        "false, PEER_FAILED, PEER_FAILED"
    })
    void aPeerIsLostWithItsLastLink(boolean known, String failure, String code) {
        open(2);
        endpoints.process(peer);
        int rc = failure.equals("LINK_FAILED") ? Rc.LINK_FAILED : Rc.PEER_FAILED;
        fail(0, rc);
        assertThat(lost).isEmpty();
        if (known) {
            peer.fail("gone");
        }
        fail(0, rc);
        assertThat(lost).containsExactly(peer + " " + code);
    }

    /** Receives may wait for it, although it has never sent anything. */
    @Test
    void aPeerMayBeLostBeforeTheFirstContact() {
        open(2);
        fail(0, Rc.PEER_FAILED);
        assertThat(lost).isEmpty();
        assertThat(contacts).isEmpty();
        peer.fail("gone");
        fail(0, Rc.PEER_FAILED);
        assertThat(lost).containsExactly(peer + " PEER_FAILED");
    }

    /** What a link has accepted, and what only a channel has. */
    @Test
    void allIsSentWhenItHasLeftThisProcess() {
        open(2);
        assertThat(endpoints.allSent()).isTrue();
        Ob1Endpoint made = endpoints.process(peer);
        links.send[1].endpoint.accepted++;
        assertThat(endpoints.allSent()).isFalse();
        assertThat(endpoints.idle()).isTrue();
        links.send[1].endpoint.departed++;
        assertThat(endpoints.allSent()).isTrue();
        wire.refuse(true);
        long at = Memory.allocate(Arena.global(), 16, 8);
        assertThat(made.channel().send(PacketType.FIN, at, 16, null, 0, 0)).isEqualTo(Rc.OK);
        assertThat(endpoints.allSent()).isFalse();
        assertThat(endpoints.idle()).isFalse();
        wire.refuse(false);
        assertThat(endpoints.progress()).isEqualTo(1);
        assertThat(endpoints.allSent()).isTrue();
        assertThat(endpoints.idle()).as("acknowledged").isFalse();
    }
}
