package org.strata.site;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes a page of what {@code mpirun --help full} prints: a table of options per topic. */
final class OptionsPage {
    private static final Pattern TOPIC = Pattern.compile("Options \\((.*)\\):");
    private static final Pattern OPTION = Pattern.compile("  (-\\S.*?)(?:  +(\\S.*))?");
    private static final Pattern MORE = Pattern.compile(" {8,}(\\S.*)");
    private static final Pattern LONG = Pattern.compile("--[\\w-]+");

    private static final Pattern NAMES = Pattern.compile("(--?[\\w-]+(, )?)+");

    private OptionsPage() {}

    /** Returns the page in Markdown. */
    static String markdown(String help) {
        StringBuilder page = new StringBuilder("# Options of mpirun\n\n");
        page.append(
                "What `mpirun --help full` prints. Open MPI's other options are understood or ");
        page.append("refused with a reason ([running](running.md)).\n");
        String names = null;
        String meaning = "";
        for (String line : (help + "\nend").split("\n", -1)) {
            Matcher option = OPTION.matcher(line);
            Matcher more = MORE.matcher(line);
            if (names != null && more.matches()) {
                meaning = meaning + " " + more.group(1);
                continue;
            }
            if (names != null) {
                row(page, names, meaning.strip());
                names = null;
            }
            Matcher topic = TOPIC.matcher(line);
            if (topic.matches()) {
                page.append("\n## ").append(capital(topic.group(1))).append(" options");
                page.append("\n\n| Option | Meaning |\n|---|---|\n");
            } else if (option.matches() && page.indexOf("|---|") > 0) {
                names = option.group(1);
                meaning = option.group(2) == null ? "" : option.group(2);
            }
        }
        return page.toString();
    }

    /**
     * The row's first name is the longest one, by which links find it; its value follows the last.
     */
    private static void row(StringBuilder page, String names, String meaning) {
        Matcher name = LONG.matcher(names);
        String first = name.find() ? name.group() : names.split("[ ,]", 2)[0];
        page.append("| `").append(first).append("`");
        Matcher all = NAMES.matcher(names);
        int value = all.lookingAt() ? all.end() : names.length();
        for (String other : names.substring(0, value).split(", ")) {
            if (!other.equals(first)) {
                page.append(", `").append(other).append("`");
            }
        }
        page.append(names.substring(value).replace("|", "\\|"));
        page.append(" | ").append(meaning.replace("|", "\\|")).append(" |\n");
    }

    private static String capital(String topic) {
        return Character.toUpperCase(topic.charAt(0)) + topic.substring(1);
    }
}
