package org.strata.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Every {@code help.properties} of the house fits the sources of its package. */
class HelpTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path RESOURCES = Path.of("src/main/resources");

    /** A topic given to Output.help, to HelpCatalogue.text, or to a helper called help. */
    private static final Pattern USE =
            Pattern.compile(
                    "(?:\\bhelp\\(\\s*(?:\\w+\\.class,\\s*)?|(?:\\btexts|\\.class\\))\\s*\\.text\\(\\s*)"
                        + "\"([a-z0-9-]+)\"");

    @ParameterizedTest
    @MethodSource("catalogues")
    void everyTopicThatSourcesNameHasAText(Path catalogue) throws IOException {
        Set<String> used = new TreeSet<>();
        Matcher matcher = USE.matcher(sources(catalogue));
        while (matcher.find()) {
            used.add(matcher.group(1));
        }
        assertThat(topics(catalogue)).containsAll(used);
    }

    @ParameterizedTest
    @MethodSource("catalogues")
    void everyTextIsNamedInTheSources(Path catalogue) throws IOException {
        String sources = sources(catalogue);
        boolean usersNameTopics = sources.contains(".topics()");
        assertThat(topics(catalogue))
                .isNotEmpty()
                .allMatch(topic -> usersNameTopics || sources.contains('"' + topic + '"'));
    }

    private static Set<String> topics(Path catalogue) throws IOException {
        Properties texts = new Properties();
        try (Reader reader = Files.newBufferedReader(ROOT.resolve(catalogue))) {
            texts.load(reader);
        }
        assertThat(texts.values()).noneMatch(text -> text.toString().isBlank());
        return texts.stringPropertyNames();
    }

    /** The sources of the catalogue's package. */
    private static String sources(Path catalogue) throws IOException {
        String path = catalogue.toString().replace(RESOURCES.toString(), "src/main/java");
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(ROOT.resolve(path).getParent())) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }

    static Stream<Path> catalogues() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules
                    .map(module -> module.resolve(RESOURCES))
                    .filter(Files::isDirectory)
                    .flatMap(HelpTest::cataloguesIn)
                    .map(ROOT::relativize)
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static Stream<Path> cataloguesIn(Path resources) {
        try (Stream<Path> files = Files.walk(resources)) {
            return files.filter(f -> f.endsWith("help.properties")).toList().stream();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
