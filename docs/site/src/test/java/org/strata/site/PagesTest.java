package org.strata.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The pages of this repository: every link leads somewhere, every page is linked. */
class PagesTest {
    static final Path ROOT = Path.of(System.getProperty("root"));
    private static final Path CONTENTS = Path.of("docs", "README.md");

    @Test
    void everyLinkLeadsToAFileAndAHeading() throws IOException {
        Pages pages = Pages.read(ROOT);
        assertThat(pages.all()).hasSizeGreaterThan(20);
        assertThat(pages.broken()).isEmpty();
    }

    @Test
    void theTableOfContentsHasEveryPageOfDocs() throws IOException {
        List<Path> linked =
                Page.read(ROOT, CONTENTS).links().stream()
                        .map(link -> Target.of(ROOT, CONTENTS, link).file())
                        .toList();
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            List<Path> pages =
                    files.map(ROOT::relativize)
                            .filter(file -> file.toString().endsWith(".md"))
                            .filter(file -> !file.startsWith(Path.of("docs", "site")))
                            .filter(file -> !file.equals(CONTENTS))
                            .toList();
            assertThat(linked).containsAll(pages);
        }
    }
}
