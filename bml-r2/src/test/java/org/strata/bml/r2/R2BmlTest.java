package org.strata.bml.r2;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.testkit.FakeBtlComponent;
import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.testkit.FakeWire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What becomes of a peer: its endpoint, and whether it is lost. */
final class R2BmlTest {
    private final FakeJob job = FakeJob.of(2);
    private final List<FakeWire> wires = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final List<Integer> codes = new ArrayList<>();
    private final FakeRank rank = job.rank(0);
    private final Proc peer = rank.proc(1);
    private R2Bml bml;

    private void open(int links) {
        FakeBtlConfig[] all = new FakeBtlConfig[links];
        Arrays.fill(all, FakeBtlConfig.of(FakeBtlConfig.SEND_ONLY));
        open(all);
    }

    private void open(FakeBtlConfig... links) {
        open(rank.proc(0), links);
    }

    private void open(Proc self, FakeBtlConfig... links) {
        List<BtlComponent> components = new ArrayList<>();
        for (FakeBtlConfig link : links) {
            FakeWire wire = new FakeWire(2, link);
            wires.add(wire);
            components.add(new FakeBtlComponent(wire, rank));
            new FakeBtlComponent(wire, job.rank(1))
                    .open((btl, endpoint, rc, reason) -> {}, new StringBuilder());
        }
        bml = new R2Bml(components, self);
        bml.open((endpoint, link, rc, reason) -> {
            codes.add(rc);
            failures.add(reason);
        });
    }

    @AfterEach
    void close() {
        bml.close();
        job.close();
    }

    private void cut(int link) {
        wires.get(link).cut(0, 1);
        job.progressTimes(2);
    }

    @Test
    void aPeerHasOneEndpoint() {
        open(1);
        BmlEndpoint endpoint = bml.endpoint(peer);
        assertThat(endpoint.peer).isSameAs(peer);
        assertThat(bml.endpoint(peer)).isSameAs(endpoint);
        assertThat(bml.endpoint(rank.proc(0))).isNotSameAs(endpoint);
        assertThat(peer.isLost()).isFalse();
    }

    /** Ranks are numbers within a job. */
    @Test
    void aProcessOfAnotherJobWithTheSameRankHasItsOwn() {
        open(1);
        Proc other = new Proc(1, "elsewhere", 0, false);
        assertThat(bml.endpoint(other)).isNotSameAs(bml.endpoint(peer));
        assertThat(bml.endpoint(other).peer).isSameAs(other);
    }

    @Test
    void aPeerThatNothingReachesIsLostFromTheFirstContactOn() {
        open(1);
        wires.get(0).cut(0, 1);
        assertThat(peer.isLost()).isFalse();
        assertThat(bml.endpoint(peer).reachable()).isFalse();
        assertThat(peer.isLost()).isTrue();
        assertThat(peer.failure()).isNull();
    }

    @Test
    void theLastLinkTakesThePeerAlong() {
        open(2);
        BmlEndpoint endpoint = bml.endpoint(peer);
        assertThat(endpoint.send).hasSize(2);
        cut(0);
        assertThat(endpoint.send).hasSize(1);
        assertThat(peer.isLost()).isFalse();
        cut(1);
        assertThat(endpoint.reachable()).isFalse();
        assertThat(peer.isLost()).isTrue();
        assertThat(peer.failure()).contains("cut");
        assertThat(failures).hasSize(2);
        assertThat(codes).containsExactly(Rc.LINK_FAILED, Rc.LINK_FAILED);
    }

    private void openInAnotherJob() {
        FakeBtlConfig link = FakeBtlConfig.of(FakeBtlConfig.SEND_ONLY);
        open(new Proc(Proc.JOB_SPAN, "elsewhere", 0, false), link, link);
    }

    /** The news that it has ended may come after the end of its connections. */
    @Test
    void aPeerOfAnotherJobEndsWithItsLastLink() {
        openInAnotherJob();
        bml.endpoint(peer);
        cut(0);
        cut(1);
        assertThat(codes).containsExactly(Rc.LINK_FAILED, Rc.PEER_FAILED);
        assertThat(peer.failure()).contains("cut");
    }

