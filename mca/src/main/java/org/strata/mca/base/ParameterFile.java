package org.strata.mca.base;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigValue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
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
 * Later lines win over earlier ones. A file may {@code include "other.conf"} beside it.
 */
final class ParameterFile {
    /** {@code word = rest}, also {@code mca.btl = rest}, whose rest may be invalid HOCON. */
    private static final Pattern FLAT =
            Pattern.compile("\\s*((?:mca\\.)?[A-Za-z][A-Za-z0-9_]*)\\s*=\\s*+(?!\\{)(.*)");

    private static final Pattern INCLUDE = Pattern.compile("\\s*include\\s+\"([^\"]+)\"\\s*");

    /** A framework's selection inside braces; a section of the same name would replace it. */
    private static final Pattern NESTED =
            Pattern.compile("\\s*(?:mca\\.)?([a-z]+)\\s*[=:]\\s*+(?!\\{).*");

    /** A word of an option line; quotes hold blanks together. Possessive: its stack is bounded. */
    private static final Pattern WORD = Pattern.compile("(?:[^\\s\"']++|\"[^\"]*+\"|'[^']*+')++");

    private static final int MOST_INCLUDES = 16;

    private static final int LARGEST = 4 << 20;

    /** Braces inside each other, or dots of a key; the parser of HOCON needs a stack for them. */
    private static final int DEEPEST = 100;

    private static final String TOO_DEEP = "Its braces, brackets or keys are nested too deeply.";

    private final Path path;
    private final int depthOfIncludes;
    private final Problems problems;
    private final TreeMap<Integer, List<Setting>> byLine = new TreeMap<>();
    private final Map<String, String> exports = new LinkedHashMap<>();
    private final Map<String, Integer> nested = new LinkedHashMap<>();

    private ParameterFile(Path path, int depthOfIncludes, Problems problems) {
        this.path = path;
        this.depthOfIncludes = depthOfIncludes;
        this.problems = problems;
    }

    /** Reads a file; adds to the problems whatever it cannot read or parse. */
    static ParameterFile read(Path path, Problems problems) {
        return read(path, 0, problems);
    }

    private static ParameterFile read(Path path, int depthOfIncludes, Problems problems) {
        ParameterFile file = new ParameterFile(path, depthOfIncludes, problems);
        try {
            file.parse(text(path));
        } catch (IOException e) {
            problems.add(path.toString(), "parameter file", "It cannot be read: " + e + ".");
        }
        return file;
    }

