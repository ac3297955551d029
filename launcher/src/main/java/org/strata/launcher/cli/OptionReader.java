package org.strata.launcher.cli;

import org.strata.launcher.cli.ForeignOptions.Fate;
import org.strata.launcher.cli.ForeignOptions.ForeignOption;
import org.strata.mca.base.Ignored;
import org.strata.mca.base.Suggestions;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Splits the words of one program into options and command. */
final class OptionReader {
    /** Ends the options: the next word is the program, whatever it begins with. */
    private static final String END = "--";

    private static final int MOST_HINTS = 3;

    private final List<String> words;
    private final Map<String, List<List<String>>> options = new HashMap<>();
    private final Ignored ignored = new Ignored();
    private final List<String> warnings = new ArrayList<>();
    private int at;

    OptionReader(List<String> words) {
        this.words = words;
    }

    /** The first word that is no option ends the options. */
    ProgramOptions read() throws UsageException {
        while (at < words.size() && isOption(words.get(at))) {
            String word = words.get(at++);
            if (word.equals(END)) {
                break;
            }
            Switch row = OptionTable.find(ProgramOptions.bare(word));
            if (row != null) {
                add(row, row.optional() ? optional(word) : values(word, row.values()));
            } else {
                foreign(word);
            }
        }
        if (at < words.size()) {
            ForeignDash.refuse(words.get(at));
        }
        List<String> command = List.copyOf(words.subList(at, words.size()));
        return new ProgramOptions(options, command, ignored, List.copyOf(warnings));
    }

    private void add(Switch row, List<String> values) {
        options.computeIfAbsent(row.name(), key -> new ArrayList<>()).add(values);
    }

    /** Returns the value behind an equals sign, or an empty text. */
    private static List<String> optional(String word) {
        int equals = word.indexOf('=');
        return List.of(equals < 0 ? "" : word.substring(equals + 1));
    }

    private List<String> values(String word, List<String> wanted) throws UsageException {
        List<String> values = new ArrayList<>();
        int equals = word.indexOf('=');
        if (equals >= 0) {
            values.add(word.substring(equals + 1));
        }
        while (values.size() < wanted.size() && at < words.size()) {
            values.add(words.get(at++));
        }
        if (values.size() != wanted.size()) {
            throw wrongValues(word, wanted);
        }
        return values;
    }

    private void foreign(String word) throws UsageException {
        ForeignOption option = ForeignOptions.find(ProgramOptions.bare(word));
        if (option == null) {
            throw unknown(word);
        }
        List<String> values = values(word, option.values());
        if (option.fate() == Fate.REFUSED) {
            throw new UsageException("The option " + word + " is not available.", option.text());
        }
        if (option.fate() == Fate.IGNORED) {
            ignored.add(word, option.text());
            return;
        }
        List<String> meaning = option.meaning(values);
        if (option.fate() == Fate.DEPRECATED) {
            warnings.add(word + " is deprecated; use " + String.join(" ", meaning) + ".");
        }
        Switch row = OptionTable.find(ProgramOptions.bare(meaning.getFirst()));
        add(row, meaning.subList(1, meaning.size()));
    }

    private static boolean isOption(String word) {
        return word.length() > 1 && word.startsWith("-");
    }

    private static UsageException wrongValues(String word, List<String> wanted) {
        return new UsageException(
                wanted.isEmpty()
                        ? "The option " + word + " takes no value."
                        : "The option " + word + " wants " + String.join(" and ", wanted) + ".");
    }

    private static UsageException unknown(String word) {
        String typed = ProgramOptions.bare(word);
        if (typed.isEmpty()) {
            return new UsageException(
                    "There is no option \"" + word + "\".",
                    "The program follows the last option: the first other word is its name.");
        }
        List<String> close = new ArrayList<>(Suggestions.nearest(typed, names()));
        OptionTable.names().stream()
                .filter(name -> name.startsWith(typed) && !close.contains(name))
                .forEach(close::add);
        String hint =
                close.isEmpty()
                        ? "\"mpirun --help full\" lists all options."
                        : "Did you mean "
                                + String.join(
                                        " or ",
                                        close.stream()
                                                .limit(MOST_HINTS)
                                                .map(OptionReader::described)
                                                .toList())
                                + "?";
        return new UsageException("There is no option \"" + word + "\".", hint);
    }

    /** Returns what can be typed: our options, and Open MPI's that mean one of them. */
    private static List<String> names() {
        List<String> names = new ArrayList<>(OptionTable.names());
        ForeignOptions.all().stream()
                .filter(OptionReader::hasMeaning)
                .map(ForeignOption::name)
                .filter(name -> !names.contains(name))
                .forEach(names::add);
        return names;
    }

    private static boolean hasMeaning(ForeignOption option) {
        return option.fate() == Fate.MEANS || option.fate() == Fate.DEPRECATED;
    }

    private static String described(String name) {
        ForeignOption option = OptionTable.find(name) == null ? ForeignOptions.find(name) : null;
        boolean old = option != null && option.fate() == Fate.DEPRECATED;
        return Switch.dashed(name) + (old ? " (now " + option.text() + ")" : "");
    }
}
