package org.strata.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Every colour of text can be read on every ground that it stands on, in both schemes (WCAG). */
class ColoursTest {
    private static final Path STYLE =
            PagesTest.ROOT.resolve("docs/site/src/main/resources/org/strata/site/style.css");
    private static final Pattern COLOUR =
            Pattern.compile("--(\\w+): light-dark\\(#(\\w+), #(\\w+)\\)");
    private static final double AA = 4.5;
    private static final double CODE = 5.4;
    private static final double EDGE = 3;

    private final List<Map<String, Double>> schemes = List.of(new HashMap<>(), new HashMap<>());

    @Test
    void contrastsAreEnough() throws IOException {
        Matcher colour = COLOUR.matcher(Files.readString(STYLE));
        while (colour.find()) {
            schemes.get(0).put(colour.group(1), luminance(colour.group(2)));
            schemes.get(1).put(colour.group(1), luminance(colour.group(3)));
        }
        for (Map<String, Double> scheme : schemes) {
            assertThat(scheme).hasSize(15);
            for (String text : List.of("text", "muted", "link")) {
                for (String ground : List.of("page", "panel", "code", "chosen")) {
                    assertThat(contrast(scheme, text, ground)).as(text).isGreaterThan(AA);
                }
            }
            for (String code : List.of("keyword", "string", "number", "type", "comment")) {
                assertThat(contrast(scheme, code, "code")).as(code).isGreaterThan(CODE);
            }
            assertThat(contrast(scheme, "edge", "page")).isGreaterThan(EDGE);
            assertThat(contrast(scheme, "text", "mark")).isGreaterThan(AA);
        }
    }

    private static double contrast(Map<String, Double> scheme, String one, String other) {
        double a = scheme.get(one);
        double b = scheme.get(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    /** The relative luminance of WCAG 2.2 of a colour, three or six digits. */
    private static double luminance(String colour) {
        String digits = colour.length() == 3 ? colour.replaceAll("(.)", "$1$1") : colour;
        double[] parts = new double[3];
        for (int i = 0; i < parts.length; i++) {
            double part = Integer.parseInt(digits.substring(2 * i, 2 * i + 2), 16) / 255.0;
            parts[i] = part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    }
}
