package org.strata.site;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Follows the links of all HTML files of a directory. */
final class SiteLinks {
    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
    private static final Pattern ANCHOR = Pattern.compile("(?:id|name)=\"([^\"]*)\"");

    private final Path site;
    private final Map<Path, Set<String>> anchors = new HashMap<>();

    private SiteLinks(Path site) {
        this.site = site;
    }

    /** Returns the links without a target, as {@code file: link}. */
    static List<String> check(Path site) throws IOException {
        SiteLinks links = new SiteLinks(site);
        List<String> broken = new ArrayList<>();
        try (Stream<Path> files = Files.walk(site)) {
            for (Path file : files.filter(name -> name.toString().endsWith(".html")).toList()) {
                for (String link : matches(LINK, Files.readString(file))) {
                    if (!links.leads(file, link)) {
                        broken.add(site.relativize(file) + ": " + link);
                    }
                }
            }
        }
        return broken;
    }

    private boolean leads(Path file, String link) throws IOException {
        if (link.matches("(?i)[a-z]+:.*")) {
            return true;
        }
        String plain = URLDecoder.decode(link.replace("+", "%2B"), StandardCharsets.UTF_8);
        int hash = plain.indexOf('#');
        String name = hash < 0 ? plain : plain.substring(0, hash);
        Path target = name.isEmpty() ? file : file.resolveSibling(name).normalize();
        if (!target.startsWith(site) || !Files.isRegularFile(target)) {
            return false;
        }
        String anchor = hash < 0 ? "" : plain.substring(hash + 1);
        return anchor.isEmpty() || anchors(target).contains(anchor);
    }

    private Set<String> anchors(Path file) throws IOException {
        Set<String> known = anchors.get(file);
        if (known == null) {
            known = new HashSet<>();
            for (String anchor : matches(ANCHOR, Files.readString(file))) {
                known.add(anchor.replace("&lt;", "<").replace("&gt;", ">"));
            }
            anchors.put(file, known);
        }
        return known;
    }

    private static List<String> matches(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        List<String> found = new ArrayList<>();
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }
}
