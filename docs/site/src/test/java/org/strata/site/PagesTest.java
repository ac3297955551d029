package org.strata.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The pages of this repository: every link leads somewhere, every page is linked. */
class PagesTest {
    static final Path ROOT = Path.of(System.getProperty("root"));
    private static final Path CONTENTS = Path.of("docs", "README.md");
    private static final Path PARAMETERS = Path.of("docs", "parameters.md");

    @Test
    void everyLinkLeadsToAFileAndAHeading() throws IOException {
        Pages pages = Pages.read(ROOT);
        assertThat(pages.all()).hasSizeGreaterThan(20);
        assertThat(pages.broken()).isEmpty();
    }

    @Test
    void theTableOfContentsHasEveryPageOfDocs() throws IOException {
        List<Path> linked = new ArrayList<>(linked(CONTENTS));
        // The pages of frameworks are entries of the list of all parameters.
        linked.addAll(linked(PARAMETERS));
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

    private static List<Path> linked(Path page) throws IOException {
        return Page.read(ROOT, page).links().stream()
                .filter(link -> !Target.outside(link))
                .map(link -> Target.of(ROOT, page, link).file())
                .toList();
    }
}
