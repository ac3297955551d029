package org.strata.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.launcher.cli.JobRequest.Chatter;
import org.strata.launcher.cli.JobRequest.Measurement;
import org.strata.launcher.cli.JobRequest.Naming;
import org.strata.launcher.cli.JobRequest.OutputOptions;
import org.strata.launcher.cli.JobRequest.Report;
import org.strata.launcher.cli.JobRequest.Stdin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Options about the whole job: output, input, time, files, other jobs; files of programs. */
class JobOptionsTest {
    @TempDir Path temp;

    private static JobRequest parse(String options) throws UsageException {
        List<String> words = new ArrayList<>(List.of(options.strip().split(" +")));
        words.removeIf(String::isEmpty);
        words.add("p");
        return new CommandLineParser(Map.of()).parse(words);
    }

    private static OutputOptions output(String options) throws UsageException {
        return parse(options).output();
    }

    private static void refuses(String options, String... lines) {
        assertThatThrownBy(() -> parse(options))
                .isInstanceOfSatisfying(
                        UsageException.class,
                        e -> assertThat(e.lines()).as(options).containsExactly(lines));
    }

    @ParameterizedTest
    @CsvSource({
        // tag, timestamp, merge, folder, also printed, a folder of the job, xml
        "'', false, false, false, , true, true, false",
        "--tag-output, true, false, false, , true, true, false",
        "--timestamp-output, false, true, false, , true, true, false",
        "--merge-stderr-to-stdout, false, false, true, , true, true, false",
        "'--output tag:merge,timestamp', true, true, true, , true, true, false",
        "'--output dir=D', false, false, false, D, true, true, false",
        "'--output dir=D,nocopy', false, false, false, D, false, true, false",
        "'--output dir=D:nojobid', false, false, false, D, true, false, false",
        "'--output tag --output dir=D', true, false, false, D, true, true, false",
        "'--output nocopy', false, false, false, , true, true, false",
        "'--output merge,xml', false, false, false, , true, true, true",
        "'--output-filename D', false, false, false, D, true, true, false",
        "'--output-filename D:nocopy', false, false, false, D, false, true, false",
        "'--output-filename D:nojobid,nocopy', false, false, false, D, false, false, false",
        "'--output-filename a:b:nojobid', false, false, false, a:b, true, false, false",
    })
    void outputOptions(
            String options,
            boolean tag,
            boolean timestamp,
            boolean merge,
            Path directory,
            boolean copy,
            boolean folder,
            boolean xml)
            throws UsageException {
        assertThat(output(options))
                .isEqualTo(
                        new OutputOptions(
                                tag, timestamp, merge, directory, copy, folder, xml, null));
    }

    @Test
    void outputThatIsNotKnown() {
        refuses(
                "--output tag,color",
                "--output knows no \"color\"; \"mpirun -h output\" tells what it knows.");
        refuses(
                "--output-filename D:tag",
                "--output-filename knows no \"tag\"; \"mpirun -h output\" tells what it knows.");
    }

    @Test
    void standardInput() throws UsageException {
        assertThat(parse("").stdin()).isEqualTo(new Stdin(false, 0));
        assertThat(parse("--stdin 3").stdin()).isEqualTo(new Stdin(false, 3));
        assertThat(parse("--stdin all").stdin().goesTo(7)).isTrue();
        Stdin none = parse("--stdin none").stdin();
        assertThat(none.goesTo(0)).isFalse();
        assertThat(none.goesTo(1)).isFalse();
        refuses("--stdin some", "--stdin wants a whole number, not \"some\".");
    }

    @Test
    void timeLimits() throws UsageException {
        assertThat(parse("--timeout 1").timeout()).isEqualTo(Duration.ofSeconds(1));
        assertThat(parse("--timeout 0").timeout()).as("none").isNull();
        assertThat(parse("--timeout -1").timeout()).as("none").isNull();
        refuses("--timeout 1s", "--timeout wants a whole number, not \"1s\".");
        Map<String, String> blank = Map.of("MPIEXEC_TIMEOUT", " ");
        assertThat(new CommandLineParser(blank).parse(List.of("p")).timeout()).isNull();
        Map<String, String> spaces = Map.of("MPIEXEC_TIMEOUT", " 5 ");
        assertThat(new CommandLineParser(spaces).parse(List.of("p")).timeout())
                .isEqualTo(Duration.ofSeconds(5));
        CommandLineParser wrong = new CommandLineParser(Map.of("MPIEXEC_TIMEOUT", "x"));
        assertThatThrownBy(() -> wrong.parse(List.of("p")))
                .hasMessage("MPIEXEC_TIMEOUT wants a whole number, not \"x\".");
    }

