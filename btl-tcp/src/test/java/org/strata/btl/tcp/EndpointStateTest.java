package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.List;

final class EndpointStateTest {
    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    CLOSED,     CONNECTING CONNECTED
                    CONNECTING, HANDSHAKE CONNECTED FAILED CLOSED
                    HANDSHAKE,  CONNECTING CONNECTED FAILED CLOSED
                    CONNECTED,  CLOSING FAILED CLOSED
                    CLOSING,    CLOSED
                    FAILED,     ''
                    """)
    void table(EndpointState state, String next) {
        List<String> allowed = Arrays.asList(next.split(" "));
        for (EndpointState other : EndpointState.values()) {
            assertThat(state.mayBecome(other))
                    .as("%s to %s", state, other)
                    .isEqualTo(allowed.contains(other.name()));
        }
    }
}
