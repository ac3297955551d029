package org.strata.mca.base;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * The texts of one package for its users: {@code help.properties} beside the package's classes,
 * topic to template. {@code {0}}, {@code {1}}… stand for values; quotes mean nothing.
 */
public final class HelpCatalogue {
    private static final String NAME = "help.properties";

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

    /**
     * Returns the text of a topic with the values put in.
     *
     * @throws IllegalArgumentException when there is no such topic: a bug
     */
    public String text(String topic, Object... values) {
        String text = templates.getProperty(topic);
        if (text == null) {
            throw new IllegalArgumentException(source + " has no help topic " + topic);
        }
        for (int i = 0; i < values.length; i++) {
            text = text.replace("{" + i + "}", String.valueOf(values[i]));
        }
        return text.stripTrailing();
    }
}
