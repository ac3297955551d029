package org.strata.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/**
 * Writes the site: every page that README.md leads to, each in a frame with the table of contents
 * that docs/README.md is. The Javadoc of package mpi lies beside them in {@code api/}.
 */
public final class SiteMaker {
    private static final Path CONTENTS = Path.of("docs", "README.md");
    private static final Path STYLE = Path.of("style.css");
    private static final Path API = Path.of("api", "index.html");

    private final Path root;
    private final Path site;
    private final Pages pages;
    private final String frame;

    private SiteMaker(Path root, Path site) throws IOException {
        this.root = root;
        this.site = site;
        pages = Pages.read(root);
        frame = resource("frame.html");
    }

    /**
     * Writes the site.
     *
     * @param words the root of the repository, the directory of the site
     */
    public static void main(String[] words) throws IOException {
        SiteMaker maker = new SiteMaker(Path.of(words[0]), Path.of(words[1]));
        maker.write();
        maker.pages.broken().forEach(link -> System.err.println("broken link: " + link));
        System.out.println(maker.pages.all().size() + " pages in " + maker.site);
        if (!maker.pages.broken().isEmpty()) {
            System.exit(1);
        }
    }

    /** Writes all files of the site. */
    static void write(Path root, Path site) throws IOException {
        new SiteMaker(root, site).write();
    }

    private void write() throws IOException {
        Map<String, Map<String, String>> contents = Page.read(root, CONTENTS).contents();
        for (Page page : pages.all().values()) {
            String html =
                    frame.replace("@TITLE@", escaped(page.title()))
                            .replace("@STYLE@", Page.relative(page.file(), STYLE))
                            .replace("@CONTENTS@", navigation(page, contents))
                            .replace("@PAGE@", page.html(root));
            put(Target.published(page.file()), html);
        }
        for (Path file : pages.files()) {
            Path copy = site.resolve(Target.published(file));
            Files.createDirectories(copy.getParent());
            Files.copy(root.resolve(file), copy, StandardCopyOption.REPLACE_EXISTING);
        }
        put(STYLE, resource("style.css"));
    }

    private String navigation(Page page, Map<String, Map<String, String>> contents) {
        StringBuilder html = new StringBuilder();
        entry(html, Page.relative(page.file(), Path.of("index.html")), "Strata");
        if (Files.exists(site.resolve(API))) {
            entry(html, Page.relative(page.file(), API), "Javadoc of package mpi");
        }
        contents.forEach((section, links) -> {
            html.append("<h2>").append(escaped(section)).append("</h2>\n");
            links.forEach((link, words) -> entry(html, fromHere(page, link), words));
        });
        return html.toString();
    }

    /** A link of the table of contents, as this page has it. */
    private String fromHere(Page page, String link) {
        Target target = Target.of(root, CONTENTS, link);
        return Page.relative(page.file(), Target.published(target.file()));
    }

    private static void entry(StringBuilder html, String link, String words) {
        html.append("<a href=\"").append(escaped(link)).append("\">");
        html.append(escaped(words)).append("</a>\n");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    private void put(Path file, String text) throws IOException {
        Path target = site.resolve(file);
        Files.createDirectories(target.toAbsolutePath().getParent());
        Files.writeString(target, text);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = SiteMaker.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
