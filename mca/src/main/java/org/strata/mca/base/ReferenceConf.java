package org.strata.mca.base;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads the parameters that components declare. A declaration is a key under {@code
 * mca.<framework>.<component>} with its default, preceded by comment lines: help, then a tag line
 * {@code [type=size level=4 min=64 max=1g alias=other_name]}. The values of a choice are in the
 * tag, {@code type=enum(auto|true|false)}, or come from {@link ComponentModule#allowedValues},
 * {@code type=enum}. A size may have words in its tag that stand for sizes which depend on the
 * machine: {@code type=size(auto)}.
 */
final class ReferenceConf {
    /** Not in the root, where programs and their libraries have a reference.conf of their own. */
    static final String NAME = "org/strata/reference.conf";

    private static final String OURS = "(?m)^\\s*\"?mca\\b";
    private static final String TAG = "[type=";
    private static final String ENUM = "enum(";
    private static final String SIZE = "size(";

    private final Components components;

    /**
     * @param components define the values of choices whose tag lists none
     */
    ReferenceConf(Components components) {
        this.components = components;
    }

    /**
     * Reads every reference.conf of a class loader; skips those without parameters. An invalid one
     * is a problem, not an exception, since it may belong to an outside component.
     */
    List<Declared> load(ClassLoader loader, Problems problems) {
        List<Declared> all = new ArrayList<>();
        try {
            for (URL url : Collections.list(loader.getResources(NAME))) {
                List<Declared> compiled = DeclarationTable.beside(url, components);
                if (compiled != null) {
                    all.addAll(compiled);
                    continue;
                }
                try (InputStream in = url.openStream()) {
                    String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                    if (Pattern.compile(OURS).matcher(text).find()) {
                        parse(text, url.toString()).forEach(d -> all.add(new Declared(d)));
                    }
                } catch (IllegalStateException | ConfigException e) {
                    problems.add(url.toString(), "declaration of parameters", e.getMessage());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    /**
     * Reads declarations from text; throws for an undocumented key, which is a bug of the
     * component.
     */
    List<Declaration> parse(String text, String source) {
        ConfigParseOptions options = ConfigParseOptions.defaults().setOriginDescription(source);
        Config config = ConfigFactory.parseString(text, options);
        List<Declaration> found = new ArrayList<>();
        if (config.hasPath("mca")) {
            walk("mca", config.getObject("mca"), found);
        }
        return found;
    }

    private void walk(String path, ConfigObject object, List<Declaration> found) {
        for (Map.Entry<String, ConfigValue> entry : object.entrySet()) {
            String inner = path + "." + entry.getKey();
            if (entry.getValue() instanceof ConfigObject deeper) {
                walk(inner, deeper, found);
            } else {
                found.add(declaration(inner, entry.getValue()));
            }
        }
    }

    private Declaration declaration(String path, ConfigValue value) {
        int parts = path.split("\\.", 4).length;
        List<String> help = new ArrayList<>();
        String tag = null;
        for (String comment : value.origin().comments()) {
            String line = comment.strip();
            if (line.startsWith(TAG) && line.endsWith("]")) {
                tag = line.substring(1, line.length() - 1);
            } else if (!line.isEmpty()) {
                help.add(line);
            }
        }
        if (tag == null || help.isEmpty() || parts < 3) {
            throw new IllegalStateException(
                    value.origin().description()
                            + ": "
                            + path
                            + " needs a help comment and a tag line such as"
                            + " # [type=size level=4], under mca.<framework>.<component>");
        }
        Tag read = new Tag(tag, path);
        if (read.type == ParameterType.ENUM && read.choices.isEmpty()) {
            read.choices = components.definedValues(path);
            if (read.choices == null) {
                throw new IllegalStateException(
                        path + ": its tag lists no values, and no component defines them");
            }
        }
        return read.declaration(text(value), String.join(" ", help));
    }

    /** Returns the text of a value: lists joined by commas, everything else as written. */
    static String text(ConfigValue value) {
        if (value.valueType() == ConfigValueType.LIST) {
            List<String> words = new ArrayList<>();
            for (Object word : (List<?>) value.unwrapped()) {
                words.add(String.valueOf(word));
            }
            return String.join(",", words);
        }
        return value.valueType() == ConfigValueType.NULL ? "" : String.valueOf(value.unwrapped());
    }

    /** The parsed tag line of a declaration. */
    private static final class Tag {
        private final String path;
        private ParameterType type;
        private List<AllowedValue> choices = List.of();
        private int level = 9;
        private List<String> aliases = List.of();
        private String min = "";
        private String max = "";

        Tag(String text, String path) {
            this.path = path;
            for (String item : text.split(" ")) {
                String[] pair = item.split("=", 2);
                switch (pair[0]) {
                    case "type" -> type(pair[1]);
                    case "level" -> level = Integer.parseInt(pair[1]);
                    case "min" -> min = pair[1];
                    case "max" -> max = pair[1];
                    case "alias" -> aliases = Values.list(pair[1]);
                    default -> throw new IllegalStateException(path + ": unknown tag " + item);
                }
            }
        }

        private void type(String text) {
            if (text.startsWith(ENUM) && text.endsWith(")")) {
                type = ParameterType.ENUM;
                choices = AllowedValue.numbered(words(text, ENUM));
                return;
            }
            if (text.startsWith(SIZE) && text.endsWith(")")) {
                type = ParameterType.SIZE;
                choices = AllowedValue.words(words(text, SIZE));
                return;
            }
            for (ParameterType candidate : ParameterType.values()) {
                if (candidate.label().equals(text)) {
                    type = candidate;
                }
            }
            if (type == null) {
                throw new IllegalStateException(path + ": unknown type " + text);
            }
        }

        private static String[] words(String text, String start) {
            return text.substring(start.length(), text.length() - 1).split("\\|");
        }

        Declaration declaration(String value, String help) {
            Declaration raw =
                    Declaration.at(
                            path, type, choices, new Bounds(min, max), value, level, help, aliases);
            try {
                return raw.withDefault(raw.canonical(value));
            } catch (IllegalArgumentException e) {
                throw new IllegalStateException(path + ": default " + value, e);
            }
        }
    }
}
