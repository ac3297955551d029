package org.strata.mca.base;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
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

    /** The file's text, of which each request reads one entry: few topics are ever asked for. */
    private final String entries;

    private HelpCatalogue(String source, String entries) {
        this.source = source;
        this.entries = entries;
    }

    /** Reads the catalogue of a class's package. */
    public static HelpCatalogue of(Class<?> owner) {
        try (InputStream in = owner.getResourceAsStream(NAME)) {
            if (in == null) {
                throw new IllegalStateException(owner.getPackageName() + " has no " + NAME);
            }
            String entries = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new HelpCatalogue(owner.getPackageName(), entries);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Properties read(String entries) {
        Properties templates = new Properties();
        try {
            templates.load(new StringReader(entries));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return templates;
    }

    /** Returns a topic's template; null where there is none. */
    private String template(String topic) {
        int at = 0;
        while (at >= 0 && !isTopic(topic, at)) {
            at = entries.indexOf('\n', at) + 1;
            at = at == 0 ? -1 : at;
        }
        if (at < 0) {
            return null;
        }
        int end = entries.indexOf('\n', at);
        while (end > 0 && entries.charAt(end - 1) == '\\') {
            end = entries.indexOf('\n', end + 1);
        }
        return read(entries.substring(at, end < 0 ? entries.length() : end)).getProperty(topic);
    }

    private boolean isTopic(String topic, int at) {
        int after = at + topic.length();
        return entries.startsWith(topic, at)
                && (entries.startsWith("=", after) || entries.startsWith(" =", after));
    }

    /** Returns the topics there are. */
    public Set<String> topics() {
        return new TreeSet<>(read(entries).stringPropertyNames());
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
        String text = template(topic);
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
