package org.strata.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The parts of {@code packaging/release} that need no build: versions, refusals, the bundle. */
class ReleaseTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final String URL = "https://example.org/strata";
    private static final String POM =
            """
            <project><name>n</name><description>d</description><url>%s</url>
            <licenses><license><url>https://www.apache.org/licenses/LICENSE-2.0</url></license>
            </licenses><developers></developers><scm><connection>c</connection></scm></project>
            """;

    @TempDir private Path work;

    /** A command's exit code and all that it has printed. */
    private record Ended(int code, String text) {}

    private Ended run(Path directory, String... words) throws IOException, InterruptedException {
        Path said = work.resolve("said");
        ProcessBuilder command =
                new ProcessBuilder(words)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile());
        command.environment()
                .putAll(Map.of("GIT_AUTHOR_NAME", "a", "GIT_AUTHOR_EMAIL", "a@example.org"));
        command.environment()
                .putAll(Map.of("GIT_COMMITTER_NAME", "a", "GIT_COMMITTER_EMAIL", "a@example.org"));
        int code = command.start().waitFor();
        return new Ended(code, Files.readString(said));
    }

    private void ok(Path directory, String... words) throws IOException, InterruptedException {
        Ended ended = run(directory, words);
        assertThat(ended.code()).as(ended.text()).isZero();
    }

    /** A repository with every file that names the version, the scripts, and nothing else. */
    private Path tree() throws IOException, InterruptedException {
        Path tree = work.resolve("tree");
        List<String> files =
                Stream.concat(
                                run(ROOT, "git", "ls-files", "*pom.xml").text().lines(),
                                Stream.of(
                                        "README.md",
                                        "CHANGELOG.md",
                                        "CITATION.cff",
                                        "docs/building.md",
                                        "packaging/version",
                                        "packaging/release"))
                        .toList();
        for (String file : files) {
            Path copy = tree.resolve(file);
            Files.createDirectories(copy.getParent());
            Files.copy(ROOT.resolve(file), copy);
        }
        ok(tree, "git", "init", "-q");
        ok(tree, "git", "add", "-A");
        ok(tree, "git", "commit", "-q", "-m", "a tree");
        return tree;
    }

    @Test
    void aVersionIsWrittenEverywhereAndDatesTheChangelog() throws Exception {
        Path tree = tree();
        ok(tree, "packaging/version", "9.8.7-SNAPSHOT");
        assertThat(tree.resolve("CHANGELOG.md")).content().contains("\n## 9.8.7 (unreleased)\n");
        assertThat(tree.resolve("CITATION.cff"))
                .content()
                .contains("version: \"9.8.7-SNAPSHOT\"")
                .doesNotContain("date-released");
        ok(tree, "packaging/version", "9.8.7");
        assertThat(run(tree, "git", "grep", "-n", "9.8.7-SNAPSHOT").text()).isEmpty();
        assertThat(run(tree, "git", "grep", "-l", "9.8.7").text().lines())
                .contains("README.md", "docs/building.md", "pom.xml", "packaging/dist/pom.xml");
        assertThat(tree.resolve("CHANGELOG.md"))
                .content()
                .containsPattern("\n## 9.8.7 \\(\\d{4}-\\d\\d-\\d\\d\\)\n")
                .doesNotContain("(unreleased)\n\n## 9.8.7");
        assertThat(tree.resolve("CITATION.cff")).content().contains("date-released: \"20");
        assertThat(run(tree, "packaging/version", "9.8").code()).isEqualTo(1);
    }

    @Test
    void aReleaseIsRefusedWithoutPageOrVersion() throws Exception {
        Path tree = tree();
        assertThat(run(tree, "packaging/release", "--fast").text()).contains("--twice");
        Ended nowhere = run(tree, "packaging/release", "--url", "http://example.org/strata");
        assertThat(nowhere.text()).contains("--url https://HOST/PROJECT");
        ok(tree, "packaging/version", "9.9.9-SNAPSHOT");
        ok(tree, "git", "commit", "-q", "-a", "-m", "next");
        Ended snapshot = run(tree, "packaging/release", "--url", URL);
        assertThat(snapshot.text()).contains("9.9.9-SNAPSHOT; a release has one without");
        assertThat(List.of(nowhere.code(), snapshot.code())).containsExactly(1, 1);
    }

    @Test
    void whatCentralWouldRefuseIsNamed() throws Exception {
        Path bundle = Files.createDirectories(work.resolve("bundle"));
        for (String name : List.of("mpi-1.jar", "mpi-1-sources.jar", "mpi-1-javadoc.jar")) {
            file(bundle, name, name);
        }
        String pom = POM.formatted(URL);
        file(bundle, "mpi-1.pom", pom);
        assertThat(check(bundle)).isEmpty();
        for (String part : List.of("<scm>", "<description>", "<developers>", "<connection>")) {
            file(bundle, "mpi-1.pom", pom.replace(part, "<other>"));
            assertThat(check(bundle)).contains("mpi-1.pom has no " + part);
        }
        file(bundle, "mpi-1.pom", POM.formatted("https://example.org/other"));
        assertThat(check(bundle)).contains("names another page than " + URL);
        file(bundle, "mpi-1.pom", pom + "<version>1-SNAPSHOT</version>");
        assertThat(check(bundle)).contains("refers to the build");
        file(bundle, "mpi-1.pom", pom);
        assertThat(check(bundle, "signed")).contains("has no .asc beside it");
        Files.writeString(bundle.resolve("mpi-1.jar"), "another");
        assertThat(check(bundle)).contains("mpi-1.jar is not what its .md5 says");
        Files.delete(bundle.resolve("mpi-1-javadoc.jar"));
        assertThat(check(bundle)).contains("mpi-1.pom has no -javadoc.jar beside it");
    }

    private String check(Path bundle, String... more) throws IOException, InterruptedException {
        String script = ROOT.resolve("packaging/check-bundle").toString();
        Stream<String> words = Stream.of(script, bundle.toString(), URL);
        return run(bundle, Stream.concat(words, Stream.of(more)).toArray(String[]::new)).text();
    }

    private static void file(Path bundle, String name, String text)
            throws IOException, NoSuchAlgorithmException {
        Path file = Files.writeString(bundle.resolve(name), text);
        for (String algorithm : List.of("MD5", "SHA-1")) {
            byte[] sum = MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file));
            String suffix = algorithm.equals("MD5") ? ".md5" : ".sha1";
            Files.writeString(bundle.resolve(name + suffix), HexFormat.of().formatHex(sum));
        }
    }
}