    private static String text(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw new IOException("it has more than 4 MB");
            }
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        }
    }

    /** Returns its settings, the strongest first. */
    List<Setting> settings() {
        List<Setting> all = new ArrayList<>();
        byLine.descendingMap().values().forEach(line -> all.addAll(line.reversed()));
        return all;
    }

    /**
     * Returns what its {@code -x} options export to ranks; null stands for the value in the
     * launcher's own environment.
     */
    Map<String, String> exports() {
        return exports;
    }

    private void parse(String text) {
        StringBuilder hocon = new StringBuilder();
        boolean any = false;
        int depth = 0;
        int number = 0;
        int opened = 0;
        int deepest = 0;
        String[] lines = text.split("\n", -1);
        for (String line : lines) {
            number++;
            String bare = withoutComment(line);
            opened = depth == 0 ? number : opened;
            if (depth > 0 || !takenByLine(bare, number)) {
                noteNested(bare, number);
                hocon.append(line);
                any |= !bare.isBlank();
                deepest = Math.max(deepest, deepest(bare, depth));
                depth += balance(bare);
            }
            hocon.append('\n');
        }
        if (deepest > DEEPEST) {
            problems.add(path.toString(), "parameter file", TOO_DEEP);
        } else if (depth > 0) {
            String line = lines[opened - 1].strip();
            problems.add(
                    line,
                    origin(opened),
                    "A brace or bracket that this line opens is never closed.");
        } else if (any) {
            parseHocon(hocon.toString());
        }
    }

    /** Parses a line that is not HOCON; returns false for a line of HOCON. */
    private boolean takenByLine(String bare, int number) {
        if (bare.isBlank()) {
            return true;
        }
        if (bare.stripLeading().startsWith("-")) {
            options(bare, number);
            return true;
        }
        Matcher include = INCLUDE.matcher(bare);
        if (include.matches()) {
            include(include.group(1), number);
            return true;
        }
        Matcher flat = FLAT.matcher(bare);
        if (flat.matches() && balance(bare) == 0) {
            set(number, flat.group(1), plain(flat.group(2).strip()));
            return true;
        }
        return false;
    }

    private void include(String name, int number) {
        Path other = path.resolveSibling(name);
        if (depthOfIncludes == MOST_INCLUDES || !Files.isRegularFile(other)) {
            problems.add(
                    "include \"" + name + "\"",
                    origin(number),
                    depthOfIncludes == MOST_INCLUDES
                            ? "Files include each other without end."
                            : "There is no file " + other + ".");
            return;
        }
        ParameterFile file = read(other, depthOfIncludes + 1, problems);
        file.settings().reversed().forEach(setting -> add(number, setting));
        exports.putAll(file.exports);
    }

    /** Lines in the other notations are blank in this text, so that line numbers stay right. */
    private void parseHocon(String text) {
        try {
            ConfigParseOptions options =
                    ConfigParseOptions.defaults().setOriginDescription(path.toString());
            Config config = ConfigFactory.parseString(text, options);
            walk("", config.resolve(ConfigResolveOptions.noSystem()).root());
        } catch (ConfigException e) {
            problems.add(path.toString(), "parameter file", e.getMessage());
        } catch (StackOverflowError e) {
            // Of quotes that balance() does not know: three of them, or escaped ones.
            problems.add(path.toString(), "parameter file", TOO_DEEP);
        }
        nested.forEach((framework, line) ->
                problems.add(
                        framework,
                        origin(line),
                        "A section of the same name replaces this selection. Write \""
                                + framework
                                + " = ...\" outside of all braces."));
    }

    private void walk(String prefix, ConfigObject object) {
        for (Map.Entry<String, ConfigValue> entry : object.entrySet()) {
            String key = prefix + entry.getKey();
            ConfigValue value = entry.getValue();
            if (value instanceof ConfigObject deeper) {
                walk(key + ".", deeper);
            } else {
                nested.remove(key.substring(key.lastIndexOf('.') + 1));
                set(value.origin().lineNumber(), key, ReferenceConf.text(value));
            }
        }
    }

    private void noteNested(String line, int number) {
        Matcher matcher = NESTED.matcher(line);
        if (matcher.matches() && Framework.ALL.stream().anyMatch(named(matcher.group(1)))) {
            nested.put(matcher.group(1), number);
        }
    }

    private static Predicate<Framework> named(String name) {
        return framework -> framework.name().equals(name);
    }

    private void options(String line, int number) {
        List<String> words = WORD.matcher(line).results().map(r -> r.group()).toList();
        int i = 0;
        while (i < words.size()) {
            String option = words.get(i).replaceFirst("^--?", "");
            if (option.equals("x") && i + 1 < words.size()) {
                String[] pair = words.get(i + 1).split("=", 2);
                exports.put(pair[0], pair.length == 2 ? unquoted(pair[1]) : null);
                i += 2;
            } else if ((option.equals("mca") || option.equals("gmca")) && i + 2 < words.size()) {
                set(number, words.get(i + 1), unquoted(words.get(i + 2)));
                i += 3;
            } else {
                problems.add(
                        line.strip(),
                        origin(number),
                        "Only \"-x NAME=value\" and \"--mca KEY VALUE\" may stand in such a line.");
                return;
            }
        }
    }

    private void set(int line, String key, String value) {
        if (key.isEmpty()) {
            problems.add("\"\"", origin(line), "It is no name of a parameter.");
            return;
        }
        add(line, new Setting(key, value, origin(line)));
    }

    private void add(int line, Setting setting) {
        byLine.computeIfAbsent(line, n -> new ArrayList<>()).add(setting);
    }

    private String origin(int line) {
        return "file " + path + ":" + line;
    }

    /** Removes a comment: # or // at the start or after a blank, outside quotes. */
    private static String withoutComment(String line) {
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            quoted ^= c == '"';
            boolean starts = i == 0 || Character.isWhitespace(line.charAt(i - 1));
            if (!quoted && starts && (c == '#' || line.startsWith("//", i))) {
                return line.substring(0, i);
            }
        }
        return line;
    }

    /** Returns the number of braces and brackets opened minus those closed. */
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

    /**
     * Returns the largest number of braces open at once, or of dots outside quotes of a word of a
     * value or of a whole key, whose parts may have blanks around them.
     */
    private static int deepest(String line, int before) {
        int depth = before;
        int dots = 0;
        int most = before;
        boolean quoted = false;
        boolean key = true;
        for (char c : line.toCharArray()) {
            quoted ^= c == '"';
            if (quoted) {
                continue;
            }
            if (c == '.') {
                dots++;
            } else if ("{}[]=:,".indexOf(c) >= 0) {
                depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
                key = c != '=' && c != ':';
                dots = 0;
            } else if (!key && Character.isWhitespace(c)) {
                dots = 0;
            }
            most = Math.max(most, Math.max(depth, dots));
        }
        return most;
    }

    /** Returns the text of a flat value: without quotes, a list without its brackets. */
    private static String plain(String value) {
        if (value.startsWith("[") && value.endsWith("]")) {
            String inner = value.substring(1, value.length() - 1);
            return String.join(
                    ",", Values.list(inner).stream().map(ParameterFile::unquoted).toList());
        }
        return unquoted(value);
    }

    private static String unquoted(String value) {
        boolean quoted =
                value.length() >= 2
                        && (value.startsWith("\"") || value.startsWith("'"))
                        && value.charAt(value.length() - 1) == value.charAt(0);
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
