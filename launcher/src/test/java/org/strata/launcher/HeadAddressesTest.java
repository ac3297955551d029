package org.strata.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.launcher.cli.UsageException;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;

/** As on the loopback interface of this host, which every host has. */
final class HeadAddressesTest {
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.0.0.0/8", "203.0.113.0/24 , 127.0.0.1/32"})
    void theUserNamesAddressesOrNetworks(String include) throws IOException, UsageException {
        assertThat(HeadAddresses.choose(include, List.of("h")))
                .containsExactly(InetAddress.ofLiteral("127.0.0.1"));
    }

    @Test
    void orInterfaces() throws IOException, UsageException {
        assertThat(HeadAddresses.choose("lo*,nosuch0", List.of("h")))
                .contains(InetAddress.ofLiteral("127.0.0.1"))
                .allMatch(InetAddress::isLoopbackAddress);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nosuch0", "203.0.113.0/24", "127.0.0.0/33", "127.0.0.0/x"})
    void whatIsNotHereIsRefused(String include) {
        assertThatThrownBy(() -> HeadAddresses.choose(include, List.of("h")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("oob_if_include = " + include);
    }
}
