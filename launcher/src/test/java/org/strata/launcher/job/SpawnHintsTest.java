package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.launcher.cli.UsageException;
import org.strata.mca.ess.Spawn;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a spawn's Info means beside the reserved keys. */
class SpawnHintsTest {
    private final List<String> warnings = new ArrayList<>();
    private final SpawnHints hints = new SpawnHints(warnings::add);

    private static Spawn.Program program(Map<String, String> info) {
        return new Spawn.Program(List.of("worker"), 1, info);
    }

    private static Spawn spawn(List<Map<String, String>> infos) {
        return new Spawn(infos.stream().map(SpawnHintsTest::program).toList());
    }

    /** A program that spawns in a loop would fill the terminal. */
    @Test
    void aKeyWithoutEffectIsReportedOnce() {
        hints.warn(spawn(List.of(Map.of("host", "a", "env", "X=1"), Map.of())));
        assertThat(warnings).isEmpty();
        hints.warn(spawn(List.of(Map.of("map_by", "node", "wdir", "/"), Map.of("map_by", "core"))));
        hints.warn(spawn(List.of(Map.of("map_by", "node"))));
        hints.warn(spawn(List.of(Map.of("bind_to", "core", "map_by", "node", "hostfile", "f"))));
        assertThat(warnings)
                .containsExactly(
                        "spawn: these Info keys of Open MPI's have no effect: map_by.",
                        "spawn: these Info keys of Open MPI's have no effect: bind_to, hostfile.");
    }

    @Test
    void theEnvironmentIsOneVariablePerLine() throws UsageException {
        assertThat(SpawnHints.exports(program(Map.of()))).isEmpty();
        assertThat(SpawnHints.exports(program(Map.of("env", "A=1\n\nB=x=y\nPATH\n"))))
                .containsExactly("A=1", "B=x=y", "PATH");
    }

    @ParameterizedTest
    @ValueSource(strings = {"=1", "A=1\n=2", "A=\0"})
    void aVariableNeedsAName(String lines) {
        assertThatThrownBy(() -> SpawnHints.exports(program(Map.of("env", lines))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("NAME=VALUE");
    }
}
