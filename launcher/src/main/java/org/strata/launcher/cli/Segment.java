package org.strata.launcher.cli;

import org.strata.mca.base.Suggestions;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The words before and of one program: options by name with their values, then the command.
 *
 * @param options values by the option's key; one list per occurrence
 * @param command the program and its arguments
 */
record Segment(Map<String, List<List<String>>> options, List<String> command) {

    /** Splits words into options and command; the first word that is no option ends the options. */
    static Segment parse(List<String> words) throws UsageException {
        CommandLine parser = parser();
        try {
            CommandLine.ParseResult result = parser.parseArgs(words.toArray(String[]::new));
            return new Segment(options(result), command(result));
        } catch (CommandLine.UnmatchedArgumentException e) {
            throw unknown(e.getUnmatched().getFirst());
        } catch (CommandLine.ParameterException e) {
            throw new UsageException(e.getMessage(), "\"mpirun --help\" lists all options.");
        }
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

    private static CommandLine parser() {
        CommandSpec spec = CommandSpec.create().name("mpirun");
        for (Switch row : OptionTable.ROWS) {
            boolean flag = row.values().isEmpty();
            spec.addOption(
                    OptionSpec.builder(dashed(row))
                            .arity(String.valueOf(row.values().size()))
                            .type(flag ? boolean.class : String[].class)
                            .build());
        }
        spec.addPositional(
                PositionalParamSpec.builder().arity("0..*").type(String[].class).build());
        return new CommandLine(spec)
                .setStopAtPositional(true)
                .setExpandAtFiles(false)
                .setInterpolateVariables(false)
                .setPosixClusteredShortOptionsAllowed(false)
                .setOverwrittenOptionsAllowed(true)
                .setTrimQuotes(false);
    }

    /** One letter takes one dash; longer names take one or two, as Open MPI's users type both. */
    private static String[] dashed(Switch row) {
        List<String> names = new ArrayList<>();
        for (String name : row.names()) {
            names.add("-" + name);
            if (name.length() > 1 || name.equals("n")) {
                names.add("--" + name);
            }
        }
        return names.toArray(String[]::new);
    }

    private static Map<String, List<List<String>>> options(CommandLine.ParseResult result) {
        Map<String, List<List<String>>> options = new HashMap<>();
        for (OptionSpec option : result.matchedOptions()) {
            Switch row = OptionTable.find(bare(option.longestName()));
            options.put(row.name(), occurrences(option.stringValues(), row.values().size()));
        }
        return options;
    }

    private static List<List<String>> occurrences(List<String> values, int arity) {
        List<List<String>> occurrences = new ArrayList<>();
        for (int i = 0; arity > 0 && i + arity <= values.size(); i += arity) {
            occurrences.add(List.copyOf(values.subList(i, i + arity)));
        }
        return occurrences;
    }

    private static List<String> command(CommandLine.ParseResult result) {
        return result.matchedPositionals().isEmpty()
                ? List.of()
                : List.copyOf(result.matchedPositionals().getFirst().stringValues());
    }

    private static UsageException unknown(String word) {
        String typed = bare(word);
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

    static String bare(String word) {
        String name = word.startsWith("--") ? word.substring(2) : word.substring(1);
        int equals = name.indexOf('=');
        return equals < 0 ? name : name.substring(0, equals);
    }
}
