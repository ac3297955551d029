package org.strata.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes the site: every page that README.md leads to, each in a frame with the table of contents
 * that docs/README.md is, and what its search finds. The Javadoc of package mpi lies beside them in
 * {@code api/}.
 */
public final class SiteMaker {
    private static final Path CONTENTS = Path.of("docs", "README.md");
    private static final Path OPTIONS = Path.of("docs", "options.md");
    private static final Path API = Path.of("api", "index.html");
    private static final Set<Path> LOGS =
            Set.of(Path.of("CHANGELOG.md"), Path.of("docs", "measurements.md"));
    private static final Path PARAMETERS = Path.of("docs", "parameters");
    private static final int FEW = 2;
    private static final int LONGEST = 200;

    private final Path root;
    private final Path site;
    private final String version;
    private final Pages pages;
    private final Contents contents;
    private final SearchData search = new SearchData();
    private final String frame;

    private SiteMaker(Path root, Path site, String version, String help) throws IOException {
        this.root = root;
        this.site = site;
        this.version = version;
        pages = Pages.read(root);
        contents = Contents.of(root, Page.read(root, CONTENTS));
        frame = resource("frame.html");
        if (!help.isEmpty()) {
            pages.all().put(OPTIONS, Page.of(OPTIONS, OptionsPage.markdown(help)));
            add("Reference", "Options of mpirun", Target.published(OPTIONS));
        }
        if (Files.exists(site.resolve(API))) {
            add("Reference", "Javadoc of package mpi", API);
        }
    }

    private void add(String section, String title, Path place) {
        contents.add(new Contents.Entry(section, title, place));
    }

    /**
     * Writes the site.
     *
     * @param words the root of the repository, the directory of the site, the version as pages show
     *     it, and a file with what {@code mpirun --help full} prints
     */
    public static void main(String[] words) throws IOException {
        String help = Files.readString(Path.of(words[3]));
        SiteMaker maker = new SiteMaker(Path.of(words[0]), Path.of(words[1]), words[2], help);
        maker.write();
        maker.pages.broken().forEach(link -> System.err.println("broken link: " + link));
        System.out.println(maker.pages.all().size() + " pages in " + maker.site);
        if (!maker.pages.broken().isEmpty()) {
            System.exit(1);
        }
    }

    /** Writes all files of the site, without the options of mpirun. */
    static void write(Path root, Path site) throws IOException {
        new SiteMaker(root, site, "1", "").write();
    }

    private void write() throws IOException {
        try (Highlighter highlighter = new Highlighter()) {
            for (Page page : pages.all().values()) {
                Path place = Target.published(page.file());
                search.add(page, Page.slashes(place), inside(page));
                put(place, framed(page, place, page.html(root, highlighter)));
            }
        }
        for (Path file : pages.files()) {
            Path copy = site.resolve(Target.published(file));
            Files.createDirectories(copy.getParent());
            Files.copy(root.resolve(file), copy, StandardCopyOption.REPLACE_EXISTING);
        }
        if (Files.exists(site.resolve(API))) {
            search.addJavadoc(site.resolve(API).getParent());
        }
        put(Path.of("search-data.js"), search.script());
        for (String file : List.of("style.css", "colours.js", "site.js", "search.js")) {
            put(Path.of(file), resource(file));
        }
    }

    /** Returns whether a page is about the inside: those come last when users search. */
    private boolean inside(Page page) {
        if (page.file().startsWith(PARAMETERS)) {
            return false;
        }
        Contents.Entry entry = contents.at(Target.published(page.file()));
        return entry == null || entry.section().equals("Inside") || LOGS.contains(page.file());
    }

    private String framed(Page page, Path place, String html) {
        Contents.Entry entry = contents.at(place);
        String crumb =
                entry == null
                        ? ""
                        : "<p class=\"crumb\">" + Html.escaped(entry.section()) + "</p>\n";
        String lead = page.lead();
        String title =
                page.title().equals("Strata")
                        ? "Strata: MPI in pure Java"
                        : page.title() + " – Strata";
        return frame.replace("@TITLE@", Html.escaped(title))
                .replace(
                        "@DESCRIPTION@",
                        Html.escaped(lead.substring(0, Math.min(lead.length(), LONGEST))))
                .replace("@ROOT@", "../".repeat(place.getNameCount() - 1))
                .replace("@VERSION@", Html.escaped(version))
                .replace("@CONTENTS@", contents.list(place))
                .replace("@CRUMB@", crumb)
                .replace("@AROUND@", contents.around(place))
                .replace("@SOURCE@", Html.escaped(Page.slashes(page.file())))
                .replace("@HERE@", here(page))
                .replace("@PAGE@", html);
    }

    /** Returns the list at the right: the page's own sections. */
    private static String here(Page page) {
        Map<String, String> sections = page.sections();
        if (sections.size() < FEW) {
            return "";
        }
        StringBuilder html =
                new StringBuilder("<aside class=\"here\" aria-label=\"On this page\">");
        html.append("<p>On this page</p><ul>\n");
        sections.forEach((anchor, title) ->
                html.append("<li><a href=\"#")
                        .append(Html.escaped(anchor))
                        .append("\">")
                        .append(Html.escaped(title))
                        .append("</a></li>\n"));
        return html.append("</ul></aside>").toString();
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
