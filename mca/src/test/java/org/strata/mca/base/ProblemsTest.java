package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

class ProblemsTest {
    @TempDir private Path directory;
    private ParameterFixture fixture;

    @BeforeEach
    void noSources() {
        fixture = new ParameterFixture(directory);
    }

    @Test
    void everythingWrongIsToldAtOnceWithItsOrigin() {
        fixture.mca("btl_tcp_if_inlcude", "eth0")
                .mca("btl", "self,tpc")
                .mca("mpi_ft_detector", "5")
                .env("OMPI_MCA_btl_tcp_eager_limit", "64q")
                .env("STRATA_MCA_pml", "ob1,^tupleq")
                .site("mca.btl.tcp.connect = late\nbtl_tcp_use_nagle = perhaps\n")
                .user("bml = ^r2");

        Problems problems = fixture.resolve().problems();

        assertThat(problems.list())
                .anyMatch(
                        has(
                                "btl_tcp_if_inlcude  (command line)",
                                "Did you mean btl_tcp_if_include?"))
                .anyMatch(has("btl = self,tpc  (command line)", "Did you mean tcp?"))
                .anyMatch(has("mpi_ft_detector", "no restart"))
                .anyMatch(
                        has("(environment OMPI_MCA_btl_tcp_eager_limit)", "\"64q\" is not a size"))
                .anyMatch(
                        has("pml = ob1,^tupleq  (environment STRATA_MCA_pml)", "before the whole"))
                .anyMatch(has("strata.conf:1)", "\"late\" is not one of lazy, early"))
                .anyMatch(has("strata.conf:2)", "\"perhaps\" is not a truth value"))
                .anyMatch(has("bml = ^r2", "No component of framework bml is left"))
                .hasSize(8);
        assertThat(problems.box()).startsWith("-".repeat(74)).contains("8 problems");
        assertThatThrownBy(() -> fixture.resolve().orThrow())
                .isInstanceOf(ParameterException.class)
                .hasMessage(problems.box());
    }

    @Test
    void aValueThatIsOverruledIsCheckedToo() {
        fixture.mca("btl_tcp_links", "2").site("btl_tcp_links = two");
        only("btl_tcp_links = two", "is not a whole number");
    }

    @Test
    void openMpisOtherComponentsAreNamed() {
        fixture.mca("btl_openib_eager_limit", "12k");
        only("btl_openib_eager_limit", "The component is not part of this build.");
    }

    @Test
    void theComponentsParameterThatIsNearestIsGuessed() {
        fixture.mca("btl_tcp_eagerlimit", "12k");
        only("btl_tcp_eagerlimit", "Did you mean btl_tcp_eager_limit?");
    }

    @Test
    void aMissingFileIsTold() {
        fixture.file("dist/conf/profiles/tcp.conf", "").file("dist/conf/profiles/debug.conf", "");
        fixture.named("profile=tpc");
        only("tpc", "no such profile. Did you mean tcp? Profiles: debug, tcp.");
    }

    /** As with Open MPI, whose scripts name sets of parameters that not every site has. */
    @Test
    void aMissingFileOfAmHasNoEffect() {
        fixture.file("dist/conf/profiles/tcp.conf", "").named("tpc");
        Parameters parameters = fixture.resolve();
        assertThat(parameters.problems().list()).isEmpty();
        assertThat(parameters.ignored().line())
                .startsWith("ignored: --am or --tune tpc (there is no such file in ")
                .endsWith(" and no such profile. Did you mean tcp?)");
        fixture.mca("mpi_strict_parameters", "1");
        only("--am or --tune tpc", "mpi_strict_parameters makes this an error.");
    }

    @Test
    void anOpenBraceIsToldWithItsLine() {
        fixture.site("\nmca.btl.tcp {\n  links = 2\n");
        only("mca.btl.tcp {", "strata.conf:2)", "never closed");
    }

    @Test
    void brokenHoconIsToldWithItsLine() {
        fixture.site("mca.btl.tcp {\n  links = = 2\n}\n");
        only("strata.conf", ": 2:");
    }

    @Test
    void aSelectionThatASectionReplacesIsTold() {
        fixture.site("mca {\n  btl = \"self,tcp\"\n  btl { tcp { links = 2 } }\n}\n");
        only("btl", "strata.conf:2)", "outside of all braces");
    }

    @Test
    void whatTuneLinesMayHoldIsTold() {
        fixture.file("t", "--bind-to core\n").named("t");
        only("--bind-to core", "/t:1)", "\"-x NAME=value\" and \"--mca KEY VALUE\"");
    }

    @Test
    void anIncludeThatIsNotThereIsTold() {
        fixture.site("include \"more.conf\"");
        only("include \"more.conf\"", "There is no file");
    }

    @Test
    void filesThatIncludeEachOtherEnd() {
        fixture.site("include \"strata.conf\"");
        only("include \"strata.conf\"", "include each other");
    }

    @Test
    void aComponentThatCannotBeLoadedIsTold() throws Exception {
        fixture.file("extra/META-INF/services/" + ComponentModule.class.getName(), "org.x.Gone\n")
                .file("extra/org/strata/reference.conf", "mca.btl.gone { key = 1 }");
        URL[] urls = {directory.resolve("extra").toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, getClass().getClassLoader())) {
            Parameters parameters = Parameters.resolve(ParameterSources.defaults(loader));
            assertThat(parameters.problems().list())
                    .hasSize(2)
                    .anyMatch(has("component  (class path)", "org.x.Gone"))
                    .anyMatch(
                            has("strata/reference.conf", "mca.btl.gone.key needs a help comment"));
            assertThat(parameters.components().names("btl")).contains("self", "tcp");
        }
    }

    /** A class loader with this jar's classes, but nothing of META-INF. */
    @Test
    void aJarThatLostItsServicesIsTold() {
        ClassLoader stripped =
                new ClassLoader(getClass().getClassLoader()) {
                    @Override
                    public Enumeration<URL> getResources(String name) throws IOException {
                        return name.startsWith("META-INF/")
                                ? Collections.emptyEnumeration()
                                : super.getResources(name);
                    }
                };
        ParameterSources sources = ParameterSources.defaults(stripped);
        assertThatThrownBy(() -> Parameters.resolve(sources))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("META-INF/services/")
                .hasMessageContaining("ServicesResourceTransformer");
    }

    private void only(String... parts) {
        assertThat(fixture.resolve().problems().list())
                .singleElement()
                .satisfies(problem -> assertThat(problem).contains(parts));
    }

    private static java.util.function.Predicate<String> has(String... parts) {
        return text -> List.of(parts).stream().allMatch(text::contains);
    }
}
