package org.strata.launcher.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.strata.launcher.cli.JobRequest.Api;
import org.strata.launcher.wire.LaunchOrder.NodeProgram;
import org.strata.launcher.wire.LaunchOrder.NodeRank;
import org.strata.launcher.wire.LaunchOrder.RankPlace;
import org.strata.launcher.wire.MessageReader.DamagedException;

import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The order to start ranks, and the environment that they get. */
class LaunchOrderTest {
    private static final LaunchOrder ORDER =
            new LaunchOrder(
                    4,
                    "of-1-ab",
                    1 << 17,
                    1,
                    0,
                    List.of(new RankPlace("h1", 0, 0), new RankPlace("h2", 0, 0)),
                    List.of(
                            new NodeProgram(
                                    List.of("echo", ""), "/x", true, "/p", Map.of("A", "ä"))),
                    List.of(new NodeRank(1, "0,1", true, "-agent", Map.of("R", "1"))),
                    true,
                    false,
                    Api.MPJ);

    @Test
    void arrivesAsItWasSent() {
        byte[] message = ORDER.write(NodeFrame.LAUNCH.start()).end();
        MessageReader in = new MessageReader(message);
        assertThat(NodeFrame.of(in)).isEqualTo(NodeFrame.LAUNCH);
        assertThat(LaunchOrder.read(in)).isEqualTo(ORDER);
    }

    @Test
    void everyShorterMessageIsDamaged() {
        byte[] message = ORDER.write(NodeFrame.LAUNCH.start()).end();
        for (int length = 0; length < message.length; length++) {
            MessageReader in = new MessageReader(Arrays.copyOf(message, length));
            assertThatThrownBy(
                            () -> {
                                NodeFrame.of(in);
                                LaunchOrder.read(in);
                            })
                    .as("%d bytes", length)
                    .isInstanceOf(DamagedException.class);
        }
    }

    @Test
    void aListLongerThanTheMessageTakesNoMemory() {
        MessageReader in =
                new MessageReader(new MessageWriter().number(Integer.MAX_VALUE).text("x").end());
        assertThatThrownBy(in::texts).isInstanceOf(DamagedException.class);
        MessageReader negative = new MessageReader(new MessageWriter().number(-1).end());
        assertThatThrownBy(negative::texts).isInstanceOf(DamagedException.class);
    }

    /** The folders of --path come before those of PATH. */
    @Test
    void whereAProgramIsLookedFor() {
        Map<String, String> variables = Map.of("PATH", "/bin", "A", "1");
        assertThat(HostVariables.searching(variables, "")).isEqualTo(variables);
        assertThat(HostVariables.searching(variables, "/x"))
                .isEqualTo(Map.of("PATH", "/x" + File.pathSeparator + "/bin", "A", "1"));
        assertThat(HostVariables.searching(Map.of(), "/x")).isEqualTo(Map.of("PATH", "/x"));
    }

    /** What means a host is that host's own; the rest is mpirun's. */
    @Test
    void theEnvironmentOfARankElsewhere() {
        Map<String, String> merged =
                HostVariables.merged(
                        Map.of("HOME", "/there", "SSH_CLIENT", "x", "PATH", "/there/bin"),
                        Map.of("PATH", "/here/bin", "CLASSPATH", "a.jar"));
        assertThat(merged)
                .containsOnly(
                        Map.entry("HOME", "/there"),
                        Map.entry("SSH_CLIENT", "x"),
                        Map.entry("PATH", "/here/bin"),
                        Map.entry("CLASSPATH", "a.jar"));
        assertThat(List.of("TMPDIR", "SHLVL", "XDG_RUNTIME_DIR", "KUBERNETES_PORT", "_"))
                .allMatch(HostVariables::own);
        assertThat(List.of("TMPDIR2", "MY_SSH_X", "SLURM_JOB_ID")).noneMatch(HostVariables::own);
        assertThat(HostVariables.own("JAVA_HOME")).isFalse();
    }
}
