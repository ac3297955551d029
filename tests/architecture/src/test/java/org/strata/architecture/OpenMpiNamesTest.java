package org.strata.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.mca.base.ComponentModule;
import org.strata.mca.base.Ignored;
import org.strata.mca.base.ParameterSources;
import org.strata.mca.base.Parameters;
import org.strata.mca.base.ReasonList;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What becomes of Open MPI's names in the whole house. */
class OpenMpiNamesTest {
    /** Stands for components that are there, too: a new one changes no row. */
    private static final String OTHERS = "...";

    /** A value of no type, so that a parameter of Strata answers with its own name, too. */
    private static final String VALUE = "no value of any type \0";

    @Test
    void everyParameterOfOpenMpiIsOursOrHasAReason() throws IOException {
        List<String> names = new ArrayList<>();
        try (InputStream in = getClass().getResourceAsStream("open-mpi-names.txt")) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(names::add);
        }
        assertThat(names).hasSizeGreaterThan(900);
        Map<String, String> commandLine = new LinkedHashMap<>();
        names.forEach(name -> commandLine.put(name, VALUE));
        Parameters parameters = resolve(commandLine);
        assertThat(parameters.problems().list())
                .filteredOn(problem -> problem.contains("There is no such parameter"))
                .isEmpty();
        assertThat(parameters.ignored().entries())
                .allSatisfy(entry ->
                        assertThat(entry.reason())
                                .as(entry.what())
                                .isNotBlank()
                                .doesNotEndWith("."));
        assertThat(parameters.ignored().entries())
                .extracting(Ignored.Entry::what)
                .contains(
                        "plm_slurm_warning",
                        "btl_openib_warn_default_gid_prefix",
                        "coll_hcoll_enable")
                .contains("orte_base_help_aggregate", "mtl", "mpi_preconnect_mpi", "smsc")
                .doesNotContain("btl_tcp_links", "rmaps_base_mapping_policy", "btl");
    }

    @Test
    void whatIsAlwaysSoIsMentionedOnlyWhenSwitchedOff() {
        assertThat(resolve(Map.of("orte_keep_fqdn_hostnames", "true")).ignored().isEmpty())
                .isTrue();
        assertThat(resolve(Map.of("orte_keep_fqdn_hostnames", "0")).ignored().line())
                .contains("orte_keep_fqdn_hostnames (names of hosts are used as they are written)");
    }

    @Test
    void aNameThatIsOursIsInNoList() {
        List<String> listed = new ArrayList<>();
        ReasonList.read(ComponentModule.class, "open-mpi.conf")
                .forEach(line -> listed.addAll(line.words()));
        Parameters parameters = resolve(Map.of());
        assertThat(listed)
                .doesNotHaveDuplicates()
                .filteredOn(name -> parameters.find(name) != null)
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "pml; ucx; ob1,tupleq; pml = ucx",
                "pml; cm; ob1,tupleq; pml = cm",
                "pml; ^ucx; ob1,tupleq; ''",
                "btl; self,vader,usnic; self,shm; btl = usnic",
                "btl; vader,self; self,shm; ''",
                "btl; sm,self,tcp; self,shm,tcp; ''",
                "btl; ^uct,openib; self,shm,tcp,...; ''",
                "btl; ugni,self; openib,self,shm,tcp,...; btl = ugni",
                "coll; basic,libnbc; shm,tuned; coll = basic|coll = libnbc",
                "coll; tuned,hcoll; tuned; coll = hcoll",
                "coll; ^hcoll,ml; shm,tuned; ''",
                "mtl; ^psm; ; mtl",
                "io; ompio; posix; io = ompio",
            })
    void componentsThatStrataHasNotAreLeftOut(
            String framework, String value, String selected, String ignored) {
        Parameters parameters = resolve(Map.of(framework, value));
        assertThat(parameters.problems().list()).isEmpty();
        assertThat(parameters.ignored().entries())
                .extracting(Ignored.Entry::what)
                .containsExactlyInAnyOrder(
                        ignored.isEmpty() ? new String[0] : ignored.split("\\|"));
        if (selected != null) {
            List<String> wanted = new ArrayList<>(List.of(selected.split(",")));
            boolean others = wanted.remove(OTHERS);
            List<String> included =
                    parameters.selection(framework).included().stream()
                            .filter(module -> !module.decorator())
                            .map(ComponentModule::name)
                            .toList();
            assertThat(included).containsAll(wanted);
            if (!others) {
                assertThat(included).hasSameSizeAs(wanted);
            }
            if (value.startsWith("^")) {
                assertThat(included).doesNotContain(value.substring(1).split(","));
            }
        }
        assertThat(
                        resolve(Map.of(framework, value, "mpi_strict_parameters", "1"))
                                .problems()
                                .list())
                .hasSize(parameters.ignored().entries().size());
    }

    @ParameterizedTest
    @CsvSource({
        "btl_tcp_if_includ, btl_tcp_if_include",
        "rmaps_base_maping_policy, rmaps_base_mapping_policy",
        "btl_vader_fbox_mx, btl_shm_fbox_max",
        "odls_base_sigkil_timeout, odls_base_sigkill_timeout",
        "orte_tagoutput, orte_tag_output",
        "pml_ob1_priorty, pml_ob1_priority",
    })
    void aTypoIsAnErrorWithASuggestion(String typed, String meant) {
        assertThat(resolve(Map.of(typed, "1")).problems().list())
                .singleElement()
                .satisfies(problem -> assertThat(problem).contains("Did you mean").contains(meant));
    }

    @Test
    void whatIsRefusedMayBeSwitchedOff() {
        assertThat(resolve(Map.of("mpi_ft_enable", "1")).problems().list())
                .singleElement()
                .satisfies(problem -> assertThat(problem).contains("no recovery"));
        Parameters off = resolve(Map.of("mpi_ft_enable", "0"));
        assertThat(off.problems().list()).isEmpty();
        assertThat(off.ignored().line()).contains("mpi_ft_enable (a job ends");
    }

    @Test
    void oneLineNamesAllWithReasonAndOrigin() {
        ParameterSources sources =
                new ParameterSources(
                        Map.of("pml", "ucx"),
                        Map.of("OMPI_MCA_plm_slurm_warning", "a", "PRTE_MCA_plm_slurm_force", "1"),
                        List.of(),
                        Path.of("").toAbsolutePath(),
                        null,
                        null,
                        getClass().getClassLoader());
        assertThat(Parameters.resolve(sources).ignored().line())
                .isEqualTo(
                        "ignored: OMPI_MCA_plm_slurm_warning, PRTE_MCA_plm_slurm_force (mpirun"
                            + " starts the ranks itself, or has a daemon per host do it); pml = ucx"
                            + " (messages are matched by pml ob1, over every network)");
    }

    private Parameters resolve(Map<String, String> commandLine) {
        return Parameters.resolve(
                new ParameterSources(
                        commandLine,
                        Map.of(),
                        List.of(),
                        Path.of("").toAbsolutePath(),
                        null,
                        null,
                        getClass().getClassLoader()));
    }
}