    @Test
    void nameServers() throws UsageException {
        assertThat(parse("").naming()).isEqualTo(new Naming(null, null, Duration.ZERO));
        assertThat(parse("--report-uri -").naming())
                .isEqualTo(new Naming("-", null, Duration.ZERO));
        assertThat(parse("--ompi-server file:f --wait-for-server").naming())
                .isEqualTo(new Naming(null, "file:f", Duration.ofSeconds(10)));
        assertThat(parse("--ompi-server 7 --server-wait-time 3").naming().patience())
                .as("nobody said that it is to wait")
                .isZero();
        String waits = "--ompi-server 7 --wait-for-server --server-wait-time ";
        assertThat(parse(waits + 1).naming().patience()).isEqualTo(Duration.ofSeconds(1));
        assertThat(parse(waits + 0).naming().patience()).isZero();
        assertThat(parse(waits + -1).naming().patience()).isZero();
        refuses(
                "--report-uri f --ompi-server 7",
                "--report-uri makes this mpirun a name server, --ompi-server names another one.",
                "Give one of them: all jobs that are to meet name the same server.");
    }

    @Test
    void measurements() throws UsageException {
        assertThat(parse("").measurement()).isEqualTo(new Measurement(false, null, null));
        assertThat(parse("--report").measurement()).isEqualTo(new Measurement(true, null, null));
        assertThat(parse("--report=summary").measurement())
                .isEqualTo(new Measurement(true, null, null));
        for (String name : List.of("r.html", "r.json", "r.TXT")) {
            assertThat(parse("--report=" + name).measurement())
                    .isEqualTo(new Measurement(true, Path.of(name), null));
        }
        for (String name : List.of("t.json", "t.pftrace", "t.JSON.gz", "t.pftrace.gz")) {
            assertThat(parse("--timeline " + name).measurement())
                    .isEqualTo(new Measurement(false, null, Path.of(name)));
        }
        assertThat(parse("--report --timeline t.json").measurement())
                .isEqualTo(new Measurement(true, null, Path.of("t.json")));
        refuses(
                "--report=r.pdf",
                "--report=r.pdf: the name must end with .html, .json or .txt.",
                "It says what is written: a page, numbers for programs, or the summary.");
        for (String name : List.of("t.txt", "t.gz", "json.gz")) {
            refuses(
                    "--timeline " + name,
                    "--timeline "
                            + name
                            + ": the name must end with .pftrace or .json, or with .gz behind"
                            + " that.",
                    "Perfetto (ui.perfetto.dev) opens all, Chrome (chrome://tracing) .json.");
        }
    }

    @Test
    void switches() throws UsageException {
        JobRequest request =
                parse(
                        "-v --report-state-on-timeout --do-not-launch --report-pid f"
                                + " --default-hostfile h --check --mca mpi_check 0 --path /d");
        assertThat(request.chatter()).isEqualTo(Chatter.VERBOSE);
        assertThat(request.report()).isEqualTo(new Report(true, false));
        assertThat(request.planOnly()).isTrue();
        assertThat(request.pidFile()).isEqualTo("f");
        assertThat(request.parameters())
                .isEqualTo(Map.of("orte_default_hostfile", "h", "mpi_check", "1"));
        assertThat(request.programs().getFirst().path()).isEqualTo("/d");
        assertThat(parse("-q -v").chatter()).isEqualTo(Chatter.QUIET);
        assertThat(parse("").planOnly()).isFalse();
        assertThat(parse("").parameters()).isEmpty();
        assertThat(parse("").report()).isEqualTo(new Report(false, false));
    }

    @Test
    void numbersOfProcesses() throws UsageException {
        assertThat(parse("-np 0").programs().getFirst().count()).as("none given").isZero();
        assertThat(parse("-np 1 -np 3").programs().getFirst().count()).isEqualTo(3);
        refuses("-np -1", "-np wants at least 1 process, not -1.");
        refuses("-np 1.5", "-np wants a whole number, not \"1.5\".");
        refuses("-N -2", "-N wants at least 1 process, not -2.");
    }

