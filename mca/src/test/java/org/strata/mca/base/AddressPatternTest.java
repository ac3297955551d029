package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.net.InetAddress;

final class AddressPatternTest {
    private static final InetAddress ADDRESS = InetAddress.ofLiteral("10.1.2.3");

    private static boolean matches(String pattern) {
        return AddressPattern.of(pattern).matches("eth0.100", ADDRESS);
    }

    @Test
    void namesAndGlobsAreThoseOfInterfaces() {
        assertThat(matches("eth0.100")).isTrue();
        assertThat(matches("eth*")).isTrue();
        assertThat(matches("eth?.1*")).isTrue();
        assertThat(matches("eth0")).isFalse();
        assertThat(AddressPattern.of("eth0.100").matches("eth0x100", ADDRESS)).isFalse();
    }

    @Test
    void addressesAndNetworks() {
        assertThat(matches("10.1.2.3")).isTrue();
        assertThat(matches("10.0.0.0/8")).isTrue();
        assertThat(matches("10.1.3.0/23")).isTrue();
        assertThat(matches("10.1.4.0/23")).isFalse();
        assertThat(matches("0.0.0.0/0")).isTrue();
        assertThat(matches("::/0")).isFalse();
    }

    @Test
    void whatIsNoAddressIsAName() {
        for (String odd : new String[] {"999.1.1.1", "10.0.0.0/99", "10.0.0.0/-1", "10.0.0.0/x"}) {
            assertThat(AddressPattern.of(odd).namesAddresses()).as(odd).isFalse();
            assertThat(matches(odd)).as(odd).isFalse();
        }
    }
}
