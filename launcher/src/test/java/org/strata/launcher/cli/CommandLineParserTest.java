package org.strata.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.strata.launcher.cli.JobRequest.BindTarget;
import org.strata.launcher.cli.JobRequest.Chatter;
import org.strata.launcher.cli.JobRequest.MapPolicy;
import org.strata.launcher.cli.JobRequest.Oversubscription;
import org.strata.launcher.cli.JobRequest.Placement;
import org.strata.launcher.cli.JobRequest.Ranking;
import org.strata.mca.base.Ignored;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

class CommandLineParserTest {
    private static JobRequest parse(String... words) throws UsageException {
        return new CommandLineParser(Map.of()).parse(List.of(words));
    }

    @Test
    void programsAndTheirOptions() throws UsageException {
        JobRequest request =
                parse(
                        "-np", "2", "-x", "A=1", "-x", "B", "--mca", "k", "v", "a", "-n", "5", ":",
                        "--np", "3", "--wdir", "/d", "--mca", "k2", "v2", "b");
        assertThat(request.programs())
                .containsExactly(
                        new AppContext(
                                2, List.of("A=1", "B"), Map.of(), null, List.of("a", "-n", "5")),
                        new AppContext(3, List.of(), Map.of("k2", "v2"), "/d", List.of("b")));
        assertThat(request.parameters()).isEqualTo(Map.of("k", "v"));
    }

    @Test
    void aKeyGivenTwiceIsAList() throws UsageException {
        assertThat(
                        parse("--mca", "btl", "self", "-mca", "btl", "tcp", "-gmca", "g", "1", "p")
                                .parameters())
                .isEqualTo(Map.of("btl", "self,tcp", "g", "1"));
    }

    @Test
    void parameterFilesStrongestFirst() throws UsageException {
        assertThat(
                        parse("--am", "a,b", "--profile", "p", "--tune", "c", "--profile", "q", "x")
                                .parameterFiles())
                .containsExactly("c", "a", "b", "profile=q", "profile=p");
    }

    @Test
    void outputInXml() throws UsageException {
        assertThat(parse("p").output().xml()).isFalse();
        assertThat(parse("--xml", "p").output().xmlFile()).isNull();
        assertThat(parse("--output", "tag,xml", "p").output().xml()).isTrue();
        JobRequest.OutputOptions file =
                parse("-xml-file", "f", "--merge-stderr-to-stdout", "p").output();
        assertThat(file.xml()).isTrue();
        assertThat(file.merge()).isFalse();
        assertThat(file.xmlFile()).isEqualTo(Path.of("f"));
    }

    @Test
    void twoDashesEndTheOptions() throws UsageException {
        JobRequest request = parse("-np", "1", "--", "-p", "--", "-np", "2");
        assertThat(request.programs().getFirst().count()).isEqualTo(1);
        assertThat(request.programs().getFirst().command()).containsExactly("-p", "--", "-np", "2");
        assertThatThrownBy(() -> parse("-np", "1", "--")).hasMessageContaining("No program");
    }

    @Test
    void aDashIsTheNameOfAProgram() throws UsageException {
        assertThat(parse("-np", "1", "-", "x").programs().getFirst().command())
                .containsExactly("-", "x");
        assertThatThrownBy(() -> parse("\u2013np", "2", "p"))
                .hasMessageStartingWith(
                        "\"\u2013np\" begins with a dash of a text processor (U+2013)");
    }

    /** Of two for the same variable the last one counts. */
    @Test
    void variablesOfTheJobComeBeforeThoseOfAProgram() throws UsageException {
        JobRequest request =
                new CommandLineParser(Map.of())
                        .parse(
                                List.of("-x", "A=2", "-np", "1", "a", ":", "-np", "1", "b"),
                                Map.of(),
                                List.of("A=1"));
        assertThat(request.programs())
                .extracting(AppContext::exports)
                .containsExactly(List.of("A=1", "A=2"), List.of("A=1"));
    }

    @Test
    void optionsWithoutEffect() throws UsageException {
        assertThat(
                        parse("--noprefix", "--map-by", "numa:ordered", "--cf", "f", "p")
                                .ignored()
                                .entries())
                .extracting(Ignored.Entry::what)
                .containsExactly("--noprefix", "--cf", "--map-by :ordered");
        assertThat(parse("--map-by", "slot", "--bind-to", "numa", "p").ignored().isEmpty())
                .isTrue();
    }

