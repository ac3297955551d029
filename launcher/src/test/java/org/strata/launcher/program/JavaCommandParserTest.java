package org.strata.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.launcher.cli.UsageException;
import org.strata.launcher.program.JavaCommand.MainKind;
import org.strata.launcher.program.Programs.Launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class JavaCommandParserTest {
    @TempDir Path temp;

    private JavaCommand parse(String... words) throws UsageException {
        return new JavaCommandParser(temp).parse(List.of(words));
    }

    @Test
    void theFirstWordThatIsNoOptionIsTheMainClass() throws Exception {
        JavaCommand command = parse("-Xmx1g", "-Dcp=-cp", "TcpTest", "-cp", "x", "-jar", "@y");
        assertThat(command.kind()).isEqualTo(MainKind.CLASS);
        assertThat(command.main()).isEqualTo("TcpTest");
        assertThat(command.options()).containsExactly("-Xmx1g", "-Dcp=-cp");
        assertThat(command.classPath()).isNull();
        assertThat(command.arguments()).containsExactly("-cp", "x", "-jar", "@y");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-cp", "-classpath", "--class-path"})
    void classPathAsTheNextWord(String option) throws Exception {
        JavaCommand command = parse(option, "a:b", option, "c", "Main");
        assertThat(command.classPath()).isEqualTo("c");
        assertThat(command.options()).isEmpty();
        assertThat(command.main()).isEqualTo("Main");
    }

    @Test
    void valuesBehindAnEqualsSign() throws Exception {
        JavaCommand command = parse("--class-path=a", "--module-path=m", "--source=25", "X");
        assertThat(command.classPath()).isEqualTo("a");
        assertThat(command.modulePath()).isEqualTo("m");
        assertThat(command.kind()).isEqualTo(MainKind.SOURCE);
        assertThat(parse("--module=a/b.C", "x").main()).isEqualTo("a/b.C");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--upgrade-module-path", "--add-modules", "--add-exports", "--add-opens",
                "--add-reads", "--patch-module", "--limit-modules", "--enable-native-access",
                "--describe-module", "-d", "--source"
            })
    void optionsWhoseValueIsTheNextWord(String option) throws Exception {
        JavaCommand command = parse(option, "value", "Main");
        assertThat(command.options()).containsExactly(option, "value");
        assertThat(command.main()).isEqualTo("Main");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-ea",
                "-ea:x",
                "-Xss1m",
                "-XX:+UseG1GC",
                "--add-modules=x",
                "-agentlib:x",
                "-splash:x",
                "--enable-preview",
                "-verbose:gc",
                "-server"
            })
    void optionsOfOneWord(String option) throws Exception {
        assertThat(parse(option, "Main").main()).isEqualTo("Main");
    }

    @Test
    void jar() throws Exception {
        JavaCommand command = parse("-cp", "ignored", "-jar", "x.jar", "a", "-jar");
        assertThat(command.kind()).isEqualTo(MainKind.JAR);
        assertThat(command.main()).isEqualTo("x.jar");
        assertThat(command.arguments()).containsExactly("a", "-jar");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-m", "--module"})
    void module(String option) throws Exception {
        JavaCommand command = parse("-p", "mods", option, "m/p.Main", "-m");
        assertThat(command.kind()).isEqualTo(MainKind.MODULE);
        assertThat(command.modulePath()).isEqualTo("mods");
        assertThat(command.main()).isEqualTo("m/p.Main");
        assertThat(command.arguments()).containsExactly("-m");
    }

    @Test
    void sourceFile() throws Exception {
        assertThat(parse("dir/X.java", "a").kind()).isEqualTo(MainKind.SOURCE);
        assertThat(parse("--source", "25", "script").kind()).isEqualTo(MainKind.SOURCE);
        assertThat(parse("X.javac").kind()).isEqualTo(MainKind.CLASS);
    }

    @Test
    void optionsOnly() throws Exception {
        assertThat(parse("-version").kind()).isEqualTo(MainKind.NOTHING);
        assertThat(parse("--list-modules").options()).containsExactly("--list-modules");
        assertThat(parse().kind()).isEqualTo(MainKind.NOTHING);
        assertThat(parse("-cp").options()).containsExactly("-cp");
        assertThat(parse("-jar").kind()).isEqualTo(MainKind.NOTHING);
    }

    @Test
    void argumentFilesUpToTheMainClass() throws Exception {
        Files.writeString(temp.resolve("opts"), "-cp \"a b\" # comment\n -Dx=1");
        Files.writeString(temp.resolve("main"), "Main one\n'two three'");
        JavaCommand command = parse("@opts", "@main", "@opts");
        assertThat(command.classPath()).isEqualTo("a b");
        assertThat(command.options()).containsExactly("-Dx=1");
        assertThat(command.main()).isEqualTo("Main");
        assertThat(command.arguments()).containsExactly("one", "two three", "@opts");
    }

    @Test
    void argumentFilesCanBeSwitchedOff() throws Exception {
        assertThat(parse("--disable-@files", "@main").main()).isEqualTo("@main");
        assertThatThrownBy(() -> parse("@absent", "Main")).hasMessageContaining("@absent");
    }

    @Test
    void wordsOfArgumentFiles() throws IOException {
        assertThat(ArgumentFile.parse("a\tb\r\n\"c \\\"d\\\\\" 'e\\nf' g\"h i\"j \\\n   k #x\nl"))
                .containsExactly("a", "b", "c \"d\\", "e\nf", "gh ij", "k", "l");
        assertThat(ArgumentFile.parse("\"two \\\n   lines\" C:\\dir"))
                .containsExactly("two lines", "C:\\dir");
        assertThat(ArgumentFile.parse("# only\n\n")).isEmpty();
        assertThat(ArgumentFile.parse("''")).containsExactly("");
    }

    @Test
    void argumentFilesReadBackWhatWasWritten() {
        List<String> words =
                List.of("-Da=\"b c\"", "", "x\ny\r", "C:\\dir\\", "# no comment", "'q'");
        assertThat(ArgumentFile.parse(ArgumentFile.format(words))).isEqualTo(words);
    }

    @Test
    void wordsTooLongForTheKernelGoIntoAnArgumentFile() throws IOException {
        List<String> words = List.of("java", "-cp", "x".repeat(200_000), "Main", "a b");
        Path file = temp.resolve("arguments");
        assertThat(new Launch(words, "Main", List.of("a b"), true).fitting(words, file))
                .containsExactly("java", "@" + file);
        assertThat(ArgumentFile.parse(Files.readString(file))).isEqualTo(words.subList(1, 5));
        assertThat(new Launch(words, "Main", List.of(), false).fitting(words, file))
                .isEqualTo(words);
    }

    @Test
    void featureVersions() {
        assertThat(Jdk.feature("25.0.3")).isEqualTo(25);
        assertThat(Jdk.feature("26-ea")).isEqualTo(26);
        assertThat(Jdk.feature("1.8.0_392")).isEqualTo(8);
    }
}
