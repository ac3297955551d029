package org.strata.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.launcher.cli.UsageException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * The class path of a program. The table is what Open MPI 4.1.4 passes, seen by a script "java"
 * that prints its words, with CWD for the working directory; each entry that names the working
 * directory a second time is left out. Beyond Open MPI: {@code --class-path}, argument files and
 * JDK_JAVA_OPTIONS are class paths, too.
 */
class ClassPathTest {
    @TempDir Path temp;

    private String path(Map<String, String> environment, String... words) throws UsageException {
        Distribution distribution = Distribution.at(Path.of("/dist"));
        JavaCommand command = new JavaCommandParser(temp).parse(List.of(words));
        List<String> all = new JavaLaunch(distribution, environment, temp).rewrite(command);
        String path = all.get(all.lastIndexOf("-cp") + 1);
        assertThat(path).startsWith("/dist/lib/mpi.jar:");
        return path.substring("/dist/lib/mpi.jar:".length()).replace(temp.toString(), "CWD");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "java X                         |        | CWD",
                "java -cp ./mpi.jar X           |        | CWD:./mpi.jar",
                "java -cp . X                   |        | CWD",
                "java -classpath a:b X          |        | CWD:a:b",
                "java --class-path a X          |        | CWD:a",
                "java --class-path=a X          |        | CWD:a",
                "java -Xmx1g -cp a -Dx=y X      |        | CWD:a",
                "java -cp a -cp b X             |        | CWD:b",
                "java -cp lib/* X               |        | CWD:lib/*",
                "java -cp a:CWD:b: X            |        | CWD:a:b",
                "java @words X                  |        | CWD:from:file",
                "java X                         | /x.jar | CWD:/x.jar",
                "java -cp a X                   | /x.jar | CWD:a",
                "java X                         | .:/x   | CWD:/x",
            })
    void workingDirectoryFirst(String words, String classPath, String expected) throws Exception {
        Files.writeString(temp.resolve("words"), "-cp from:file");
        Map<String, String> environment = new HashMap<>();
        if (classPath != null) {
            environment.put("CLASSPATH", classPath);
        }
        String[] all = words.replace("CWD", temp.toString()).split(" ");
        assertThat(path(environment, List.of(all).subList(1, all.length).toArray(String[]::new)))
                .isEqualTo(expected);
    }

    @Test
    void optionsInTheEnvironment() throws UsageException {
        Map<String, String> options =
                Map.of("JDK_JAVA_OPTIONS", "-Xmx1g -cp 'a b:c'", "CLASSPATH", "unused");
        assertThat(path(options, "X")).isEqualTo("CWD:a b:c");
        assertThat(path(options, "-cp", "d", "X")).isEqualTo("CWD:d");
    }

    /** A cache fits the class path that it was made with. */
    @Test
    void ofAStartUpCache() throws UsageException {
        for (String option :
                List.of("-XX:AOTCacheOutput=c", "-XX:AOTCache=c", "-XX:SharedArchiveFile=c")) {
            assertThat(path(Map.of(), option, "-cp", "a.jar", "X")).isEqualTo("a.jar");
            assertThat(path(Map.of("CLASSPATH", "b.jar"), option, "X")).isEqualTo("b.jar");
            assertThat(path(Map.of(), option, "X")).isEqualTo("CWD");
        }
    }

    /** The JVM ignores -cp and CLASSPATH beside -jar. */
    @Test
    void behindAJar() throws UsageException, IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "X");
        Path jar = temp.resolve("p.jar");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        assertThat(path(Map.of("CLASSPATH", "/x"), "-cp", "a", "-jar", "p.jar", "z"))
                .isEqualTo("p.jar:CWD");
    }

    /**
     * The JVM reads these words of a manifest beside -jar only; the jar is started by its class.
     */
    @Test
    void openingsOfAJar() throws UsageException, IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, " X ");
        manifest.getMainAttributes().putValue("Add-Exports", "a/b c/d");
        manifest.getMainAttributes().putValue("Add-Opens", "e/f");
        new JarOutputStream(Files.newOutputStream(temp.resolve("p.jar")), manifest).close();
        JavaCommand command = new JavaCommandParser(temp).parse(List.of("-jar", "p.jar", "z"));
        List<String> words =
                new JavaLaunch(Distribution.at(Path.of("/dist")), Map.of(), temp).rewrite(command);
        assertThat(words)
                .contains(
                        "--add-exports=a/b=ALL-UNNAMED",
                        "--add-exports=c/d=ALL-UNNAMED",
                        "--add-opens=e/f=ALL-UNNAMED");
        assertThat(words.subList(words.size() - 2, words.size())).containsExactly("X", "z");
    }

    @Test
    void aDirectoryWithAColon() throws UsageException {
        Path odd = temp.resolve("a:b");
        JavaCommand command = new JavaCommandParser(odd).parse(List.of("-cp", "z", "X"));
        assertThat(
                        new JavaLaunch(Distribution.at(Path.of("/dist")), Map.of(), odd)
                                .classPath(command))
                .isEqualTo(".:z");
    }
}
