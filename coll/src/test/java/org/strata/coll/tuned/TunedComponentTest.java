package org.strata.coll.tuned;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.coll.tuned.TunedConfig.PerCollective;
import org.strata.mca.base.Output;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class TunedComponentTest {
    @TempDir Path directory;

    private final List<String> warnings = new ArrayList<>();

    private final Output output =
            new Output() {
                @Override
                public void warn(String boxedOrLine) {
                    warnings.add(boxedOrLine);
                }

                @Override
                public void verbose(String framework, int level, String line) {}

                @Override
                public boolean isVerbose(String framework, int level) {
                    return false;
                }
            };

    private void open(boolean dynamic, String rulesFile, PerCollective... collectives) {
        TunedConfig config =
                new TunedConfig(
                        30, dynamic, rulesFile, TestRules.FANOUTS, 0, false, List.of(collectives));
        try (FakeJob job = FakeJob.of(1)) {
            TunedComponent component =
                    new TunedComponent(config, job.rank(0).engine(), output, true);
            assertThat(component.coll(FakePml.of(job, 0).getFirst(), null)).isNotNull();
        }
    }

    @Test
    void choicesWithoutDynamicRulesGetAWarning() {
        PerCollective bcast = new PerCollective(Collective.BCAST, "basic_linear", Map.of());
        open(true, "", bcast);
        assertThat(warnings).isEmpty();
        open(false, "", bcast);
        assertThat(warnings).singleElement().asString().contains("use_dynamic_rules", "bcast");
    }

    @Test
    void badRulesFilesGetAWarningAndAreNotUsed() throws IOException {
        open(true, directory.resolve("none").toString());
        assertThat(warnings).singleElement().asString().contains("no such file");
        Path bad = Files.writeString(directory.resolve("bad"), "bcast 2 0 fastest");
        open(true, bad.toString());
        assertThat(warnings.getLast()).contains(bad.toString(), "line 1", "scatter_allgather");
    }

    @Test
    void goodRulesFilesAreUsedSilently() throws IOException {
        Path good = Files.writeString(directory.resolve("good"), "bcast 2 0 pipeline segment=1m");
        open(true, good.toString());
        assertThat(warnings).isEmpty();
    }
}
