package org.strata.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** All pages that can be reached from README.md, and the other files that they link to. */
final class Pages {
    private final Path root;
    private final Map<Path, Page> pages = new TreeMap<>();
    private final Set<Path> files = new TreeSet<>();
    private final List<String> broken = new ArrayList<>();

    private Pages(Path root) {
        this.root = root;
    }

    /** Reads them. Links that lead nowhere are in {@link #broken}. */
    static Pages read(Path root) throws IOException {
        Pages pages = new Pages(root);
        pages.follow(Path.of("README.md"));
        pages.pages.values().forEach(pages::check);
        return pages;
    }

    private void follow(Path first) throws IOException {
        Deque<Path> open = new ArrayDeque<>(List.of(first));
        while (!open.isEmpty()) {
            Path file = open.pop();
            if (pages.containsKey(file)) {
                continue;
            }
            Page page = Page.read(root, file);
            pages.put(file, page);
            for (String link : page.links()) {
                if (Target.outside(link)) {
                    continue;
                }
                Target target = Target.of(root, file, link);
                if (target.isPage() && Files.isRegularFile(root.resolve(target.file()))) {
                    open.push(target.file());
                }
            }
        }
    }

    private void check(Page page) {
        for (String link : page.links()) {
            if (Target.outside(link)) {
                continue;
            }
            Target target = Target.of(root, page.file(), link);
            Page other = pages.get(target.file());
            if (target.file().startsWith("..")
                    || !Files.isRegularFile(root.resolve(target.file()))) {
                broken.add(page.file() + ": " + link);
            } else if (other == null) {
                files.add(target.file());
            } else if (!target.anchor().isEmpty() && !other.anchors().contains(target.anchor())) {
                broken.add(page.file() + ": " + link + ": no such heading");
            }
        }
    }

    /** Returns the pages by their files, relative to the root. */
    Map<Path, Page> all() {
        return pages;
    }

    /** Returns the linked files that are no pages. */
    Set<Path> files() {
        return files;
    }

    /** Returns the links that lead nowhere, as {@code page: link}. */
    List<String> broken() {
        return broken;
    }
}
