package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;

class ParameterFileTest {
    @TempDir private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "btl_tcp_if_include = eth0,eth1",
                "btl_tcp_if_include=eth0,eth1   # why",
                "  btl_tcp_if_include = \"eth0, eth1\"",
                "btl_tcp_if_include = [eth0, \"eth1\"]",
                "mca.btl.tcp.if-include = \"eth0,eth1\"",
                "mca.btl.tcp.if-include = [eth0, eth1]",
                "mca.btl.tcp { if-include = [ eth0,\n eth1 ] }",
                "mca {\n btl {\n tcp {\n if-include : \"eth0,eth1\" // why\n}\n}\n}",
                "mca { btl.tcp.if_include = [eth0, eth1] }",
                "--mca btl_tcp_if_include eth0,eth1",
                "-x A=b -mca btl_tcp_if_include \"eth0,eth1\"",
            })
    void everyNotationIsUnderstood(String text) {
        ParameterFixture fixture = new ParameterFixture(directory).site(text);
        assertThat(fixture.resolve().section("btl", "tcp").list("if-include"))
                .containsExactly("eth0", "eth1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "btl = ^tcp",
                "mca.btl = ^tcp",
                "mca.btl = \"^tcp\"",
                "btl = self,shm\nmca.btl.tcp.links = 2",
                "mca { btl = [self, shm] }",
                "mca.btl = [\n  self\n  shm\n]",
                "mca.btl.tcp { links = 2 }\nbtl = [ \"self\", \"shm\" ]",
            })
    void aSelectionMayStandBesideSections(String text) {
        Parameters parameters = new ParameterFixture(directory).site(text).resolve();
        assertThat(parameters.problems().list()).isEmpty();
        assertThat(parameters.selection("btl").included())
                .extracting(ComponentModule::name)
                .containsExactly("self", "shm");
    }

    @Test
    void tuneFilesExportVariables() {
        String text = "-x A=1 -x B=\"two words\" --mca btl_tcp_links 3\n-x C\n# -x D=4\n";
        Parameters parameters =
                new ParameterFixture(directory).file("t.conf", text).named("t.conf").resolve();
        assertThat(parameters.problems().list()).isEmpty();
        assertThat(parameters.exports())
                .containsEntry("A", "1")
                .containsEntry("B", "two words")
                .containsEntry("C", null)
                .hasSize(3);
        assertThat(parameters.find("btl_tcp_links").value()).isEqualTo("3");
    }

    @Test
    void originsCountLinesAlsoInMixedFiles() {
        String text = "btl_tcp_links = 2\n\nmca.btl.tcp {\n  # why\n  share = 0.25\n}\n";
        Parameters parameters = new ParameterFixture(directory).site(text).resolve();
        assertThat(parameters.find("btl_tcp_share").origin()).endsWith("strata.conf:5");
        assertThat(parameters.find("btl_tcp_links").origin()).endsWith("strata.conf:1");
    }

    @Test
    void aProfileIsFoundByNameAndByPath() {
        ParameterFixture fixture =
                new ParameterFixture(directory)
                        .file("dist/conf/profiles/quick.conf", "btl_tcp_links = 3");
        assertThat(fixture.named("quick").resolve().find("btl_tcp_links").value()).isEqualTo("3");
        ParameterFixture other = new ParameterFixture(directory);
        other.named("dist/conf/profiles/quick.conf");
        assertThat(other.resolve().find("btl_tcp_links").value()).isEqualTo("3");
    }

    @Test
    void anIncludedFileCountsWhereItIsIncluded() {
        Parameters parameters =
                new ParameterFixture(directory)
                        .file("dist/conf/more.conf", "btl_tcp_links = 5\nbtl_tcp_share = 1")
                        .site("btl_tcp_links = 4\ninclude \"more.conf\"\nbtl_tcp_share = 0.75\n")
                        .resolve();
        assertThat(parameters.find("btl_tcp_links").value()).isEqualTo("5");
        assertThat(parameters.find("btl_tcp_links").origin()).endsWith("more.conf:1");
        assertThat(parameters.find("btl_tcp_share").value()).isEqualTo("0.75");
    }

    /** Each part of a key is an object inside another one: a file must not exhaust the stack. */
    @ParameterizedTest
    @ValueSource(strings = {"a.", "a .", "a. ", "'.  ", "a {", "a : {", "[", "\"a b\" . "})
    void whatIsNestedTooDeeplyIsRefused(String part) {
        String text = "mca {\n" + part.repeat(200) + "b = 1\n}\n";
        Problems problems = new ParameterFixture(directory).site(text).resolve().problems();
        assertThat(problems.list()).singleElement().asString().contains("nested too deeply");
    }

    @Test
    void manyDotsOfAValueAreNoDepth() {
        String value = "10.0.0.1 ".repeat(200).strip();
        String text = "mca {\n btl.tcp.if-include = " + value + " # a.b.c\n}\n";
        Problems problems = new ParameterFixture(directory).site(text).resolve().problems();
        assertThat(problems.box()).doesNotContain("nested too deeply");
    }
}
