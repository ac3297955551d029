package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import org.junit.jupiter.api.Test;
import org.strata.btl.tcp.TcpAddress.Link;
import org.strata.btl.tcp.TcpAddress.ListenAddress;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

final class PairingTest {
    private static Link link(String name, int line, int bandwidth, String... addresses) {
        List<ListenAddress> list = new ArrayList<>();
        for (String address : addresses) {
            String[] parts = address.split("/");
            InetAddress ip = InetAddress.ofLiteral(parts[0]);
            list.add(new ListenAddress(ip, Integer.parseInt(parts[1]), 4000 + list.size()));
        }
        return new Link(name, line, name.equals("lo"), bandwidth, list);
    }

    private static TcpAddress card(Link... links) {
        return new TcpAddress(List.of(links));
    }

    private static List<Integer> partners(TcpAddress ours, TcpAddress theirs, boolean host) {
        List<Integer> partners = new ArrayList<>();
        for (Route route : Pairing.routes(ours, theirs, host, true)) {
            partners.add(route == null ? -1 : route.remoteLink());
        }
        return partners;
    }

    private static List<String> candidates(Route route) {
        return route.candidates().stream().map(c -> TcpTexts.address(c.remote())).toList();
    }

    @Test
    void sameSubnetBeatsEverything() {
        TcpAddress a =
                card(link("eth0", 0, 1000, "10.1.0.1/24"), link("eth1", 0, 1000, "10.2.0.1/24"));
        TcpAddress b =
                card(link("en0", 0, 9000, "10.2.0.2/24"), link("en1", 0, 1000, "10.1.0.2/24"));
        assertThat(partners(a, b, false)).containsExactly(1, 0);
    }

    @Test
    void theSumDecidesNotTheFirstPair() {
        // A reaches both of b's in its subnet, B only the first: taking A's first would waste B.
        TcpAddress a =
                card(
                        link("A", 0, 1000, "10.1.0.1/24", "10.2.0.1/24"),
                        link("B", 0, 1000, "10.1.0.9/24"));
        TcpAddress b = card(link("x", 0, 1000, "10.1.0.2/24"), link("y", 0, 1000, "10.2.0.2/24"));
        assertThat(partners(a, b, false)).containsExactly(1, 0);
    }

    @Test
    void bothPrivateBeatsPrivateWithPublic() {
        TcpAddress a = card(link("eth0", 0, 1, "10.1.0.1/24"));
        TcpAddress b =
                card(link("eth0", 0, 1, "193.1.1.1/24"), link("eth1", 0, 1, "172.16.0.1/16"));
        assertThat(partners(a, b, false)).containsExactly(1);
    }

    @Test
    void bandwidthDecidesAmongEquals() {
        TcpAddress a = card(link("eth0", 0, 10_000, "10.1.0.1/24"));
        TcpAddress b =
                card(link("eth0", 0, 1000, "10.1.0.2/24"), link("eth1", 0, 10_000, "10.1.0.3/24"));
        assertThat(partners(a, b, false)).containsExactly(1);
    }

    @Test
    void loopbackIsForOneHostAndThenAlone() {
        TcpAddress a =
                card(link("lo", 0, 100, "127.0.0.1/8"), link("eth0", 0, 1000, "10.1.0.1/24"));
        assertThat(partners(a, a, true)).containsExactly(0, -1);
        assertThat(partners(a, a, false)).containsExactly(-1, 1);
        TcpAddress b = card(link("eth0", 0, 1000, "10.1.0.1/24"));
        assertThat(partners(a, b, true)).containsExactly(-1, 0);
    }

    @Test
    void linesPairWithTheirLikes() {
        Link[] eth = {
            link("eth0", 0, 1, "10.1.0.1/24"),
            link("eth0", 1, 1, "10.1.0.1/24"),
            link("eth1", 0, 1, "10.2.0.1/24"),
            link("eth1", 1, 1, "10.2.0.1/24")
        };
        TcpAddress b =
                card(
                        link("en5", 0, 1, "10.2.0.9/24"),
                        link("en5", 1, 1, "10.2.0.9/24"),
                        link("en6", 0, 1, "10.1.0.9/24"));
        assertThat(partners(card(eth), b, false)).containsExactly(2, -1, 0, 1);
    }

    @Test
    void familiesDoNotMix() {
        TcpAddress a = card(link("eth0", 0, 1, "10.1.0.1/24"));
        TcpAddress b = card(link("eth0", 0, 1, "fd00::1/64"));
        assertThat(partners(a, b, false)).containsExactly(-1);
        assertThat(partners(a, card(), false)).containsExactly(-1);
        assertThat(partners(card(), a, false)).isEmpty();
    }

    @Test
    void candidatesAreRankedAndOtherInterfacesComeLast() {
        TcpAddress a = card(link("eth0", 0, 1, "193.9.9.9/24", "10.1.0.1/24", "fd00::1/64"));
        TcpAddress b =
                card(
                        link("eth0", 0, 1, "fd01::2/64", "10.1.0.2/24", "193.8.8.8/24"),
                        link("eth1", 0, 1, "10.1.0.3/24"),
                        link("eth1", 1, 1, "10.1.0.3/24"));
        Route route = Pairing.routes(a, b, false, true)[0];
        assertThat(route.remoteLink()).isZero();
        assertThat(candidates(route))
                .containsExactly(
                        "10.1.0.2:4001",
                        "[fd01:0:0:0:0:0:0:2]:4000",
                        "193.8.8.8:4002",
                        "10.1.0.3:4000");
        assertThat(route.candidates().get(2).local()).isEqualTo(InetAddress.ofLiteral("193.9.9.9"));
        assertThat(route.candidates().get(3).local()).isNull();
    }

    @Provide
    Arbitrary<TcpAddress> cards() {
        Arbitrary<Link> links =
                Arbitraries.of(
                        link("lo", 0, 0, "127.0.0.1/8"),
                        link("a", 0, 1000, "10.1.0.1/24"),
                        link("b", 0, 1000, "10.1.0.2/24", "fd00::1/64"),
                        link("c", 0, 5000, "10.2.0.1/24"),
                        link("c", 1, 5000, "10.2.0.1/24"),
                        link("d", 0, 10, "193.1.1.1/24"),
                        link("e", 0, 10, "fd00::2/64"));
        return links.list().uniqueElements().ofMaxSize(5).map(TcpAddress::new);
    }

    /** Each end computes its own half: they must fit, or both would wait for each other. */
    @Property(tries = 500)
    void bothEndsComeToTheSameResult(
            @ForAll("cards") TcpAddress a,
            @ForAll("cards") TcpAddress b,
            @ForAll boolean sameHost) {
        Route[] left = Pairing.routes(a, b, sameHost, true);
        Route[] right = Pairing.routes(b, a, sameHost, false);
        int pairs = 0;
        for (int i = 0; i < left.length; i++) {
            if (left[i] != null) {
                assertThat(right[left[i].remoteLink()].remoteLink()).isEqualTo(i);
                assertThat(left[i].candidates()).isNotEmpty();
                pairs++;
            }
        }
        for (Route route : right) {
            pairs -= route == null ? 0 : 1;
        }
        assertThat(pairs).isZero();
    }

    @Property(tries = 200)
    void cardsComeBack(@ForAll("cards") TcpAddress card) throws Exception {
        assertThat(TcpAddress.decode(card.encode())).isEqualTo(card);
    }
}
