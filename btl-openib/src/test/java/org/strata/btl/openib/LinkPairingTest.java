package org.strata.btl.openib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.btl.openib.connect.PortAddress;
import org.strata.verbs.Gid;
import org.strata.verbs.GidType;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Which ports of two processes talk to each other. */
final class LinkPairingTest {
    private static final int FAR = 11;

    private static PortCard infiniBand(long subnet, int distance) {
        PortAddress address = new PortAddress(7, subnet, 9, 5);
        return new PortCard(address, subnet, GidType.INFINIBAND, distance, 0);
    }

    /** A port of RoCE in 10.rail.0.0/16. */
    private static PortCard roce(GidType type, int rail, int distance) {
        Gid gid = new Gid(0, 0xffff_0a00_0001L | (long) rail << 16);
        PortAddress address = new PortAddress(0, gid.subnetPrefix(), gid.interfaceId(), 5);
        return new PortCard(address, Subnet.of(gid, any -> 16), type, distance, 0);
    }

    private static String pairs(List<PortCard> ours, List<PortCard> theirs) {
        LinkPairing pairing = new LinkPairing(ours, theirs, false);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < ours.size(); i++) {
            text.append(Math.max(-1, pairing.partner(i, new StringBuilder()))).append(' ');
        }
        return text.toString().strip();
    }

    private static String refusal(PortCard ours, PortCard theirs) {
        StringBuilder refusal = new StringBuilder();
        new LinkPairing(List.of(ours), List.of(theirs), false).partner(0, refusal);
        return refusal.toString();
    }

    @Test
    void theNthOfASubnetTalksToTheNth() {
        List<PortCard> ours = List.of(infiniBand(1, 0), infiniBand(2, 0), infiniBand(1, 0));
        List<PortCard> theirs = List.of(infiniBand(1, 0), infiniBand(1, 0), infiniBand(2, 0));
        assertThat(pairs(ours, theirs)).isEqualTo("0 2 1");
        assertThat(pairs(theirs, ours)).isEqualTo("0 2 1");
    }

    /** Ports are in the order of their distances: near talks to near, and far is left out. */
    @Test
    void onlyTheNearestPairIsUsed() {
        List<PortCard> two = List.of(infiniBand(1, 0), infiniBand(1, FAR));
        assertThat(pairs(two, two)).isEqualTo("0 -1");
        assertThat(pairs(two, List.of(infiniBand(1, 0)))).isEqualTo("0 -1");
        assertThat(pairs(List.of(infiniBand(1, 0)), two)).isEqualTo("0");
        StringBuilder refusal = new StringBuilder();
        new LinkPairing(two, two, false).partner(1, refusal);
        assertThat(refusal).contains("btl_openib_ignore_locality");
    }

    /** With a subnet per rail, no pair is near for both: both are used. */
    @Test
    void railsThatAreNearForOneOnlyAreBothUsed() {
        List<PortCard> first = List.of(infiniBand(1, 0), infiniBand(2, FAR));
        List<PortCard> second = List.of(infiniBand(2, 0), infiniBand(1, FAR));
        assertThat(pairs(first, second)).isEqualTo("1 0");
    }

    @Test
    void railsOfIpv4AreToldApart() {
        List<PortCard> first = List.of(roce(GidType.ROCE_V2, 1, 0), roce(GidType.ROCE_V2, 2, 0));
        List<PortCard> second = List.of(roce(GidType.ROCE_V2, 2, 0), roce(GidType.ROCE_V2, 1, 0));
        assertThat(pairs(first, second)).isEqualTo("1 0");
    }

    @Test
    void roceOfVersion2CrossesSubnets() {
        PortCard here = roce(GidType.ROCE_V2, 1, 0);
        PortCard there = roce(GidType.ROCE_V2, 2, 0);
        assertThat(pairs(List.of(here), List.of(there))).isEqualTo("0");
        PortCard old = roce(GidType.ROCE_V1, 2, 0);
        assertThat(pairs(List.of(here), List.of(old))).isEqualTo("-1");
        assertThat(refusal(here, old)).contains("btl_openib_allow_different_subnets");
    }

    @Test
    void subnetsOfInfiniBandAreNeverCrossed() {
        PortCard here = infiniBand(1, 0);
        PortCard there = infiniBand(2, 0);
        LinkPairing pairing = new LinkPairing(List.of(here), List.of(there), true);
        StringBuilder refusal = new StringBuilder();
        assertThat(pairing.partner(0, refusal)).isNegative();
        assertThat(refusal.toString()).contains("rdma_cm").contains("--mca btl self,shm,tcp");
    }

    @Test
    void versionsOfRoceDoNotUnderstandEachOther() {
        assertThat(refusal(roce(GidType.ROCE_V2, 1, 0), roce(GidType.ROCE_V1, 1, 0)))
                .contains("RoCE v1", "RoCE v2", "btl_openib_gid_index");
        assertThat(refusal(roce(GidType.ROCE_V2, 1, 0), roce(GidType.UNKNOWN, 1, 0))).isEmpty();
    }

    /** Whatever both have: if a link of one talks to one of the other, so does that to it. */
    @Test
    void bothComeToTheSame() {
        Random random = new Random(39);
        for (int round = 0; round < 2000; round++) {
            List<PortCard> ours = ports(random);
            List<PortCard> theirs = ports(random);
            boolean any = random.nextBoolean();
            LinkPairing there = new LinkPairing(theirs, ours, any);
            LinkPairing here = new LinkPairing(ours, theirs, any);
            for (int i = 0; i < ours.size(); i++) {
                int partner = here.partner(i, new StringBuilder());
                if (partner >= 0) {
                    assertThat(there.partner(partner, new StringBuilder()))
                            .as("%s with %s", ours, theirs)
                            .isEqualTo(i);
                }
            }
            long here2 = used(here, ours.size());
            assertThat(used(there, theirs.size())).isEqualTo(here2);
        }
    }

    private static long used(LinkPairing pairing, int links) {
        return IntStream.range(0, links)
                .filter(i -> pairing.partner(i, new StringBuilder()) >= 0)
                .count();
    }

    private static List<PortCard> ports(Random random) {
        List<PortCard> ports = new ArrayList<>();
        GidType[] types = GidType.values();
        for (int count = random.nextInt(5); count > 0; count--) {
            int distance = FAR * random.nextInt(3);
            int rail = random.nextInt(2);
            GidType type = types[random.nextInt(types.length)];
            ports.add(
                    type == GidType.INFINIBAND
                            ? infiniBand(rail, distance)
                            : roce(type, rail, distance));
        }
        return ports;
    }

    @Test
    void networksOfIpv4() throws Exception {
        Gid gid = new Gid(0, 0xffff_c0a8_4d81L);
        assertThat(Subnet.of(gid, any -> 24))
                .isEqualTo(Subnet.of(new Gid(0, 0xffff_c0a8_4d01L), any -> 24));
        assertThat(Subnet.of(gid, any -> 25))
                .isNotEqualTo(Subnet.of(new Gid(0, 0xffff_c0a8_4d01L), any -> 25));
        assertThat(Subnet.of(gid, any -> 24)).isNotEqualTo(Subnet.of(gid, any -> 16));
        assertThat(Subnet.of(gid, any -> 0))
                .isEqualTo(Subnet.of(new Gid(0, 0xffff_0a00_0001L), any -> 0));
        assertThat(Subnet.of(new Gid(0xfe80L << 48, 1), any -> 8)).isEqualTo(0xfe80L << 48);
        InetAddress[] asked = new InetAddress[1];
        Subnet.of(
                gid,
                address -> {
                    asked[0] = address;
                    return -1;
                });
        assertThat(asked[0].getHostAddress()).isEqualTo("192.168.77.129");
    }
}
