package org.strata.launcher.cli;

import org.strata.mca.base.Suggestions;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One program on the command line: the options before it, by key with their values, and its
 * command.
 *
 * @param options values by the option's key; one list per occurrence
 * @param command the program and its arguments
 */
record ProgramOptions(Map<String, List<List<String>>> options, List<String> command) {

    /** Ends the options: the next word is the program, whatever it begins with. */
    private static final String END = "--";

    /** Splits words into options and command; the first word that is no option ends the options. */
    static ProgramOptions parse(List<String> words) throws UsageException {
        Map<String, List<List<String>>> options = new HashMap<>();
        int at = 0;
        while (at < words.size() && isOption(words.get(at))) {
            String word = words.get(at++);
            if (word.equals(END)) {
                break;
            }
            Switch row = OptionTable.find(bare(word));
            if (row == null) {
                throw unknown(word);
            }
            List<String> values = new ArrayList<>();
            int equals = word.indexOf('=');
            if (equals >= 0) {
                values.add(word.substring(equals + 1));
            }
            while (values.size() < row.values().size() && at < words.size()) {
                values.add(words.get(at++));
            }
            if (values.size() != row.values().size()) {
                throw wrongValues(word, row);
            }
            options.computeIfAbsent(row.name(), key -> new ArrayList<>()).add(values);
        }
        return new ProgramOptions(options, List.copyOf(words.subList(at, words.size())));
    }

    boolean has(String key) {
        return options.containsKey(key);
    }

    /** Returns every value of a one-valued option. */
    List<String> all(String key) {
        return options.getOrDefault(key, List.of()).stream().map(List::getFirst).toList();
    }

    /** Returns the last value of a one-valued option, or null. */
    String last(String key) {
        List<String> values = all(key);
        return values.isEmpty() ? null : values.getLast();
    }

    private static boolean isOption(String word) {
        return word.length() > 1 && word.startsWith("-");
    }

    /** One dash or two: Open MPI's users type both. */
    static String bare(String word) {
        String name = word.startsWith("--") ? word.substring(2) : word.substring(1);
        int equals = name.indexOf('=');
        return equals < 0 ? name : name.substring(0, equals);
    }

    private static UsageException wrongValues(String word, Switch row) {
        return new UsageException(
                row.values().isEmpty()
                        ? "The option " + word + " takes no value."
                        : "The option "
                                + word
                                + " wants "
                                + String.join(" and ", row.values())
                                + ".");
    }

    private static UsageException unknown(String word) {
        String typed = bare(word);
        if (typed.isEmpty()) {
            return new UsageException(
                    "There is no option \"" + word + "\".",
                    "The program follows the last option: the first other word is its name.");
        }
        List<String> close = new ArrayList<>(Suggestions.nearest(typed, OptionTable.names()));
        OptionTable.names().stream()
                .filter(name -> name.startsWith(typed) && !close.contains(name))
                .forEach(close::add);
        String hint =
                close.isEmpty()
                        ? "\"mpirun --help\" lists all options."
                        : "Did you mean "
                                + String.join(" or ", close.stream().map(Switch::dashed).toList())
                                + "?";
        return new UsageException("There is no option \"" + word + "\".", hint);
    }
}
