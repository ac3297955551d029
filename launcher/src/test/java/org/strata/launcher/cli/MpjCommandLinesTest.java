package org.strata.launcher.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.launcher.cli.MpjOptions.Command;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Every command line and option of MPJ Express 0.44's documents: the guides for Linux, Windows and
 * YARN, README, and what mpjrun.sh prints without arguments. The numbers are sections of the guide
 * for Linux of 18 July 2014; paths are shortened.
 */
class MpjCommandLinesTest {
    private static final String STARTER = "org.strata.mpj.ProgramStarter";

    @TempDir Path temp;

    @BeforeEach
    void files() throws IOException {
        String text = "Manifest-Version: 1.0\nMain-Class: TestSuite\n";
        Manifest manifest = new Manifest(new ByteArrayInputStream(text.getBytes(US_ASCII)));
        new JarOutputStream(Files.newOutputStream(temp.resolve("test.jar")), manifest).close();
        Files.writeString(temp.resolve("machines"), "machine1\nmachine2\n");
    }

    private MpjOptions parse(String line) throws UsageException {
        return MpjOptions.parse(Command.MPJRUN, List.of(line.split(" ")), temp, 2);
    }

    private String words(String line) throws UsageException {
        return String.join(" ", parse(line).words())
                .replaceFirst("^--api mpj ", "")
                .replace(STARTER, "START")
                .replace(temp.toString(), "DIR");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // 2.4 Multicore configuration
                "-np 2 HelloWorld | -np 2 java START multicore HelloWorld",
                "-np 2 -jar test.jar | -np 2 java -cp test.jar START multicore -jar test.jar",
                // 2.5.1 Cluster configuration with niodev
                "-np 2 -dev niodev HelloWorld | -np 2 --host machine1:1,machine2:1 java START"
                        + " niodev HelloWorld",
                "-np 2 -dev niodev -jar test.jar | -np 2 --host machine1:1,machine2:1 java -cp"
                        + " test.jar START niodev -jar test.jar",
                // 2.5.2 mxdev
                "-np 2 -dev mxdev -Djava.library.path=lib HelloWorld | -np 2 --host"
                        + " machine1:1,machine2:1 java -Djava.library.path=lib START mxdev"
                        + " HelloWorld",
                // 2.5.3 hybdev
                "-np 4 -dev hybdev HelloWorld | -np 4 --host machine1:2,machine2:2 java START"
                        + " hybdev HelloWorld",
                "-np 2 -dev hybdev -jar test.jar | -np 2 --host machine1:1,machine2:1 java -cp"
                        + " test.jar START hybdev -jar test.jar",
                // 2.5.4 native
                "-np 2 -dev native HelloWorld | -np 2 java START native HelloWorld",
                // 2.6 Options of the JVM, arguments of the program
                "-np 2 -Xms512M -Xmx512M HelloWorld | -np 2 java -Xms512M -Xmx512M START multicore"
                        + " HelloWorld",
                "-np 2 HelloWorld a b c | -np 2 java START multicore HelloWorld a b c",
                "-np 2 -jar test.jar a b | -np 2 java -cp test.jar START multicore -jar test.jar"
                        + " a b",
                // 4, the tenth known issue
                "-np 4 -dev niodev -wdir /home/user/ HelloWorld | -np 4 --host"
                        + " machine1:2,machine2:2 --wdir /home/user/ java -cp DIR START niodev"
                        + " HelloWorld",
                // mpjrun.sh -h
                "-np 2 -machinesfile machines HelloWorld | -np 2 --host machine1:1,machine2:1 java"
                        + " START multicore HelloWorld",
                "-np 2 -cp a:b HelloWorld | -np 2 java -cp a:b START multicore HelloWorld",
                "-np 2 -debug 24500 HelloWorld | --jdwp 24500,suspend -np 2 java START multicore"
                        + " HelloWorld",
            })
    void asDocumented(String typed, String expected) throws UsageException {
        assertThat(words(typed)).isEqualTo(expected);
    }

    /** What is about MPJ Express' own daemons, ports and limits is named, and the job runs. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-psl 131072",
                "-dport 24500",
                "-mpjport 20000",
                "-mxboardnum 1",
                "-headnodeip 10.0.0.1",
                "-src",
                "-profile",
                "-amMem 512",
                "-amCores 1",
                "-containerMem 512",
                "-containerCores 1",
                "-yarnQueue default",
                "-appName MPJYarn",
                "-amPriority 1",
                "-mpjContainerPriority 1",
                "-hdfsFolder /mpj-yarn/",
            })
    void withoutEffect(String option) throws UsageException {
        for (String line :
                List.of(option + " -np 2 HelloWorld a", "-np 2 HelloWorld " + option + " a")) {
            assertThat(words(line)).isEqualTo("-np 2 java START multicore HelloWorld a");
            assertThat(parse(line).ignored()).containsExactly(option.split(" ")[0]);
        }
    }

    /** The guide for YARN; its line with all options. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-yarn -np 2 -dev niodev -wdir /d/ -jar test.jar HelloWorld",
                "-yarn -np 2 -dev niodev -wdir /d/ -amMem 512 -amCores 1 -containerMem 512"
                        + " -containerCores 1 -yarnQueue default -appName MPJYarn -amPriority 1"
                        + " -mpjContainerPriority 1 -hdfsFolder /mpj-yarn/ -debugYarn -jar test.jar"
                        + " HelloWorld",
                "-amMem 512 -np 2 -yarn HelloWorld",
                "-np 2 -debugYarn HelloWorld",
            })
    void yarnIsRefused(String line) {
        assertThatThrownBy(() -> parse(line)).hasMessageContaining("arn of MPJ Express is not");
    }

    /** The guide prints en dashes in {@code –dev native}, {@code –np 2 –dev niodev –src}. */
    @ParameterizedTest
    @CsvSource({
        "-np 2 \u2013dev native HelloWorld, \u2013dev, -dev",
        "\u2013np 2 -dev niodev HelloWorld, \u2013np, -np",
        "\u2014np 2 HelloWorld, \u2014np, -np",
        "-np 2 HelloWorld \u2212src, \u2212src, -src",
    })
    void dashesOfTheGuideInPdfAreNamed(String line, String word, String hint) {
        assertThatThrownBy(() -> parse(line))
                .isInstanceOfSatisfying(
                        UsageException.class,
                        e ->
                                assertThat(String.join("\n", e.lines()))
                                        .contains("\"" + word + "\" begins with a dash")
                                        .contains("Type " + hint + " "));
    }

    @Test
    void helpWithoutAWord() throws UsageException {
        assertThat(MpjOptions.parse(Command.MPJRUN, List.of(), temp, 2).help()).isTrue();
        assertThat(parse("-h").help()).isTrue();
    }
}
