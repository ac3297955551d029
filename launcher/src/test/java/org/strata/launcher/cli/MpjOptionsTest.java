package org.strata.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.launcher.cli.MpjOptions.Command;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * The command lines of MPJ Express' mpjrun. The tables are what its launcher does: MPJRun's
 * processInput and assignTasks of 0.44, and its user guide for Linux.
 */
class MpjOptionsTest {
    private static final String STARTER = "org.strata.mpj.ProgramStarter";
    private static final int PROCESSORS = 4;

    @TempDir Path temp;

    @BeforeEach
    void makeJar() throws IOException {
        jar("p.jar", "Main-Class: Hello");
    }

    private void jar(String name, String attribute) throws IOException {
        String text = "Manifest-Version: 1.0\n" + attribute + "\n";
        Manifest manifest = new Manifest(new ByteArrayInputStream(text.getBytes(US_ASCII)));
        new JarOutputStream(Files.newOutputStream(temp.resolve(name)), manifest).close();
    }

    private List<String> words(String... words) throws UsageException {
        return words(Command.MPJRUN, words);
    }

    private List<String> words(Command command, String... words) throws UsageException {
        return MpjOptions.parse(command, List.of(words), temp, PROCESSORS).words();
    }

    /** START stands for the class that starts programs, DIR for the directory of mpjrun. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-np 4 Hello                    | -np 4 java START multicore Hello",
                "Hello                          | java START multicore Hello",
                "Hello -np 3                    | -np 3 java START multicore Hello",
                "Hello -cp a:b -np 3 x          | -np 3 java -cp a:b START multicore Hello x",
                "Hello x -dev niodev y          | java START niodev Hello x y",
                "Hello -np 2 -np 3              | -np 3 java START multicore Hello",
                "-Xmx1g Hello -Xmx2g            | java -Xmx1g START multicore Hello -Xmx2g",
                "Hello -psl 1 -v                | java START multicore Hello -v",
                "-cp a -classpath b Hello       | java -cp b START multicore Hello",
                "-dev niodev -wdir /d Hello     | --wdir /d java -cp DIR START niodev Hello",
                "Hello -wdir /d -cp a           | --wdir /d java -cp DIR:a START multicore Hello",
                "-np 2 -jar p.jar x             | -np 2 java -cp p.jar START multicore -jar p.jar"
                        + " x",
                "-jar p.jar -np 2 x -Dy         | -np 2 java -cp p.jar START multicore -jar p.jar x"
                        + " -Dy",
                "-jar p.jar -cp a -wdir /d      | --wdir /d java -cp DIR/p.jar:a START multicore"
                        + " -jar DIR/p.jar",
                "-np 2 p.jar x -np 3            | -np 3 java -cp p.jar START multicore -jar p.jar"
                        + " x",
                "p.jar -dev hybdev q.jar        | java -cp p.jar START hybdev -jar p.jar q.jar",
                "Hello.java x -np 2             | -np 2 java Hello.java x",
                "-class Hello x -np 2           | -np 2 java START multicore Hello x",
                "-src -Djava.library.path=l A   | java -Djava.library.path=l START multicore A",
            })
    void optionsStandAnywhere(String typed, String expected) throws UsageException {
        List<String> words = words(typed.split(" "));
        assertThat(words).startsWith("--api", "mpj");
        String rest = String.join(" ", words.subList(2, words.size()));
        assertThat(rest.replace(STARTER, "START").replace(temp.toString(), "DIR"))
                .isEqualTo(expected);
    }

    /** One process on each host; where there are more processes, a block of them. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2 | h1 h2       | h1:1,h2:1",
                "3 | h1 h2       | h1:2,h2:1",
                "6 | h1 h2       | h1:3,h2:3",
                "2 | h1 h2 h3    | h1:1,h2:1",
                "5 | h1 h2 h3    | h1:2,h2:2,h3:1",
                "1 | h1          | h1:1",
                "4 | h1 h1 h2 h1 | h1:2,h2:2",
                "2 | ::1 10.0.0.1| [::1]:1,10.0.0.1:1",
                "  | h1 h2 h3    | h1:2,h2:1,h3:1",
            })
    void machinesHaveBlocks(String np, String machines, String expected) throws Exception {
        Files.writeString(temp.resolve("m"), "# hosts\n\n" + machines.strip().replace(" ", "\n"));
        String count = np == null ? "" : "-np " + np + " ";
        List<String> words = words((count + "A -dev niodev -machinesfile m").split(" "));
        String number = np == null ? String.valueOf(PROCESSORS) : np;
        assertThat(words).containsSequence("-np", number, "--host", expected, "java");
    }

    /** FastMPJ's guide; its batch scripts in public repositories. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-np 2 -class Hello             | -np 2 java START multicore Hello",
                "-np 2 -class Hello -np x -cp y | -np 2 java START multicore Hello -np x -cp y",
                "-np 4 -Xmx9m -jar p.jar 7 -h   | -np 4 java -Xmx9m -cp p.jar START multicore -jar"
                        + " p.jar 7 -h",
                "-dev ibvdev -cp a -class B     | java -cp a START ibvdev B",
                "-np 2 -dev smdev Hello -v      | -np 2 java START smdev Hello -v",
            })
    void behindAFastMpjProgramAreItsArguments(String typed, String expected) throws UsageException {
        List<String> words = words(Command.FMPJRUN, typed.split(" "));
        String rest = String.join(" ", words.subList(2, words.size()));
        assertThat(rest.replace(STARTER, "START")).isEqualTo(expected);
    }

    /** Files of batch systems have a host as often as it is to run a process. */
    @Test
    void nodeFilesWithoutANumberOfProcesses() throws Exception {
        Files.writeString(temp.resolve("m"), "h1\nh1\nh1\nh2\n");
        assertThat(words(Command.FMPJRUN, "-machinefile", "m", "-class", "A"))
                .containsExactly(
                        "--api", "mpj", "--host", "h1:3,h2:1", "java", STARTER, "multicore", "A");
        assertThat(words(Command.NODE_FILE, "m", "-dev", "hybdev", "A", "-x"))
                .containsExactly(
                        "--api",
                        "mpj",
                        "--host",
                        "h1:3,h2:1",
                        "java",
                        STARTER,
                        "hybdev",
                        "A",
                        "-x");
        assertThat(words(Command.NODE_FILE, "m", "-np", "2", "A"))
                .containsSequence("-np", "2", "--host", "h1:1,h2:1");
        assertThat(words(Command.FMPJRUN, "-machinefile", "m", "-np", "4", "-class", "A"))
                .containsSequence("-np", "4", "--host", "h1:2,h2:2");
    }

