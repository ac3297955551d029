package org.strata.architecture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds ordered accesses of shared words, fences, and fields that threads share, which have no
 * comment "Pairs with" that names the other side: above the access, in its method's Javadoc, or at
 * the field. What is named must exist.
 */
final class SharedWords {
    /** Accessors of Memory, of VarHandles and of Atomic objects; the receiver is in group 1. */
    private static final Pattern ACCESS =
            Pattern.compile(
                    "(\\w+|\\))\\s*\\.(?:(?:get|put)(?:Int|Long)(?:Acquire|Release|Volatile)"
                        + "|(?:compareAndSet|getAndAdd)(?:Int|Long)?|\\w*[Cc]ompareAndExchange\\w*"
                        + "|weakCompareAndSet\\w*|getAnd(?:Set|Increment|Decrement|Update)"
                        + "|(?:increment|decrement|add|update|accumulate)AndGet|lazySet"
                        + "|(?:get|set)(?:Acquire|Release|Volatile|Opaque)"
                        + "|(?:full|release|acquire|storeStore|loadLoad)Fence)\\(");

    private static final Pattern FIELD =
            Pattern.compile(
                    "^ +(?:[a-z]+ )*(?:volatile"
                            + " [^=(]*?|Atomic(?:Boolean|Integer|Long|Reference)\\w*(?:<.*>)?"
                            + " )(\\w+)(?: =.*|;)$");

    private static final Pattern PAIRS = Pattern.compile("[Pp]airs? with ([^.]*(?:\\.\\w[^.]*)*)");
    private static final Pattern NAMED = Pattern.compile("\\b([A-Z]\\w+)[.#](\\w+)");
    private static final Pattern OWN = Pattern.compile("\\{@link #(\\w+)|\\b(?:itself|nothing)\\b");

    /** The text of each class by its simple name. */
    private final Map<String, String> classes = new TreeMap<>();

    private final Map<Path, List<String>> files = new TreeMap<>();

    void add(Path file, List<String> lines) {
        String name = file.getFileName().toString();
        String text = String.join("\n", lines);
        classes.merge(name.substring(0, name.length() - ".java".length()), text, String::concat);
        files.put(file, lines);
    }

    /** Returns a line for each access without a partner. */
    List<String> objections() {
        List<String> all = new ArrayList<>();
        files.forEach((file, lines) -> check(file, lines, all));
        return all;
    }

    private void check(Path file, List<String> lines, List<String> all) {
        Set<String> fields = new HashSet<>();
        List<Integer> accesses = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (isComment(line)) {
                continue;
            }
            Matcher field = FIELD.matcher(line);
            if (field.matches()) {
                fields.add(field.group(1));
                accesses.add(i);
            } else if (ACCESS.matcher(line).find()) {
                accesses.add(i);
            }
        }
        for (int i : accesses) {
            Matcher access = ACCESS.matcher(lines.get(i));
            boolean field = FIELD.matcher(lines.get(i)).matches();
            if (!field && access.find() && fields.contains(access.group(1))) {
                continue;
            }
            String objection = objection(lines, i);
            if (!objection.isEmpty()) {
                all.add(file + ":" + (i + 1) + ": " + objection + ": " + lines.get(i).strip());
            }
        }
    }

    private static boolean isComment(String line) {
        String text = line.strip();
        return text.startsWith("*") || text.startsWith("/*") || text.startsWith("//");
    }

    private String objection(List<String> lines, int access) {
        Matcher pairs = PAIRS.matcher(commentsAbove(lines, access));
        boolean named = false;
        boolean says = false;
        while (pairs.find()) {
            says = true;
            Matcher other = NAMED.matcher(pairs.group(1));
            while (other.find()) {
                named = true;
                String text = classes.get(other.group(1));
                if (text == null || !text.matches("(?s).*\\b" + other.group(2) + "\\b.*")) {
                    return "there is no " + other.group();
                }
            }
            named |= OWN.matcher(pairs.group(1)).find();
        }
        if (!says) {
            return "no comment \"Pairs with Class.method\"";
        }
        return named ? "" : "\"Pairs with\" names no Class.method";
    }

    /** Returns the comments between an access and the blank line above it, and those beside it. */
    private static String commentsAbove(List<String> lines, int access) {
        int from = access;
        while (from > 0 && !lines.get(from - 1).isBlank()) {
            from--;
        }
        StringBuilder text = new StringBuilder();
        for (int i = from; i <= access; i++) {
            String line = lines.get(i);
            if (isComment(line)) {
                text.append(line.strip().replaceAll("^(/\\*+|\\*+/?|//)", " "));
            } else {
                text.append(line.indexOf("// ") > 0 ? line.substring(line.indexOf("// ")) : " ");
            }
        }
        return text.toString().replaceAll("\\s+", " ");
    }
}
