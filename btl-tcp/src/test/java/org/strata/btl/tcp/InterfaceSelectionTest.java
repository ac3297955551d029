package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.btl.tcp.HostInterface.Address;
import org.strata.btl.tcp.InterfaceSelection.Reach;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

final class InterfaceSelectionTest {
    private static final String VIRTUAL = "docker*,br-*,virbr*,veth*,cni*";

    /** A host with everything that ever confused a job. */
    private static final List<HostInterface> HOST =
            List.of(
                    of("lo", 1, true, true, "127.0.0.1/8", "::1/128"),
                    of("eth0", 2, true, false, "10.0.0.5/24", "fe80::1/64", "fd00::5/64"),
                    of("eth1", 3, true, false, "192.168.7.5/16"),
                    of("eth2", 4, false, false, "10.9.0.5/24"),
                    of("docker0", 5, true, false, "172.17.0.1/16"),
                    of("virbr0", 6, true, false, "192.168.122.1/24"),
                    of("br-0a1b", 7, true, false, "172.18.0.1/16"),
                    of("veth12", 8, true, false, "fe80::8/64"),
                    of("ib0", 9, true, false, "192.168.200.5/24"),
                    of("tun0", 10, true, false));

    private static HostInterface of(
            String name, int index, boolean up, boolean loopback, String... addresses) {
        List<Address> list = new ArrayList<>();
        for (String address : addresses) {
            String[] parts = address.split("/");
            list.add(new Address(InetAddress.ofLiteral(parts[0]), Integer.parseInt(parts[1])));
        }
        return new HostInterface(name, index, up, loopback, 0, list);
    }

    private static String choose(String include, String exclude, int noFamily, Reach reach) {
        InterfaceSelection.Chosen choice = choice(include, exclude, noFamily, reach);
        List<String> chosen = new ArrayList<>();
        for (HostInterface one : choice.links()) {
            one.addresses().forEach(a -> chosen.add(one.name() + "=" + a.ip().getHostAddress()));
        }
        return String.join(" ", chosen);
    }

    private static InterfaceSelection.Chosen choice(
            String include, String exclude, int noFamily, Reach reach) {
        TcpConfig.Interfaces config =
                new TcpConfig.Interfaces(
                        words(include), words(exclude), words(VIRTUAL), noFamily, false);
        return new InterfaceSelection(config).choose(HOST, reach);
    }

    private static List<String> words(String text) {
        return text.isEmpty() ? List.of() : Arrays.asList(text.split("[, ]"));
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    '', '', 0, HOST, 'lo=127.0.0.1 lo=::1'
                    '', '', 6, HOST, 'lo=127.0.0.1'
                    '', '', 6, OTHERS, 'eth0=10.0.0.5 eth1=192.168.7.5 ib0=192.168.200.5'
                    '', '', 4, OTHERS, 'eth0=fd00::5'
                    '', '', 6, BOTH, 'lo=127.0.0.1 eth0=10.0.0.5 eth1=192.168.7.5 ib0=192.168.200.5'
                    '', 'lo', 6, HOST, 'eth0=10.0.0.5 eth1=192.168.7.5 ib0=192.168.200.5'
                    '', '127.0.0.0/8 eth1', 6, BOTH, 'eth0=10.0.0.5 ib0=192.168.200.5'
                    '', 'eth*', 6, OTHERS, 'ib0=192.168.200.5'
                    '', 'eth?', 6, OTHERS, 'ib0=192.168.200.5'
                    '', '192.168.0.0/16', 6, OTHERS, 'eth0=10.0.0.5'
                    'eth1', '', 6, HOST, 'eth1=192.168.7.5'
                    'ib0 eth0', '', 6, OTHERS, 'eth0=10.0.0.5 ib0=192.168.200.5'
                    '10.0.0.0/8', '', 0, OTHERS, 'eth0=10.0.0.5'
                    '10.0.0.5', '', 0, OTHERS, 'eth0=10.0.0.5'
                    'docker0', '', 0, OTHERS, 'docker0=172.17.0.1'
                    '172.16.0.0/12', '', 0, OTHERS, 'docker0=172.17.0.1 br-0a1b=172.18.0.1'
                    'eth0', '', 0, OTHERS, 'eth0=10.0.0.5 eth0=fd00:0:0:0:0:0:0:5'
                    'fe80::/10', '', 0, OTHERS, 'eth0=fe80:0:0:0:0:0:0:1 veth12=fe80:0:0:0:0:0:0:8'
                    'eth*', 'eth1', 6, OTHERS, 'eth0=10.0.0.5'
                    'wlan0', '', 0, OTHERS, ''
                    """)
    void table(String include, String exclude, int noFamily, Reach reach, String expected) {
        assertThat(normal(choose(include, exclude, noFamily, reach))).isEqualTo(normal(expected));
    }

    /** Writes every address the same way. */
    private static String normal(String text) {
        StringBuilder result = new StringBuilder();
        for (String word : text.strip().split(" ")) {
            int at = word.indexOf('=');
            if (at > 0) {
                InetAddress ip = InetAddress.ofLiteral(word.substring(at + 1));
                result.append(word, 0, at + 1).append(ip.getHostAddress()).append(' ');
            }
        }
        return result.toString();
    }

    @Test
    void everyRefusalHasAReason() {
        assertThat(choice("", "eth1", 6, Reach.OTHERS).notes())
                .anyMatch(n -> n.equals("eth1 192.168.7.5: btl_tcp_if_exclude has eth1"))
                .anyMatch(n -> n.equals("eth2: down"))
                .anyMatch(n -> n.equals("tun0: no address"))
                .anyMatch(n -> n.startsWith("docker0 172.17.0.1: btl_tcp_if_exclude_virtual"))
                .anyMatch(n -> n.equals("lo: no other process on this host"));
    }

    @Test
    void unfoundNamesAreTold() {
        assertThat(choice("eth0,wlan*,10.77.0.0/16", "", 0, Reach.OTHERS).unfound())
                .containsExactly("wlan*", "10.77.0.0/16");
    }
}
