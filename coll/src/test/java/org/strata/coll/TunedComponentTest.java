package org.strata.coll;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.coll.TunedConfig.Wish;
import org.strata.coll.bcast.BcastAlgorithm;
import org.strata.mca.base.Output;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakePml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
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

    private void open(boolean dynamic, String rulesFile, Map<Collective, Wish> wishes) {
        TunedConfig config = new TunedConfig(30, dynamic, rulesFile, 4, 4, 0, wishes);
        try (FakeJob job = FakeJob.of(1)) {
            TunedComponent component =
                    new TunedComponent(config, job.rank(0).engine(), output, true);
            assertThat(component.coll(FakePml.of(job, 0).getFirst())).isNotNull();
        }
    }

    @Test
    void choicesWithoutDynamicRulesAreToldToHaveNoEffect() {
        Map<Collective, Wish> wishes = new EnumMap<>(Collective.class);
        wishes.put(Collective.BCAST, new Wish(BcastAlgorithm.CHAIN, 0, 4, 4, 0));
        open(true, "", wishes);
        assertThat(warnings).isEmpty();
        open(false, "", wishes);
        assertThat(warnings).singleElement().asString().contains("use_dynamic_rules", "bcast");
    }

    @Test
    void badRulesFilesAreToldAndNotUsed() throws IOException {
        open(true, directory.resolve("none").toString(), Map.of());
        assertThat(warnings).singleElement().asString().contains("no such file");
        Path bad = Files.writeString(directory.resolve("bad"), "bcast 2 0 fastest");
        open(true, bad.toString(), Map.of());
        assertThat(warnings.getLast()).contains(bad.toString(), "line 1", "scatter_allgather");
    }

    @Test
    void goodRulesFilesAreUsedSilently() throws IOException {
        Path good = Files.writeString(directory.resolve("good"), "bcast 2 0 pipeline segment=1m");
        open(true, good.toString(), Map.of());
        assertThat(warnings).isEmpty();
    }
}