    @Test
    void commandsByTheirNames() {
        assertThat(Command.of("mpjrun")).isEqualTo(Command.MPJRUN);
        assertThat(Command.of("mpjrun_errdetect_wrapper")).isEqualTo(Command.NODE_FILE);
        assertThat(Command.of("fmpjrun_errdetect_wrapper")).isEqualTo(Command.FMPJRUN);
        assertThat(MpjOptions.help("fmpjrun")).startsWith("fmpjrun [OPTIONS] CLASS");
    }

    @Test
    void theFileMachinesOfClusterDevices() throws Exception {
        assertThat(words("-dev", "niodev", "A")).doesNotContain("--host");
        Files.writeString(temp.resolve("machines"), "h1\nh2\n");
        assertThat(words("-np", "2", "-dev", "niodev", "A")).contains("--host", "h1:1,h2:1");
        assertThat(words("-np", "2", "-dev", "hybdev", "A")).contains("--host", "h1:1,h2:1");
        assertThat(words("-np", "2", "A")).doesNotContain("--host");
    }

    /** Lines that MPJ Express refuses are those of mpirun. */
    @Test
    void machinesWithSlots() throws IOException, UsageException {
        Path file = Files.writeString(temp.resolve("m"), "h1 slots=2\nh2:3\n");
        assertThat(words("-machinesfile", "m", "A"))
                .containsSequence("--hostfile", file.toString(), "--oversubscribe");
    }

    @Test
    void helpVersionAndWhatHasNoEffect() throws UsageException {
        assertThat(words("-v")).containsExactly("--version");
        for (List<String> line : List.of(List.of("-h"), List.of("A", "-h"), List.of("-help"))) {
            assertThat(MpjOptions.parse(Command.MPJRUN, line, temp, PROCESSORS).help()).isTrue();
        }
        List<String> line = List.of("-psl", "128K", "-profile", "A", "-dport", "1");
        MpjOptions options = MpjOptions.parse(Command.MPJRUN, line, temp, PROCESSORS);
        assertThat(options.ignored()).containsExactly("-psl", "-profile", "-dport");
        assertThat(options.words()).endsWith(STARTER, "multicore", "A");
    }

    @Test
    void mistakesAreExplained() throws IOException {
        assertThatThrownBy(() -> words("-np", "2")).hasMessage("No program was given.");
        assertThatThrownBy(() -> words("-np")).hasMessage("The option -np needs a value.");
        assertThatThrownBy(() -> words("A", "-cp")).hasMessage("The option -cp needs a value.");
        assertThatThrownBy(() -> words("-dev", "gm", "A")).hasMessageContaining("-dev gm");
        assertThatThrownBy(() -> words("-machinesfil", "m", "A"))
                .hasMessage("There is no option \"-machinesfil\".");
        assertThatThrownBy(() -> words("-clas", "A")).hasMessageContaining("no option");
        assertThatThrownBy(() -> words("-yarn", "A")).hasMessageContaining("not supported");
        assertThatThrownBy(() -> words("-machinesfile", "absent", "A"))
                .hasMessageContaining("cannot be read");
        for (String absent : List.of("absent.jar", ".:lib/p.jar")) {
            String file = temp.resolve(absent).toString();
            String message = "The jar " + absent + " cannot be read: " + file;
            assertThatThrownBy(() -> words("-jar", absent, "-np", "2")).hasMessage(message);
            assertThatThrownBy(() -> words("-np", "2", absent)).hasMessage(message);
        }
        assertThatThrownBy(() -> words(Command.FMPJRUN, "-jar", "absent.jar"))
                .hasMessageContaining("cannot be read");
        jar("nameless.jar", "Made-By: a test");
        assertThatThrownBy(() -> words("-jar", "nameless.jar"))
                .hasMessage("The jar nameless.jar names no Main-Class.");
    }
}
