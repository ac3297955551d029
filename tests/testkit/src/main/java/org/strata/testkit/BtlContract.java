package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.strata.mca.btl.AtomicBtl;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.RdmaBtl;

import java.io.File;
import java.util.List;

/**
 * What every Btl must do, as {@link org.strata.mca.btl.Btl}'s manual says it. A BTL's own test is a
 * subclass that makes its component:
 *
 * <pre>{@code
 * final class TcpBtlContractTest extends BtlContract {
 *     @Override
 *     protected int flags() {
 *         return BtlAttributes.FLAG_SEND | BtlAttributes.FLAG_SEND_IN_PLACE;
 *     }
 *
 *     @Override
 *     protected BtlComponent component(FakeRank rank) {
 *         return new TcpComponent(TcpConfigs.defaults(), rank.engine(), rank.environment(), rank.oob());
 *     }
 * }
 * }</pre>
 *
 * <p>What the flags do not name is skipped with a reason.
 */
public abstract class BtlContract extends BtlFailureContract {
    @Test
    void componentSaysWhatItIs() {
        BtlStation station = stations(2).get(0);
        assertThat(station.component().framework()).isEqualTo("btl");
        assertThat(station.component().name()).matches("[a-z][a-z0-9_]*");
    }

    @Test
    void attributesAreConsistent() {
        for (Btl btl : stations(2).get(0).btls()) {
            BtlAttributes attributes = btl.attributes();
            assertThat(btl.attributes()).isSameAs(attributes);
            assertThat(attributes.name()).isNotBlank();
            assertThat(attributes.exclusivity()).isNotNegative();
            assertThat(attributes.has(BtlAttributes.FLAG_SEND)).isTrue();
            assertThat(attributes.eagerLimit()).isGreaterThanOrEqualTo(BtlAttributes.LEAST_PACKET);
            assertThat(attributes.rendezvousEagerLimit())
                    .isGreaterThanOrEqualTo(attributes.eagerLimit());
            assertThat(attributes.maxSendSize())
                    .isGreaterThanOrEqualTo(attributes.rendezvousEagerLimit());
            assertThat(attributes.pipelineSendLength()).isNotNegative();
            assertThat(attributes.pipelineFragmentSize()).isNotNegative();
            assertThat(attributes.minPipelineSize()).isNotNegative();
            assertThat(attributes.latency()).isNotNegative();
            assertThat(attributes.bandwidth()).isNotNegative();
        }
    }

    @Test
    void flagsAgreeWithTheInterfaces() {
        for (Btl btl : stations(2).get(0).btls()) {
            assertThat(btl.attributes().flags()).as("flags").isEqualTo(flags());
            int rdma = BtlAttributes.FLAG_PUT | BtlAttributes.FLAG_GET;
            boolean advertised = (btl.attributes().flags() & rdma) != 0;
            if (advertised) {
                assertThat(btl).isInstanceOf(RdmaBtl.class);
                RdmaBtl capable = (RdmaBtl) btl;
                assertThat(capable.handleSize()).isBetween(0, 256);
                assertThat(capable.maxRdmaSize()).isGreaterThanOrEqualTo(1024);
                assertThat(btl.attributes().pipelineFragmentSize()).isPositive();
            }
            if (btl.attributes().has(BtlAttributes.FLAG_ATOMICS)) {
                assertThat(btl).isInstanceOf(AtomicBtl.class);
            }
            if (btl.attributes().has(BtlAttributes.FLAG_NEEDS_REGISTRATION)) {
                assertThat(advertised).isTrue();
            }
        }
    }

    @Test
    void refusalGivesOneLineOfReason() {
        FakeJob job = FakeJob.onHosts("alpha", "alpha", "beta", "beta");
        Btl btl = stations(job).get(0).btl();
        for (int peer = 0; peer < job.size(); peer++) {
            StringBuilder refusal = new StringBuilder();
            BtlEndpoint endpoint = btl.addPeer(job.rank(0).proc(peer), refusal);
            if (endpoint == null) {
                assertThat(refusal.toString()).isNotBlank().doesNotContain("\n");
            } else {
                assertThat(refusal).isEmpty();
                assertThat(endpoint.peer()).isSameAs(job.rank(0).proc(peer));
                btl.removePeer(endpoint);
            }
        }
    }

    @Test
    void addingPeersConnectsToNobody() {
        needsPeers();
        List<BtlStation> all = stations(4);
        for (BtlStation station : all) {
            for (BtlStation peer : all) {
                if (peer != station) {
                    assertThat(station.to(peer).peer().rank()).isEqualTo(peer.rank().rank());
                }
            }
        }
    }

    @Test
    void closingUnusedIsQuiet() {
        for (BtlStation station : stations(3)) {
            station.close();
            assertThat(station.errors()).isEmpty();
        }
    }

    @Test
    void closingIsOrderly() {
        needsPeers();
        List<BtlStation> all = stations(3);
        exchange(all, 30, seed.random());
        for (BtlStation station : all) {
            station.close();
            all.get(0).rank().job().progressTimes(100);
        }
        assertThat(all).allSatisfy(station -> assertThat(station.errors()).isEmpty());
    }

    @Test
    void removingAPeerIsNoFailureForIt() {
        needsPeers();
        List<BtlStation> all = stations(3);
        exchange(all, 30, seed.random());
        all.get(0).removePeers();
        all.get(0).rank().job().progressTimes(300);
        assertThat(all).allSatisfy(station -> assertThat(station.errors()).isEmpty());
        exchange(all.subList(1, 3), 1, 2);
    }

    /** Moves a few messages between two stations of a larger job. */
    private void exchange(List<BtlStation> two, int a, int b) {
        BtlStream.Source source = source(two.get(0));
        BtlStream.Receiver receiver = new BtlStream.Receiver(two.get(1), TAG + 1, source);
        BtlStream stream = new BtlStream(two.get(0), b, TAG + 1, source, memory);
        two.get(0)
                .rank()
                .job()
                .progressUntil(
                        "rank " + a + " to rank " + b,
                        () -> {
                            if (stream.sent() < 20) {
                                stream.offer(BtlStream.Means.IMMEDIATE, 50);
                            }
                            return receiver.total() == 20;
                        });
    }

    @Test
    void closingGivesFileDescriptorsBack() {
        File descriptors = new File("/proc/self/fd");
        Assumptions.assumeTrue(descriptors.isDirectory(), "no /proc");
        openAndClose();
        int before = descriptors.list().length;
        for (int i = 0; i < 20; i++) {
            openAndClose();
        }
        assertThat(descriptors.list().length).as("open files").isLessThan(before + 20);
    }

    private void openAndClose() {
        FakeJob job = FakeJob.of(2);
        List<BtlStation> all = stations(job);
        if (!loopbackOnly()) {
            exchange(all, 2, seed.random());
        }
        all.forEach(BtlStation::close);
        job.close();
    }
}
