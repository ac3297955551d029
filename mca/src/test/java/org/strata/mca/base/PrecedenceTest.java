package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

class PrecedenceTest {
    @TempDir private Path directory;
    private ParameterFixture fixture;

    @BeforeEach
    void weakestFirst() {
        fixture = new ParameterFixture(directory);
    }

    @Test
    void nobodySetIt() {
        expect("1", "default");
    }

    @Test
    void eachSourceIsStrongerThanTheOnesBefore() {
        fixture.site("btl_tcp_links = 2");
        expect("2", "file " + directory.resolve("dist/conf/strata.conf") + ":1");
        fixture.user("\nmca.btl.tcp.links = 3");
        expect("3", "file " + directory.resolve("home/.strata/strata.conf") + ":2");
        fixture.file("mine.conf", "--mca btl_tcp_links 4").named("mine.conf");
        expect("4", "file " + directory.resolve("mine.conf") + ":1");
        fixture.env("OMPI_MCA_btl_tcp_links", "5");
        expect("5", "environment OMPI_MCA_btl_tcp_links");
        fixture.env("STRATA_MCA_btl_tcp_links", "6");
        expect("6", "environment STRATA_MCA_btl_tcp_links");
        fixture.mca("btl_tcp_links", "7");
        expect("7", "command line");
    }

    @Test
    void theFileNamedFirstWins() {
        fixture.file("a.conf", "btl_tcp_links = 2").file("b.conf", "btl_tcp_links = 3");
        fixture.named("a.conf").named("b.conf");
        expect("2", "file " + directory.resolve("a.conf") + ":1");
    }

    @Test
    void theLastLineOfAFileWins() {
        fixture.site("btl_tcp_links = 2\nmca.btl.tcp.links = 3\nbtl_tcp_links = 4\n");
        expect("4", "file " + directory.resolve("dist/conf/strata.conf") + ":3");
    }

    private void expect(String value, String origin) {
        Parameters parameters = fixture.resolve();
        assertThat(parameters.problems().list()).isEmpty();
        Parameter links = parameters.find("btl_tcp_links");
        assertThat(links.value()).isEqualTo(value);
        assertThat(links.origin()).isEqualTo(origin);
        assertThat(parameters.section("btl", "tcp").integer("links"))
                .isEqualTo(Integer.parseInt(value));
        assertThat(parameters.section("btl", "tcp").isSet("links"))
                .isEqualTo(!origin.equals("default"));
    }
}
