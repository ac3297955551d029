package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

class InfoReportTest {
    private static final InfoFacts FACTS =
            new InfoFacts(
                    "1.2",
                    List.of(
                            new InfoFacts.Fact("package", "Package", "Strata"),
                            new InfoFacts.Fact("path:prefix", "Prefix", "/opt: a")));

    @TempDir private Path directory;
    private int exitCode;

    @Test
    void factsAndComponents() {
        String text = report(InfoStyle.PRETTY, false, 0);
        assertThat(text)
                .contains("                 Package: Strata\n")
                .contains("                 MCA btl: self (Strata v1.2)\n")
                .contains("                 MCA pml: ob1 (Strata v1.2)\n")
                .doesNotContain("parameter");
    }

    @Test
    void levelOneOfAComponentAndThatThereIsMore() {
        String text = report(InfoStyle.PRETTY, false, 0, new InfoReport.Target("btl", "tcp"));
        assertThat(text)
                .contains(
                        "             MCA btl tcp: parameter \"btl_tcp_if_include\" (current value:"
                                + " \"\", data source: default, level: 1 user/basic, type:"
                                + " string)\n")
                .contains("Interfaces to use, by name")
                .contains("In files: mca.btl.tcp.if-include")
                .contains("5 parameters above level 1 not shown")
                .doesNotContain("Package")
                .doesNotContain("btl_tcp_links");
    }

    @Test
    void levelNine() {
        String text = report(InfoStyle.PRETTY, false, 9, new InfoReport.Target("btl", "tcp"));
        assertThat(text)
                .contains("\"btl_tcp_links\" (current value: \"3\", data source: command line")
                .contains("level: 4 tuner/basic, type: int)")
                .contains("synonyms: btl_tcp_first_frag_size")
                .contains("Valid values: lazy, early")
                .doesNotContain("not shown");
    }

    @Test
    void parsable() {
        String text = report(InfoStyle.PARSABLE, true, 0);
        assertThat(text.lines())
                .contains(
                        "path:prefix:\"/opt: a\"",
                        "mca:btl:tcp:version:component:1.2",
                        "mca:btl:tcp:param:btl_tcp_links:value:3",
                        "mca:btl:tcp:param:btl_tcp_links:source:command line",
                        "mca:btl:tcp:param:btl_tcp_links:status:writeable",
                        "mca:btl:tcp:param:btl_tcp_links:level:4",
                        "mca:btl:tcp:param:btl_tcp_links:type:int",
                        "mca:btl:tcp:param:btl_tcp_links:deprecated:no",
                        "mca:btl:tcp:param:btl_tcp_links:disabled:false",
                        "mca:btl:tcp:param:btl_tcp_connect:enumerator:value:1:early",
                        "mca:btl:tcp:param:btl_tcp_eager_limit:type:size_t",
                        "mca:btl:base:param:btl:value:self,tcp",
                        "mca:btl:base:param:btl_base_verbose:value:0",
                        "mca:mpi:base:param:mpi_param_check:value:true");
    }

    @Test
    void valuesThatAComponentDefinesAreExplained() {
        InfoReport.Target basic = new InfoReport.Target("coll", "basic");
        assertThat(report(InfoStyle.PRETTY, false, 9, basic))
                .contains(
                        "  Valid values:\n", "    ring (4): Around", "    star: Over the centre.");
        assertThat(report(InfoStyle.PARSABLE, false, 9, basic).lines())
                .contains(
                        "mca:coll:basic:param:coll_basic_algorithm:enumerator:value:4:ring",
                        "mca:coll:basic:param:coll_basic_algorithm:enumerator:value::star");
    }

    @Test
    void whatAComponentFindsOnTheHostIsToldToWhoAsksForIt() {
        InfoReport.Target tcp = new InfoReport.Target("btl", "tcp");
        assertThat(report(InfoStyle.PRETTY, false, 0, tcp))
                .contains("(Strata v1.2)\n             MCA btl tcp: port eth0: used: 3\n");
        assertThat(report(InfoStyle.PARSABLE, true, 0).lines())
                .contains("mca:btl:tcp:port:eth0:\"used: 3\"");
        assertThat(report(InfoStyle.PRETTY, false, 0)).doesNotContain("eth0");
        InfoReport.Target shm = new InfoReport.Target("btl", "shm");
        assertThat(report(InfoStyle.PRETTY, false, 0, shm)).doesNotContain("eth0");
    }

    @Test
    void onlyFacts() {
        InfoReport.Options options =
                new InfoReport.Options(
                        List.of(), false, 0, InfoStyle.PARSABLE, false, Set.of("package"));
        assertThat(print(options)).isEqualTo("package:Strata\n");
    }

    @Test
    void selectedOnly() {
        InfoReport.Options options =
                new InfoReport.Options(List.of(), false, 0, InfoStyle.PARSABLE, true, Set.of());
        assertThat(print(options)).contains("mca:btl:tcp:").doesNotContain("mca:btl:shm:");
    }

    @Test
    void whatDoesNotExistIsTold() {
        String text = report(InfoStyle.PRETTY, false, 0, new InfoReport.Target("btl", "tpc"));
        assertThat(text).contains("nothing called \"btl tpc\"").contains("Did you mean btl tcp?");
        assertThat(exitCode).isEqualTo(1);
    }

    @Test
    void thePagesListDefaults() {
        Map<String, String> pages = new ParameterPage(parameters()).pages();
        assertThat(pages.get("parameters/btl.md"))
                .contains("\n## btl tcp\n")
                .contains("| `btl_tcp_links` | `1` | int | tuning (4) | Connections per pair")
                .contains("| `btl_tcp_connect` | `lazy` | lazy, early | developer (7) |")
                .contains("`btl_tcp_eager_limit`<br>`btl_tcp_first_frag_size`")
                .doesNotContain("`3`");
        assertThat(pages.get("parameters/coll.md"))
                .contains("| `ignore` | ignore, ring, star | tuning (5) |")
                .contains("<br>ring (4): Around the ring.<br>star: Over the centre. |");
        assertThat(pages.get(ParameterPage.INDEX))
                .contains("| [`btl_tcp_links`](parameters/btl.md#btl-tcp) | tuning (4) |");
        assertThat(pages.get("parameters/open-mpi.md"))
                .contains("`plm:*`", " | refused | ", " | ignored | ");
    }

    private String report(InfoStyle style, boolean all, int level, InfoReport.Target... targets) {
        return print(new InfoReport.Options(List.of(targets), all, level, style, false, Set.of()));
    }

    private String print(InfoReport.Options options) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        exitCode = new InfoReport(parameters(), FACTS).print(options, stream(bytes));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private Parameters parameters() {
        return new ParameterFixture(directory)
                .mca("btl_tcp_links", "3")
                .mca("btl", "self,tcp")
                .resolve();
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