    @Test
    void aPeerOfAnotherJobMayEndBeforeTheFirstContact() {
        openInAnotherJob();
        for (Btl btl : bml.btls()) {
            BtlEndpoint link = btl.addPeer(peer, new StringBuilder());
            bml.onError(btl, link, Rc.LINK_FAILED, "it was cut");
        }
        assertThat(bml.endpoint(peer).reachable()).isFalse();
        assertThat(peer.failure()).isEqualTo("it was cut");
    }

    private static FakeBtlConfig link(int latency, int bandwidth) {
        BtlAttributes like = FakeBtlConfig.of(FakeBtlConfig.SEND_ONLY).attributes();
        BtlAttributes attributes =
                new BtlAttributes(
                        "link",
                        like.exclusivity(),
                        like.flags(),
                        like.eagerLimit(),
                        like.rendezvousEagerLimit(),
                        like.maxSendSize(),
                        like.pipelineSendLength(),
                        like.pipelineFragmentSize(),
                        like.minPipelineSize(),
                        latency,
                        bandwidth);
        return FakeBtlConfig.of(0).with(attributes);
    }

    /** Fragments go by bandwidth, eager messages over the links of the least latency. */
    @Test
    void linksAreArrangedByWhatTheyAreGoodFor() {
        open(link(10, 1000), link(50, 3000), link(10, 4000));
        BmlEndpoint endpoint = bml.endpoint(peer);
        assertThat(bandwidths(endpoint.send)).containsExactly(4000, 3000, 1000);
        assertThat(bandwidths(endpoint.eager)).containsExactly(4000, 1000);
        assertThat(endpoint.send)
                .extracting(link -> link.weight)
                .containsExactly(0.5, 0.375, 0.125);
        cut(2);
        assertThat(bandwidths(endpoint.send)).containsExactly(3000, 1000);
        assertThat(endpoint.send).extracting(link -> link.weight).containsExactly(0.75, 0.25);
    }

    /** A bandwidth that nobody knows makes the links equal. */
    @Test
    void linksShareEquallyWhereABandwidthIsUnknown() {
        open(link(10, 0), link(10, 3000));
        assertThat(bml.endpoint(peer).send)
                .extracting(link -> link.weight)
                .containsExactly(0.5, 0.5);
    }

    private static List<Integer> bandwidths(BtlLink... links) {
        return Arrays.stream(links).map(link -> link.attributes.bandwidth()).toList();
    }

    /** One BTL may know that the process is dead: its other links lead nowhere, too. */
    @Test
    void aDeadPeerLosesAllItsLinks() {
        open(2);
        BmlEndpoint endpoint = bml.endpoint(peer);
        bml.onError(endpoint.send[0].btl, endpoint.send[0].endpoint, Rc.PEER_FAILED, "it died");
        assertThat(endpoint.reachable()).isFalse();
        assertThat(endpoint.send).isEmpty();
        assertThat(peer.failure()).isEqualTo("it died");
        assertThat(failures).hasSize(2);
    }

    @Test
    void aPeerMayDieBeforeTheFirstContact() {
        open(2);
        Btl btl = bml.btls().getFirst();
        BtlEndpoint link = btl.addPeer(peer, new StringBuilder());
        bml.onError(btl, link, Rc.PEER_FAILED, "it died");
        assertThat(peer.isLost()).isTrue();
        assertThat(peer.failure()).isEqualTo("it died");
        assertThat(failures).isEmpty();
    }

    /** A link may break before anybody has sent over it. */
    @Test
    void aLinkThatBreaksBeforeTheFirstContactIsNotThere() {
        open(2);
        cut(0);
        assertThat(failures).isEmpty();
        assertThat(bml.endpoint(peer).send).hasSize(1);
        assertThat(peer.isLost()).isFalse();
    }
}