    @Test
    void mapping() throws UsageException {
        assertThat(parse("p").mapping().placement())
                .isEqualTo(
                        new Placement(MapPolicy.SLOT, false, false, false, Ranking.UNSAID, null));
        assertThat(parse("--map-by", "Numa:SPAN,nolocal", "p").mapping().placement())
                .isEqualTo(new Placement(MapPolicy.OBJECT, true, true, false, Ranking.SPAN, null));
        assertThat(parse("--bynode", "--nolocal", "p").mapping().placement())
                .isEqualTo(new Placement(MapPolicy.NODE, false, true, false, Ranking.NODE, null));
        assertThat(
                        parse("--map-by", "rankfile:file=/A/b:hwtcpus", "--rank-by", "slot", "p")
                                .mapping()
                                .placement())
                .isEqualTo(
                        new Placement(
                                MapPolicy.RANKFILE,
                                false,
                                false,
                                true,
                                Ranking.SLOT,
                                Path.of("/A/b")));
        assertThatThrownBy(() -> parse("--map-by", "rankfile", "p")).hasMessageContaining("file=");
        assertThatThrownBy(() -> parse("--map-by", "moon", "p")).hasMessageContaining("\"moon\"");
    }

    @Test
    void deprecatedSpellingsWorkWithAWarning() throws UsageException {
        JobRequest request = parse("--bind-to-core", "--npersocket", "2", "--rf", "f", "p");
        assertThat(request.binding().target()).isEqualTo(BindTarget.CORE);
        assertThat(request.warnings())
                .containsExactly(
                        "--bind-to-core is deprecated; use --bind-to core.",
                        "--npersocket is deprecated; use --map-by ppr:2:package.",
                        "--rf is deprecated; use --map-by rankfile:file=f.");
        assertThat(parse("--npernode", "3", "p").mapping().perResource()).isEqualTo(3);
        assertThat(parse("-N", "3", "p").warnings()).isEmpty();
        assertThatThrownBy(() -> parse("-np", "1", "a", ":", "-np", "1", "--bynode", "b"))
                .hasMessage("The option --map-by holds for the whole job.");
    }

    @Test
    void placement() throws UsageException {
        JobRequest request =
                parse(
                        "--display",
                        "map,bind,allocation",
                        "--cpu-set",
                        "0-2,5",
                        "--pernode",
                        "--bind-to",
                        "socket",
                        "--get-stack-traces",
                        "p");
        assertThat(request.mapping().display()).isTrue();
        assertThat(request.mapping().displayAllocation()).isTrue();
        assertThat(request.mapping().cpus()).isEqualTo("0-2,5");
        assertThat(request.mapping().perResource()).isEqualTo(1);
        assertThat(request.binding())
                .isEqualTo(
                        new JobRequest.Binding(BindTarget.PACKAGE, 1, true, false, false, false));
        assertThat(request.report()).isEqualTo(new JobRequest.Report(false, true));
        assertThat(parse("--bind-to", "l3cache", "p").binding().target())
                .isEqualTo(BindTarget.L3CACHE);
        assertThat(parse("--bind-to", "numa", "p").binding().target()).isEqualTo(BindTarget.NUMA);
        assertThatThrownBy(() -> parse("--display", "topo", "p")).hasMessageContaining("topo");
        assertThatThrownBy(() -> parse("--cpu-set", "1-", "p")).hasMessageContaining("\"1-\"");
    }

    @Test
    void defaults() throws UsageException {
        JobRequest request = parse("p");
        assertThat(request.programs().getFirst().count()).isZero();
        assertThat(request.mapping().oversubscription()).isEqualTo(Oversubscription.UNSAID);
        assertThat(request.binding().target()).isEqualTo(BindTarget.NONE);
        assertThat(request.output().copy()).isTrue();
        assertThat(request.stdin().goesTo(0)).isTrue();
        assertThat(request.stdin().goesTo(1)).isFalse();
        assertThat(request.timeout()).isNull();
        assertThat(request.chatter()).isEqualTo(Chatter.NORMAL);
    }

    @Test
    void values() throws UsageException {
        JobRequest request =
                parse(
                        "--bind-to",
                        "hwthread:overload-allowed,if-supported",
                        "--report-bindings",
                        "--timeout",
                        "7",
                        "--stdin",
                        "all",
                        "-q",
                        "--display-map",
                        "--map-by",
                        "ppr:3:node:nooversubscribe",
                        "p");
        assertThat(request.binding())
                .isEqualTo(new JobRequest.Binding(BindTarget.HWTHREAD, 1, true, true, true, false));
        assertThat(request.timeout()).isEqualTo(Duration.ofSeconds(7));
        assertThat(request.stdin().goesTo(5)).isTrue();
        assertThat(request.chatter()).isEqualTo(Chatter.QUIET);
        assertThat(request.mapping().perResource()).isEqualTo(3);
        assertThat(request.mapping().oversubscription()).isEqualTo(Oversubscription.REFUSED);
    }

    @Test
    void timeoutOfTheEnvironment() throws UsageException {
        CommandLineParser parser = new CommandLineParser(Map.of("MPIEXEC_TIMEOUT", "9"));
        assertThat(parser.parse(List.of("p")).timeout()).isEqualTo(Duration.ofSeconds(9));
        assertThat(parser.parse(List.of("--timeout", "3", "p")).timeout())
                .isEqualTo(Duration.ofSeconds(3));
    }

