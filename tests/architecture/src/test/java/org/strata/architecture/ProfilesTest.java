package org.strata.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A profile that names its classes misses the next one, and says nothing. */
class ProfilesTest {
    private static final Path TESTS = ClassGraph.ROOT.resolve("tests/system/src/test/java");

    /** Those about commands of the pages run with {@code -Dlong}. */
    @Test
    void hostsRunsAllTestsOnSimulatedHosts() throws IOException {
        Pattern list = Pattern.compile("<id>hosts</id>\\s*<properties>\\s*<test>([^<]*)</test>");
        Matcher found = list.matcher(Files.readString(ClassGraph.ROOT.resolve("pom.xml")));
        assertThat(found.find()).isTrue();
        List<String> tagged;
        try (Stream<Path> files = Files.walk(TESTS)) {
            tagged = files.filter(ProfilesTest::needsHosts).map(ProfilesTest::name).toList();
        }
        assertThat(tagged.stream().filter(name -> !name.startsWith("Docs")))
                .containsExactlyInAnyOrder(found.group(1).split(","));
    }

    private static boolean needsHosts(Path file) {
        try {
            return file.toString().endsWith(".java")
                    && Files.readString(file).contains("@Tag(\"hosts\")");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String name(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }
}
