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
        Parameters rank = rank(rankEnvironment(launcher));

        assertThat(rank.problems().list()).isEmpty();
        assertThat(rank.describe()).isEqualTo(launcher.describe());
        assertThat(rank.find("btl_tcp_links").value()).isEqualTo("3");
        assertThat(rank.find("btl_tcp_links").origin()).isEqualTo("command line");
    }

    @Test
    void ranksReadNoFileThatTheLauncherHasRead() {
        ParameterFixture fixture =
                new ParameterFixture(directory)
                        .site("btl_tcp_links = 4\nmca.btl.tcp.share = 0.5")
                        .user("btl_tcp_eager_limit = 2k")
                        .file("mine.conf", "btl_tcp_links = 5")
                        .named("mine.conf");
        Parameters launcher = fixture.resolve().orThrow();
        Map<String, String> environment = rankEnvironment(launcher);
        fixture.site("btl_tcp_links = {").user("nonsense = 1").file("mine.conf", "}");

        Parameters rank = rank(environment).orThrow();

        assertThat(rank.describe()).isEqualTo(launcher.describe());
        assertThat(rank.find("btl_tcp_links").origin()).endsWith("mine.conf:1");
    }

    @Test
    void valuesFromFilesAreCheckedInRanksToo() {
        Map<String, String> environment =
                rankEnvironment(new ParameterFixture(directory).resolve());
        environment.put(RankVariables.SETTINGS, "file /x:1\tbtl_tcp_links\tmany\n");
        assertThat(rank(environment).problems().list())
                .singleElement()
                .asString()
                .contains("btl_tcp_links = many", "file /x:1", "is not a whole number");
        environment.put(RankVariables.SETTINGS, "file /x:1\tbtl_tcp_knots\t1\n");
        assertThat(rank(environment).problems().list())
                .singleElement()
                .asString()
                .contains("no such parameter");
    }

    @Test
    void ranksReadFilesWhoseTextsNoVariableCarries() {
        Parameters launcher =
                new ParameterFixture(directory)
                        .site("btl_tcp_if_include = \u00e9th0\nbtl_tcp_links = 4")
                        .resolve()
                        .orThrow();
        Map<String, String> environment = rankEnvironment(launcher);
        assertThat(environment).doesNotContainKey(RankVariables.SETTINGS);
        assertThat(rank(environment).orThrow().describe()).isEqualTo(launcher.describe());
        environment.put(RankVariables.SETTINGS, "damaged");
        assertThat(rank(environment).orThrow().describe()).isEqualTo(launcher.describe());
    }

    private Map<String, String> rankEnvironment(Parameters launcher) {
        Map<String, String> environment = new HashMap<>(launcher.sources().environment());
        environment.put("HOME", directory.resolve("home").toString());
        environment.putAll(RankVariablesWriter.variables(launcher));
        return environment;
    }

    private Parameters rank(Map<String, String> environment) {
        return Parameters.resolve(
                ParameterSources.of(
                        environment, directory.resolve("other"), getClass().getClassLoader()));
    }

    @Test
    void theHomeIsTheEnvironments() {
        assertThat(ParameterSources.homeOf(Map.of("HOME", "/h"))).isEqualTo(Path.of("/h"));
        assertThat(ParameterSources.homeOf(Map.of())).isNotNull();
        assertThat(ParameterSources.distributionOf(Map.of("STRATA_HOME", "/d")))
                .isEqualTo(Path.of("/d"));
    }
}
