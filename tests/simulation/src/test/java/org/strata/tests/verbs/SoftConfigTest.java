package org.strata.tests.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.mca.base.ParameterSources;
import org.strata.mca.base.Parameters;
import org.strata.mca.base.Section;
import org.strata.verbs.soft.SoftConfig;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What reference.conf says and what the record's defaults say is the same. */
final class SoftConfigTest {
    @TempDir Path directory;

    private SoftConfig read(Map<String, String> options) {
        Parameters parameters =
                Parameters.resolve(
                        new ParameterSources(
                                options,
                                Map.of(),
                                List.of(),
                                directory,
                                null,
                                directory,
                                SoftConfigTest.class.getClassLoader()));
        assertThat(parameters.problems().list()).isEmpty();
        Section section = parameters.section("verbs", "soft");
        return SoftConfig.from(
                new SoftConfig.Source() {
                    @Override
                    public int integer(String key) {
                        return section.integer(key);
                    }

                    @Override
                    public long size(String key) {
                        return section.size(key);
                    }

                    @Override
                    public String text(String key) {
                        return section.text(key);
                    }
                });
    }

    @Test
    void defaultsAgree() {
        assertThat(read(Map.of())).isEqualTo(SoftConfig.defaults());
    }

    @Test
    void valuesArrive() {
        SoftConfig config =
                read(
                        Map.of(
                                "verbs_soft_mode", "engine",
                                "verbs_soft_devices", "2",
                                "verbs_soft_memory_nodes", "1,,0",
                                "verbs_soft_xrc", "false",
                                "verbs_soft_pin", "strict",
                                "verbs_soft_delivery", "scrambled",
                                "verbs_soft_delivery_seed", "42",
                                "verbs_soft_max_registered", "256k"));
        assertThat(config)
                .isEqualTo(
                        SoftConfig.defaults()
                                .withMode(SoftConfig.Mode.ENGINE)
                                .withDevices(2, 1)
                                .withMemoryNodes(1, -1, 0)
                                .withoutXrc()
                                .withRegistration(256 << 10, SoftConfig.Pin.STRICT)
                                .withDelivery(new SoftConfig.DeliveryOrder(true, 42)));
    }
}
