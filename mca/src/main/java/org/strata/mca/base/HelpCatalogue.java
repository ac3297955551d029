package org.strata.mca.base;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The texts of one package for users: {@code help.properties} beside the package's classes maps
 * topics to templates. {@code {0}}, {@code {1}}… stand for values; quotes have no meaning.
 */
public final class HelpCatalogue {
    private static final String NAME = "help.properties";
    private static final Pattern PLACE = Pattern.compile("\\{(\\d+)}");

    private final String source;
    private final Properties templates;

    private HelpCatalogue(String source, Properties templates) {
        this.source = source;
        this.templates = templates;
    }

    /** Reads the catalogue of a class's package. */
    public static HelpCatalogue of(Class<?> owner) {
        Properties templates = new Properties();
        try (InputStream in = owner.getResourceAsStream(NAME)) {
            if (in == null) {
                throw new IllegalStateException(owner.getPackageName() + " has no " + NAME);
            }
            templates.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new HelpCatalogue(owner.getPackageName(), templates);
    }

    /** Returns the topics there are. */
    public Set<String> topics() {
        return new TreeSet<>(templates.stringPropertyNames());
    }

    /** Returns the number of values that a topic's text takes. */
    public int places(String topic) {
        return PLACE.matcher(text(topic))
                .results()
                .mapToInt(place -> Integer.parseInt(place.group(1)) + 1)
                .max()
                .orElse(0);
    }

    /**
     * Returns the text of a topic with its values.
     *
     * @throws IllegalArgumentException when there is no such topic: a bug
     */
    public String text(String topic, Object... values) {
        String text = templates.getProperty(topic);
        if (text == null) {
            throw new IllegalArgumentException(source + " has no help topic " + topic);
        }
        Matcher places = PLACE.matcher(text);
        String filled =
                places.replaceAll(place -> {
                    int index = Integer.parseInt(place.group(1));
                    String value =
                            index < values.length ? String.valueOf(values[index]) : place.group();
                    return Matcher.quoteReplacement(value);
                });
        return filled.stripTrailing();
    }
}
