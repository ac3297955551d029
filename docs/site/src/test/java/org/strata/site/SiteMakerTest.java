package org.strata.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class SiteMakerTest {
    @TempDir private Path root;

    private void page(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void pagesLinkToEachOthersPlaces() throws IOException {
        page("README.md", "# Top\n[docs](docs/README.md), [code](src/A.java) `<x>`");
        page(
                "docs/README.md",
                "# Docs\n## Guide\n* [First](guide/first.md)\n* [Top](../README.md)");
        page("docs/guide/first.md", "# First\n[up](../../README.md#top)\n\n|a|b|\n|-|-|\n|1|2|\n");
        page("src/A.java", "class A {}");
        Path site = root.resolve("site");
        SiteMaker.write(root, site);
        assertThat(site.resolve("index.html"))
                .content()
                .contains("<title>Top</title>", "<h1 id=\"top\">", "<code>&lt;x&gt;</code>")
                .contains("href=\"docs/index.html\">docs", "href=\"src/A.java.txt\"")
                .contains("<h2>Guide</h2>\n<a href=\"docs/guide/first.html\">First</a>");
        assertThat(site.resolve("docs/guide/first.html"))
                .content()
                .contains("href=\"../../index.html#top\">up", "<td>1</td>", "../../style.css");
        assertThat(site.resolve("src/A.java.txt")).hasContent("class A {}");
        assertThat(SiteLinks.check(site)).isEmpty();
        Files.delete(site.resolve("src/A.java.txt"));
        assertThat(SiteLinks.check(site)).containsExactly("index.html: src/A.java.txt");
    }

    @Test
    void brokenLinksAreNamed() throws IOException {
        page("README.md", "# Top\n[a](none.md) [b](docs/README.md#two) [c](../out.md) [d](#top)");
        page("docs/README.md", "# Docs\n## Two words, and a `dot.`\n[two](#two-words-and-a-dot)");
        assertThat(Pages.read(root).broken())
                .containsExactly(
                        "README.md: none.md",
                        "README.md: docs/README.md#two: no such heading",
                        "README.md: ../out.md");
    }
}
