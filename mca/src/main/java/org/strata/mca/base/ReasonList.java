package org.strata.mca.base;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Lines of a resource, each under a section "KIND: TEXT". Sections begin at the margin, their lines
 * are indented; {@code #} starts a comment.
 */
public final class ReasonList {
    private ReasonList() {}

    /**
     * One line.
     *
     * @param kind the section's kind: {@code ignored}
     * @param text the section's text
     * @param words the line's words
     */
    public record Line(String kind, String text, List<String> words) {}

    /** Reads a resource that lies beside a class. */
    public static List<Line> read(Class<?> owner, String resource) {
        try (InputStream in = owner.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + resource);
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Line> parse(String text) {
        List<Line> lines = new ArrayList<>();
        String kind = "";
        String reason = "";
        for (String line : text.split("\n")) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (line.startsWith(" ")) {
                lines.add(new Line(kind, reason, List.of(line.strip().split("\\s+"))));
            } else {
                int colon = line.indexOf(':');
                if (colon < 0) {
                    throw new IllegalStateException("no section: " + line);
                }
                kind = line.substring(0, colon);
                reason = line.substring(colon + 1).strip();
            }
        }
        return lines;
    }
}
