package org.strata.mca.base;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigValue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads one parameter file. Three notations may be mixed:
 *
 * <ul>
 *   <li>Open MPI's {@code btl_tcp_links = 2}: outside braces, one word, the rest of the line;
 *   <li>Open MPI's {@code --tune} lines: {@code --mca btl_tcp_links 2} and {@code -x VAR=value};
 *   <li>HOCON: {@code mca.btl.tcp.links = 2}, or nested.
 * </ul>
 *
 * Later lines win over earlier ones.
 */
final class ParameterFile {
    /** {@code word = rest}, also {@code mca.btl = rest}, whose rest need not be valid HOCON. */
    private static final Pattern FLAT =
            Pattern.compile("\\s*((?:mca\\.)?[A-Za-z][A-Za-z0-9_]*)\\s*=\\s*(?!\\{)(.*)");

    private static final Pattern OPTION = Pattern.compile("\\s*--?(x|mca|gmca|am|tune)\\s.*");

    private final Path path;
    private final Problems problems;
    private final TreeMap<Integer, List<Setting>> byLine = new TreeMap<>();
    private final Map<String, String> exports = new LinkedHashMap<>();

    private ParameterFile(Path path, Problems problems) {
        this.path = path;
        this.problems = problems;
    }

    /** Reads a file; what cannot be read or understood is added to the problems. */
    static ParameterFile read(Path path, Problems problems) {
        ParameterFile file = new ParameterFile(path, problems);
        try {
            file.parse(Files.readString(path));
        } catch (IOException e) {
            problems.add(path.toString(), "parameter file", "It cannot be read: " + e + ".");
        }
        return file;
    }

    /** Its settings, the strongest first. */
    List<Setting> settings() {
        List<Setting> all = new ArrayList<>();
        byLine.descendingMap().values().forEach(line -> all.addAll(line.reversed()));
        return all;
    }

    /** What its {@code -x} options export to ranks; a null value means the launcher's own. */
    Map<String, String> exports() {
        return exports;
    }

    private void parse(String text) {
        StringBuilder hocon = new StringBuilder();
        boolean any = false;
        int depth = 0;
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            String bare = withoutComment(line);
            Matcher flat = FLAT.matcher(bare);
            if (depth == 0 && OPTION.matcher(bare + " ").matches()) {
                options(bare, number);
            } else if (depth == 0 && flat.matches() && !flat.group(2).startsWith("[")) {
                set(number, flat.group(1), unquoted(flat.group(2).strip()));
            } else {
                hocon.append(line);
                any |= !bare.isBlank();
                depth += balance(bare);
            }
            hocon.append('\n');
        }
        if (any) {
            parseHocon(hocon.toString());
        }
    }

    /** Lines taken by the other notations are blank here, so that line numbers stay true. */
    private void parseHocon(String text) {
        try {
            Config config =
                    ConfigFactory.parseString(
                                    text,
                                    ConfigParseOptions.defaults()
                                            .setOriginDescription(path.toString()))
                            .resolve(ConfigResolveOptions.noSystem());
            walk("", config.root());
        } catch (ConfigException e) {
            problems.add(path.toString(), "parameter file", e.getMessage());
        }
    }

    private void walk(String prefix, ConfigObject object) {
        for (Map.Entry<String, ConfigValue> entry : object.entrySet()) {
            String key = prefix + entry.getKey();
            ConfigValue value = entry.getValue();
            if (value instanceof ConfigObject deeper) {
                walk(key + ".", deeper);
            } else {
                set(value.origin().lineNumber(), key, ReferenceConf.text(value));
            }
        }
    }

    private void options(String line, int number) {
        List<String> words = List.of(line.strip().split("\\s+"));
        int i = 0;
        while (i < words.size()) {
            String option = words.get(i).replaceFirst("^--?", "");
            if (option.equals("x") && i + 1 < words.size()) {
                String[] pair = words.get(i + 1).split("=", 2);
                exports.put(pair[0], pair.length == 2 ? pair[1] : null);
                i += 2;
            } else if ((option.equals("mca") || option.equals("gmca")) && i + 2 < words.size()) {
                set(number, words.get(i + 1), unquoted(words.get(i + 2)));
                i += 3;
            } else {
                problems.add(
                        line.strip(),
                        origin(number),
                        "Only \"-x NAME=value\" and \"--mca KEY VALUE\" are allowed in such a"
                                + " line.");
                return;
            }
        }
    }

    private void set(int line, String key, String value) {
        byLine.computeIfAbsent(line, n -> new ArrayList<>())
                .add(new Setting(key, value, origin(line)));
    }

    private String origin(int line) {
        return "file " + path + ":" + line;
    }

    /** Drops a comment: # or // at the start or after a blank, outside quotes. */
    private static String withoutComment(String line) {
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            }
            boolean starts = i == 0 || Character.isWhitespace(line.charAt(i - 1));
            if (!quoted && starts && (c == '#' || line.startsWith("//", i))) {
                return line.substring(0, i);
            }
        }
        return line;
    }

    private static int balance(String line) {
        int depth = 0;
        boolean quoted = false;
        for (char c : line.toCharArray()) {
            quoted ^= c == '"';
            if (!quoted && (c == '{' || c == '[')) {
                depth++;
            } else if (!quoted && (c == '}' || c == ']')) {
                depth--;
            }
        }
        return depth;
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
