package org.strata.launcher.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.strata.launcher.wire.Hello;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Daemons of a step of Slurm read one hello: each finds its node in it. */
class OwnNodeTest {
    private static Hello hello(Map<String, String> parameters) {
        return new Hello("1", "1-a", new byte[32], 0, "", List.of(), 1000, parameters);
    }

    private static Hello of(String name) throws IOException {
        Map<String, String> parameters = DaemonCommand.parameters(List.of("h2", "h3"), "");
        return OwnNode.of(hello(parameters), Map.of("SLURMD_NODENAME", name));
    }

    @Test
    void theNameInTheAllocationDecides() throws IOException {
        assertThat(of("h2").node()).isEqualTo(1);
        assertThat(of("h3").node()).isEqualTo(2);
        assertThat(of("h3").host()).isEqualTo("h3");
        assertThatThrownBy(() -> of("h4"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("h4");
    }

    @Test
    void aHelloForOneDaemonStaysAsItIs() throws IOException {
        Hello own = hello(Map.of()).forNode(7, "h7");
        assertThat(OwnNode.of(own, Map.of("SLURMD_NODENAME", "h1")).node()).isEqualTo(7);
    }
}
