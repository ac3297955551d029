package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.base.ParameterSources;
import org.strata.mca.base.Parameters;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class JobLimitsTest {
    private static JobLimits limits(String... options) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            ParameterSources.addCommandLine(pairs, options[i], options[i + 1]);
        }
        Parameters parameters =
                Parameters.resolve(
                        new ParameterSources(
                                pairs,
                                Map.of(),
                                List.of(),
                                Path.of("").toAbsolutePath(),
                                null,
                                null,
                                JobLimitsTest.class.getClassLoader()));
        return JobLimits.from(null, parameters.orThrow().section("odls", "base"));
    }

    @Test
    void defaults() {
        assertThat(limits())
                .isEqualTo(new JobLimits(null, Duration.ofMillis(800), Duration.ofSeconds(10)));
    }

    @Test
    void explicit() {
        assertThat(limits("odls_base_sigkill_timeout", "90", "odls_base_init_warning", "0.5"))
                .isEqualTo(new JobLimits(null, Duration.ofSeconds(90), Duration.ofMillis(500)));
    }
}
