package org.strata.launcher.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

final class ProcessTreeTest {
    @Test
    void markersAreWholeStrings() {
        byte[] wanted = "A=1".getBytes(StandardCharsets.US_ASCII);
        assertThat(ProcessTree.contains("X=2\0A=1\0".getBytes(StandardCharsets.US_ASCII), wanted))
                .isTrue();
        assertThat(ProcessTree.contains("A=12\0BA=1\0".getBytes(StandardCharsets.US_ASCII), wanted))
                .isFalse();
        assertThat(ProcessTree.contains(new byte[0], wanted)).isFalse();
    }
}
