package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

class RankVariablesTest {
    @TempDir private Path directory;

    @Test
    void ranksSeeWhatTheLauncherSaw() {
        Parameters launcher =
                new ParameterFixture(directory)
                        .mca("btl_tcp_links", "3")
                        .mca("mca.btl.tcp.share", "0.25")
                        .env("OMPI_MCA_btl_tcp_connect", "early")
                        .env("STRATA_MCA_btl_tcp_links", "9")
                        .file("mine.conf", "btl_tcp_use_nagle = yes")
                        .file("dist/conf/profiles/quick.conf", "btl_tcp_eager_limit = 1k")
                        .named("mine.conf")
                        .named("quick")
                        .resolve()
                        .orThrow();
        Map<String, String> environment = new HashMap<>(launcher.sources().environment());
        environment.put("HOME", directory.resolve("home").toString());
        environment.putAll(RankVariables.forRanks(launcher));

        Parameters rank =
                Parameters.resolve(
                        ParameterSources.of(
                                environment,
                                directory.resolve("other"),
                                getClass().getClassLoader()));

        assertThat(rank.problems().list()).isEmpty();
        assertThat(rank.describe()).isEqualTo(launcher.describe());
        assertThat(rank.find("btl_tcp_links").value()).isEqualTo("3");
        assertThat(rank.find("btl_tcp_links").origin()).isEqualTo("command line");
    }

    @Test
    void theHomeIsTheEnvironments() {
        assertThat(ParameterSources.homeOf(Map.of("HOME", "/h"))).isEqualTo(Path.of("/h"));
        assertThat(ParameterSources.homeOf(Map.of())).isNotNull();
        assertThat(ParameterSources.distributionOf(Map.of("STRATA_HOME", "/d")))
                .isEqualTo(Path.of("/d"));
    }
}
