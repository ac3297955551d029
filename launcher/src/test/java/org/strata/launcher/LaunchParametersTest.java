package org.strata.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.launcher.cli.CommandLineParser;
import org.strata.launcher.cli.UsageException;
import org.strata.mca.base.Ignored;
import org.strata.mca.base.Parameters;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Parameters that stand for options of mpirun. */
class LaunchParametersTest {
    @TempDir Path temp;

    private final List<String> warnings = new ArrayList<>();

    /** Names and values in turn. */
    private Parameters parameters(String... pairs) throws UsageException {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < pairs.length; i += 2) {
            words.addAll(List.of("--mca", pairs[i], pairs[i + 1]));
        }
        words.add("p");
        return new JobParameters(
                        new CommandLineParser(Map.of()).parse(words),
                        Map.of("HOME", temp.toString()),
                        temp,
                        temp)
                .first();
    }

    private List<String> exports(String... pairs) throws UsageException {
        return LaunchParameters.exports(parameters(pairs), warnings::add);
    }

    @Test
    void nothingIsSet() throws UsageException {
        Parameters parameters = parameters();
        assertThat(LaunchParameters.options(parameters)).isEmpty();
        assertThat(LaunchParameters.ignored(parameters).isEmpty()).isTrue();
        assertThat(LaunchParameters.hostFile(parameters)).isEmpty();
        assertThat(LaunchParameters.defaultSlots(parameters)).isZero();
        assertThat(LaunchParameters.jit(parameters)).isEmpty();
        assertThat(LaunchParameters.scratch(parameters)).isEmpty();
        assertThat(exports()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "rmaps_base_mapping_policy, map-by, node",
        "rmaps_base_ranking_policy, rank-by, slot",
        "hwloc_base_binding_policy, bind-to, core",
        "hwloc_base_cpu_set, cpu-set, 0-3",
        "orte_xml_file, xml-file, f",
        "mpi_report, report, r.html",
        "mpi_timeline, timeline, t.json",
        "rmaps_base_mapper, map-by, seq",
    })
    void optionsWithValues(String name, String option, String value) throws UsageException {
        assertThat(LaunchParameters.options(parameters(name, value)))
                .isEqualTo(Map.of(option, List.of(value)));
    }

    @ParameterizedTest
    @CsvSource({
        "rmaps_base_oversubscribe, oversubscribe",
        "rmaps_base_no_oversubscribe, nooversubscribe",
        "rmaps_base_display_map, display-map",
        "hwloc_base_report_bindings, report-bindings",
        "orte_tag_output, tag-output",
        "orte_timestamp_output, timestamp-output",
        "orte_xml_output, xml",
        "orte_execute_quiet, q",
    })
    void optionsWithout(String name, String option) throws UsageException {
        assertThat(LaunchParameters.options(parameters(name, "1")))
                .isEqualTo(Map.of(option, List.of()));
        assertThat(LaunchParameters.options(parameters(name, "0"))).isEmpty();
    }

    @Test
    void mappers() throws UsageException {
        Parameters both =
                parameters("rmaps_base_mapper", "seq", "rmaps_base_mapping_policy", "node");
        assertThat(LaunchParameters.options(both)).isEqualTo(Map.of("map-by", List.of("node")));
        assertThat(LaunchParameters.ignored(both).isEmpty()).isTrue();
        Parameters usual = parameters("rmaps_base_mapper", "round_robin");
        assertThat(LaunchParameters.options(usual)).isEmpty();
        assertThat(LaunchParameters.ignored(usual).isEmpty()).isTrue();
        Parameters other = parameters("rmaps_base_mapper", "mindist");
        assertThat(LaunchParameters.options(other)).isEmpty();
        assertThat(LaunchParameters.ignored(other).entries())
                .extracting(Ignored.Entry::what)
                .containsExactly("rmaps = mindist");
    }

    @Test
    void variables() throws UsageException {
        String list = "mca_base_env_list";
        assertThat(exports(list, "A=1; B;;=x;C=;")).containsExactly("A=1", "B", "C=");
        String delimiter = "mca_base_env_list_delimiter";
        assertThat(exports(list, "A=1|B", delimiter, "|")).containsExactly("A=1", "B");
        assertThat(warnings).isEmpty();
        assertThat(exports(list, "A=1::B", delimiter, "::")).isEmpty();
        assertThat(warnings)
                .containsExactly(
                        "mca_base_env_list has no effect: mca_base_env_list_delimiter = \"::\" is"
                                + " not one character.");
    }

    @Test
    void slotsOfHosts() throws UsageException {
        String name = "orte_set_default_slots";
        for (String word : List.of("core", "cores", "hwthread", "hwthreads")) {
            assertThat(LaunchParameters.defaultSlots(parameters(name, word))).isZero();
        }
        assertThat(LaunchParameters.defaultSlots(parameters(name, "3"))).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "sockets"})
    void slotsThatAreNone(String value) throws UsageException {
        Parameters parameters = parameters("orte_set_default_slots", value);
        assertThatThrownBy(() -> LaunchParameters.defaultSlots(parameters))
                .hasMessage("Not a number of slots: orte_set_default_slots = " + value);
    }

    /** Without a list it is the host's adapters that decide, which a test cannot. */
    @ParameterizedTest
    @CsvSource({
        "'self,openib', true",
        "'self, openib ,shm', true",
        "'self,shm,tcp', false",
        "^openib, false",
        "'^shm,openib', false",
    })
    void linksThatNeedTheClassesOfAdapters(String links, boolean needed) throws UsageException {
        assertThat(LaunchParameters.usesAdapters(parameters("btl", links))).isEqualTo(needed);
    }

    @Test
    void filesAndCompilers() throws UsageException {
        Parameters parameters =
                parameters(
                        "orte_default_hostfile", "h", "orte_tmpdir_base", "/t", "mpi_jit", "quick");
        assertThat(LaunchParameters.hostFile(parameters)).isEqualTo("h");
        assertThat(LaunchParameters.scratch(parameters)).isEqualTo("/t");
        assertThat(LaunchParameters.jit(parameters)).hasValue("quick");
    }
}