    /** A Makefile's command lines have no place for the option. */
    @Test
    void apiOfTheEnvironment() throws UsageException {
        CommandLineParser parser = new CommandLineParser(Map.of("STRATA_API", "mpj"));
        assertThat(parser.parse(List.of("p")).api()).isEqualTo(JobRequest.Api.MPJ);
        assertThat(parser.parse(List.of("--api", "mpi", "p")).api()).isEqualTo(JobRequest.Api.MPI);
        assertThat(parse("p").api()).isNull();
        CommandLineParser wrong = new CommandLineParser(Map.of("STRATA_API", "mpx"));
        assertThatThrownBy(() -> wrong.parse(List.of("p")))
                .hasMessage("STRATA_API=mpx: the APIs are mpi and mpj.");
    }

    @Test
    void nonsense() {
        assertThatThrownBy(() -> parse("--mca", "k")).isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> parse("--no-such", "p")).hasMessageContaining("--no-such");
        assertThatThrownBy(() -> parse("-np", "2")).hasMessageContaining("No program");
        assertThatThrownBy(() -> parse(":", "-np", "1", ":")).hasMessageContaining("No program");
        assertThatThrownBy(() -> parse("--timeout", "soon", "p")).hasMessageContaining("--timeout");
        assertThatThrownBy(() -> parse("--map-by", "ppr:x", "p"))
                .hasMessageContaining("ppr:N:OBJECT");
        assertThatThrownBy(() -> parse("--rank-by", "x", "p")).hasMessageContaining("--rank-by");
    }

    @Test
    void wordsOfApplicationFiles() throws UsageException {
        assertThat(Words.split("a 'b c' \"d \\\" e\" f\\ g h'i'j '' # k"))
                .containsExactly("a", "b c", "d \" e", "f g", "hij", "");
        assertThat(Words.split("  # comment")).isEmpty();
        assertThat(Words.split("a#b '\\n' '\"' \"'\" c\\"))
                .containsExactly("a#b", "\\n", "\"", "'", "c\\");
        assertThatThrownBy(() -> Words.split("'open")).isInstanceOf(UsageException.class);
    }

    @Test
    void helpIsFoundAnywhereBeforeTheProgram() {
        assertThat(Help.answer(List.of("-np", "2", "--help", "output")).text())
                .contains("--tag-output");
        assertThat(Help.answer(List.of("-np", "2", "prog", "--help"))).isNull();
        assertThat(Help.answer(List.of("--help", "nothing")).found()).isFalse();
        assertThat(Help.answer(List.of("-h", "full")).text()).contains("MPIEXEC_TIMEOUT", "128+N");
    }

    @Test
    void helpAndVersionHaveManySpellings() {
        String general = Help.answer(List.of("--help")).text();
        for (String word : List.of("-h", "-help", "--help")) {
            assertThat(Help.answer(List.of(word)).text()).isEqualTo(general);
            assertThat(Help.answer(List.of(word, "-np", "2")).text()).isEqualTo(general);
        }
        for (String word : List.of("-V", "-version", "--version")) {
            assertThat(Help.answer(List.of("--oversubscribe", word)).text())
                    .startsWith("mpirun (Strata) ");
        }
        assertThat(Help.answer(List.of("-v", "p"))).isNull();
        assertThat(Help.answer(List.of("-np=2", "--help")).text()).isEqualTo(general);
        assertThat(Help.answer(List.of("--report", "--help")).text()).isEqualTo(general);
        assertThat(Help.answer(List.of("-x", "--help", "p"))).as("a value").isNull();
    }

    @Test
    void helpNamesTheValuesOfOptions() {
        assertThat(Help.answer(List.of("-h", "parameters")).text())
                .contains("  --mca NAME VALUE ", "  -am, --tune FILE[,FILE...]");
        assertThat(Help.answer(List.of("-h", "output")).text()).contains("  --report[=FILE] ");
    }

    @Test
    void everyHelpLineFitsAScreen() {
        assertThat(Help.answer(List.of("-h", "full")).text().lines())
                .allMatch(line -> line.length() <= 80);
    }

    @Test
    void theFirstPageOfHelpIsOneScreenAndNamesEveryTopic() {
        String first = Help.answer(List.of("--help")).text();
        assertThat(first.lines()).hasSizeLessThanOrEqualTo(32);
        String more = first.substring(first.indexOf("More:")).replaceAll("\\s+", " ");
        String topics = Help.answer(List.of("--help", "nothing")).text();
        for (String topic : topics.substring(topics.indexOf("general, ") + 9).split(", ")) {
            assertThat(more).contains(" " + topic);
            assertThat(Help.answer(List.of("--help", topic)).text()).isNotBlank();
        }
    }
}
