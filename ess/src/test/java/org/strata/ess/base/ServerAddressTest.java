package org.strata.ess.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;

class ServerAddressTest {
    @Test
    void ranksOfOneHostMeetOnLoopback() throws IOException {
        assertThat(ServerAddress.choose("", List.of()).isLoopbackAddress()).isTrue();
    }

    @Test
    void theUsersNetworksDecide() throws IOException {
        assertThat(ServerAddress.choose("127.0.0.0/8", List.of("h")).getHostAddress())
                .isEqualTo("127.0.0.1");
        assertThat(ServerAddress.choose("nosuch0, lo", List.of("h")).isLoopbackAddress()).isTrue();
        assertThat(ServerAddress.choose("127.0.0.1", List.of("h")).isLoopbackAddress()).isTrue();
        for (String none :
                List.of("nosuch0", "203.0.113.0/24", "127.0.0.1/33", "127.0.0.0/-1", "127.0.0/x")) {
            assertThatThrownBy(() -> ServerAddress.choose(none, List.of()))
                    .hasMessageContaining("oob_if_include");
        }
    }
}
