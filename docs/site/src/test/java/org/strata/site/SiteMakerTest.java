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
                "# Docs\n## Guide\n* [first](guide/first.md)\n* [Top](../README.md)");
        page(
                "docs/guide/first.md",
                "# First\n<!-- made -->\n\n[up](../../README.md#top)\n\n"
                        + "|a|b|\n|-|-|\n|1|2|\n|3<br>4|<b>|\n");
        page("src/A.java", "class A {}");
        Path site = root.resolve("site");
        SiteMaker.write(root, site);
        assertThat(site.resolve("index.html"))
                .content()
                .contains(
                        "<title>Top – Strata</title>",
                        "<h1 id=\"top\">",
                        "<code class=\"w\">&lt;x&gt;")
                .contains("href=\"docs/index.html\">docs", "href=\"src/A.java.txt\"")
                .contains("<details open><summary>Guide</summary><ul>")
                .contains("<li><a href=\"docs/guide/first.html\">First</a></li>")
                .contains("<a href=\"index.html\" aria-current=\"page\">Top</a>")
                .contains("<div class=\"around\"><a href=\"docs/guide/first.html\">← First</a>");
        assertThat(site.resolve("docs/guide/first.html"))
                .content()
                .contains("href=\"../../index.html#top\">up", "href=\"../../style.css\"")
                .contains(
                        "<td data-h=\"b\">2</td>", "role=\"region\" aria-label=\"Table 1: First\"")
                .containsPattern("3<br ?/>\\s*4")
                .contains("&lt;b&gt;")
                .doesNotContain("made")
                .contains("data-root=\"../../\"");
        assertThat(site.resolve("src/A.java.txt")).hasContent("class A {}");
        assertThat(SiteLinks.check(site)).isEmpty();
        Files.delete(site.resolve("src/A.java.txt"));
        assertThat(SiteLinks.check(site)).containsExactly("index.html: src/A.java.txt");
    }

    @Test
    void imagesAreCopiedAndMissingOnesNamed() throws IOException {
        page("README.md", "# Top\n![a plot](docs/plot.svg)\n\n[docs](docs/README.md)");
        page("docs/README.md", "# Docs\n![none](none.svg)");
        page("docs/plot.svg", "<svg/>");
        assertThat(Pages.read(root).broken()).containsExactly("docs/README.md: none.svg");
        Path site = root.resolve("site");
        SiteMaker.write(root, site);
        assertThat(site.resolve("docs/plot.svg")).hasContent("<svg/>");
        assertThat(site.resolve("index.html")).content().contains("src=\"docs/plot.svg\"");
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

    @Test
    void codeIsColouredAndSaysWhatItIs() throws IOException {
        page("docs/README.md", "# Docs\n## Guide\n* [Top](../README.md)");
        page(
                "README.md",
                """
                # Top
                [docs](docs/README.md)

                ```java
                import mpi.*; // all
                MPI.Init(args); int n = 7; String s = "<a>";
                ```

                ```
                $ mpirun -np 2 \\
                  java Hello.java
                hello from rank 0 of 2
                ```

                ```
                mvn verify
                ```

                ```
                [1,0]<stdout>:hello
                ```
                """);
        Path site = root.resolve("site");
        SiteMaker.write(root, site);
        assertThat(site.resolve("index.html"))
                .content()
                .contains("<span class=\"k\">import</span>", "<span class=\"c\">// all</span>")
                .contains("<span class=\"t\">MPI</span>.Init(args)", "<span class=\"n\">7</span>")
                .contains("<span class=\"s\">\"&lt;a&gt;\"</span>")
                .contains("<span class=\"p\">$ </span>mpirun", "  java Hello.java\n")
                .contains("<span class=\"o\">hello from rank 0 of 2</span>")
                .contains("[1,0]&lt;stdout&gt;:hello")
                .containsPattern("(?s)>Java<.*>Console<.*>Shell<.*mvn verify.*>Text<");
    }

    @Test
    void optionsAreAPageOfTables() {
        String help =
                """
                mpirun [OPTIONS] PROGRAM

                  mpirun -np 4 java Hello.java

                Options (launch):
                  -np, -n, -c N               Number of processes; without it one per
                                              slot
                  --api mpi|mpj               The package mpi
                  --ompi-server URI|file:FILE|PID
                                              Use another name server

                The ranks inherit mpirun's environment.
                """;
        assertThat(OptionsPage.markdown(help))
                .contains("## Launch options\n\n| Option | Meaning |\n")
                .contains(
                        "| `-np`, `-n`, `-c` N | Number of processes; without it one per slot"
                                + " |\n")
                .contains("| `--api` mpi\\|mpj | The package mpi |\n")
                .endsWith(
                        "| `--ompi-server` URI\\|file:FILE\\|PID | Use another"
                                + " name server |\n");
    }
}
