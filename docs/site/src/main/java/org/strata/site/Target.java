package org.strata.site;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a link leads: a file of the repository, and an anchor in it.
 *
 * @param file relative to the root; of a directory its README.md
 * @param anchor without the #; empty when there is none
 */
record Target(Path file, String anchor) {
    private static final String README = "README.md";

    /** Returns whether a link leaves the site. */
    static boolean outside(String link) {
        return link.matches("[a-z]+:.*");
    }

    /**
     * Resolves a link.
     *
     * @param root of the repository
     * @param page that has the link, relative to the root
     */
    static Target of(Path root, Path page, String link) {
        int hash = link.indexOf('#');
        String name = hash < 0 ? link : link.substring(0, hash);
        Path file = name.isEmpty() ? page : page.resolveSibling(name).normalize();
        if (Files.isDirectory(root.resolve(file))) {
            file = file.resolve(README);
        }
        return new Target(file, hash < 0 ? "" : link.substring(hash + 1));
    }

    boolean isPage() {
        return file.toString().endsWith(".md");
    }

    /**
     * Returns the file's place in the site. README.md is the index of its directory; what is no
     * page is shown by browsers as a text.
     */
    static Path published(Path file) {
        String name = file.getFileName().toString();
        if (name.equals(README)) {
            return file.resolveSibling("index.html");
        }
        if (name.endsWith(".md")) {
            return file.resolveSibling(name.replaceFirst("\\.md$", ".html"));
        }
        return name.matches(".*\\.(png|svg)") ? file : file.resolveSibling(name + ".txt");
    }
}
