package org.strata.launcher.cli;

import org.strata.mca.base.HelpCatalogue;
import org.strata.mca.base.InfoFacts;

import java.util.ArrayList;
import java.util.List;

/** The texts of {@code --help} and {@code --version}. */
public final class Help {
    private static final String FULL = "full";
    private static final String GENERAL = "general";
    private static final int COLUMN = 30;
    private static final int WIDTH = 80;

    private final HelpCatalogue texts = HelpCatalogue.of(Help.class);

    /**
     * What was asked for instead of a job.
     *
     * @param text the answer
     * @param found false when there is no such topic
     */
    public record Answer(String text, boolean found) {}

    /** Returns the answer when the words ask for help or the version, else null. */
    public static Answer answer(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (is(word, "V", "version")) {
                return new Answer("mpirun (Strata) " + InfoFacts.installedVersion(), true);
            }
            if (is(word, "h", "help")) {
                String topic = i + 1 < words.size() ? words.get(i + 1) : GENERAL;
                return new Help().topic(topic.startsWith("-") ? GENERAL : topic);
            }
            Switch row = word.startsWith("-") ? OptionTable.find(ProgramOptions.bare(word)) : null;
            if (row == null) {
                return null;
            }
            i += word.indexOf('=') < 0 ? row.words() : 0;
        }
        return null;
    }

    private static boolean is(String word, String letter, String name) {
        return word.equals("-" + letter) || word.equals("--" + name) || word.equals("-" + name);
    }

    private Answer topic(String topic) {
        if (topic.equals(FULL)) {
            StringBuilder all = new StringBuilder();
            for (String each : topics()) {
                all.append(section(each)).append('\n');
            }
            return new Answer(all.toString().stripTrailing(), true);
        }
        if (!topics().contains(topic)) {
            return new Answer(
                    "mpirun: there is no help topic \""
                            + topic
                            + "\". Topics: "
                            + String.join(", ", topics())
                            + ", "
                            + FULL,
                    false);
        }
        // The first page is one screen; its options are among all of them.
        String text = topic.equals(GENERAL) ? texts.text(GENERAL) : section(topic);
        return new Answer(text.stripTrailing(), true);
    }

    /** Topics that have options, in the table's order, then those that are text only. */
    private List<String> topics() {
        List<String> topics = new ArrayList<>();
        topics.add(GENERAL);
        OptionTable.ROWS.stream()
                .map(Switch::topic)
                .filter(topic -> !topics.contains(topic))
                .forEach(topics::add);
        texts.topics().stream().filter(topic -> !topics.contains(topic)).forEach(topics::add);
        return topics;
    }

    private String section(String topic) {
        StringBuilder section = new StringBuilder();
        if (texts.topics().contains(topic)) {
            section.append(texts.text(topic)).append('\n');
        }
        List<Switch> rows =
                OptionTable.ROWS.stream().filter(row -> row.topic().equals(topic)).toList();
        if (!rows.isEmpty()) {
            section.append('\n').append("Options (").append(topic).append("):\n");
            rows.forEach(row -> describe(row, section));
        }
        return section.toString();
    }

    private static void describe(Switch row, StringBuilder out) {
        String names = String.join(", ", row.names().stream().map(Switch::dashed).toList());
        StringBuilder line = new StringBuilder("  " + names);
        line.append(row.described());
        if (line.length() >= COLUMN - 1) {
            out.append(line).append('\n');
            line.setLength(0);
        }
        for (String word : row.help().split(" ")) {
            if (line.length() + 1 + word.length() > WIDTH) {
                out.append(line).append('\n');
                line.setLength(0);
            }
            line.append(" ".repeat(Math.max(line.isEmpty() ? COLUMN : 1, COLUMN - line.length())));
            line.append(word);
        }
        out.append(line).append('\n');
    }
}
