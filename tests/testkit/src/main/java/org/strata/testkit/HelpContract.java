package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.base.HelpCatalogue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A package's {@code help.properties} and its sources fit: every topic that the sources give as a
 * literal to a method {@code help} or {@code text} has a text, and every text is named in the
 * sources. Runs in the module's directory.
 */
public abstract class HelpContract {
    private static final Pattern USE =
            Pattern.compile("\\b(?:help|text)\\(\\s*\\w+\\.class,\\s*\"([a-z0-9-]+)\"");

    /** Returns a class of the package. */
    protected abstract Class<?> owner();

    @Test
    void everyTopicInTheSourcesHasAText() throws IOException {
        Set<String> used = new TreeSet<>();
        Matcher matcher = USE.matcher(sources());
        while (matcher.find()) {
            used.add(matcher.group(1));
        }
        assertThat(HelpCatalogue.of(owner()).topics()).containsAll(used);
    }

    @Test
    void everyTextIsUsed() throws IOException {
        String sources = sources();
        assertThat(HelpCatalogue.of(owner()).topics())
                .isNotEmpty()
                .allMatch(topic -> sources.contains('"' + topic + '"'));
    }

    @Test
    void everyPlaceTakesAValue() {
        HelpCatalogue catalogue = HelpCatalogue.of(owner());
        for (String topic : catalogue.topics()) {
            Object[] values = new Object[catalogue.places(topic)];
            Arrays.fill(values, "VALUE");
            String text = catalogue.text(topic, values);
            assertThat(text).as(topic).isNotBlank().doesNotContainPattern("\\{\\d+}");
        }
    }

    private String sources() throws IOException {
        Path directory =
                Path.of("src/main/java").resolve(owner().getPackageName().replace('.', '/'));
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }
}