    @Test
    void valuesOfOptions() throws UsageException {
        assertThat(parse("-np=2").programs().getFirst().count()).isEqualTo(2);
        assertThat(parse("--mca=btl self").parameters()).isEqualTo(Map.of("btl", "self"));
        refuses("--tag-output=yes", "The option --tag-output=yes takes no value.");
        assertThatThrownBy(() -> new CommandLineParser(Map.of()).parse(List.of("--mca", "k")))
                .hasMessage("The option --mca wants NAME and VALUE.");
        assertThatThrownBy(() -> new CommandLineParser(Map.of()).parse(List.of("-np")))
                .hasMessage("The option -np wants N.");
        refuses(
                "--=x",
                "There is no option \"--=x\".",
                "The program follows the last option: the first other word is its name.");
        refuses(
                "--qwertyuiop",
                "There is no option \"--qwertyuiop\".",
                "\"mpirun --help full\" lists all options.");
    }

    /** An option for the job behind a colon would hold for programs before it, too. */
    @Test
    void optionsOfTheJobStandBeforeTheFirstProgram() throws UsageException {
        assertThat(parse("-np 1 a : -np 1 --gmca k v").parameters()).isEqualTo(Map.of("k", "v"));
        refuses(
                "-np 1 a : -np 1 --timeout 3",
                "The option --timeout holds for the whole job.",
                "Give it before the first program, not after a colon.");
        assertThat(parse(": -np 1 a : : -np 2").programs())
                .extracting(AppContext::count)
                .containsExactly(1, 2);
    }

    private String app(String text) throws IOException {
        return "--app " + Files.writeString(temp.resolve("app"), text);
    }

    /** The programs are those of the file; options before it are as before its first program. */
    @Test
    void filesOfPrograms() throws Exception {
        JobRequest request =
                parse(
                        "--tag-output --mca k v --gmca h 1 -x A=1 --noprefix --bynode "
                                + app(
                                        "# programs\n\n"
                                                + "-np 2 --pernode --cartofile f -x B=2 --mca k v1"
                                                + " --gmca g 2 a 'x y'\n"
                                                + "-np 3 -x C=3 --mca k2 v2 --cf g b\n"));
        assertThat(request.programs())
                .extracting(AppContext::command)
                .containsExactly(List.of("a", "x y"), List.of("b"));
        assertThat(request.programs()).extracting(AppContext::count).containsExactly(2, 3);
        assertThat(request.programs())
                .extracting(AppContext::exports)
                .containsExactly(List.of("A=1", "B=2"), List.of("C=3"));
        assertThat(request.programs())
                .extracting(AppContext::parameters)
                .containsExactly(Map.of("k", "v1"), Map.of("k2", "v2"));
        assertThat(request.output().tag()).isTrue();
        assertThat(request.parameters()).isEqualTo(Map.of("k", "v", "g", "2", "h", "1"));
        assertThat(request.ignored().entries())
                .extracting(entry -> entry.what())
                .containsExactly("--noprefix", "--cartofile", "--cf");
        assertThat(request.warnings())
                .containsExactly(
                        "--bynode is deprecated; use --map-by node.",
                        "--pernode is deprecated; use -N 1.");
    }

    /** Its first line is what stands before the first program. */
    @Test
    void optionsOfTheJobInAFileOfPrograms() throws Exception {
        String file = app("--timeout 3 --host a:2 -np 1 --output dir=D x\n-np 1 --host c y\n");
        JobRequest request = parse("--timeout 5 --output tag --stdin 1 --host b " + file);
        assertThat(request.timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(request.stdin()).isEqualTo(new Stdin(false, 1));
        assertThat(request.output().tag()).isTrue();
        assertThat(request.output().directory()).isEqualTo(Path.of("D"));
        assertThat(request.mapping().programHosts()).containsExactly("a", "c");
        refuses(
                app("-np 1 a\n-np 1 --timeout 3 b\n"),
                "The option --timeout holds for the whole job.",
                "Give it before the first program, not after a colon.");
    }

    @Test
    void filesWithoutPrograms() throws Exception {
        refuses(
                app("# nothing\n \n"),
                "The file of --app names no program: " + temp.resolve("app"));
        assertThatThrownBy(() -> parse("--app " + temp.resolve("absent")))
                .hasMessageStartingWith("The file of --app cannot be read: ")
                .hasMessageContaining("absent");
    }
}
