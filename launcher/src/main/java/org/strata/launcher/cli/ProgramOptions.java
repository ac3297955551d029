package org.strata.launcher.cli;

import org.strata.mca.base.Ignored;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One program on the command line: the options before it, by key with their values, and its
 * command.
 *
 * @param options values by the option's key; one list per occurrence
 * @param command the program and its arguments
 * @param ignored options of Open MPI's that have no effect
 * @param warnings options that have newer names
 */
record ProgramOptions(
        Map<String, List<List<String>>> options,
        List<String> command,
        Ignored ignored,
        List<String> warnings) {
    /** Options of which a program has its own, or else those of the job. */
    private static final Set<String> OWN = Set.of("H", "hostfile", "mca");

    /** Splits words into options and command; the first word that is no option ends the options. */
    static ProgramOptions parse(List<String> words) throws UsageException {
        return new OptionReader(words).read();
    }

    /**
     * Returns the options of the command line and of a file's first line, with its command. Hosts
     * and parameters of the line replace those of the command line, which hold for the job; of
     * others, the line's come last.
     */
    ProgramOptions with(ProgramOptions line) {
        Map<String, List<List<String>>> merged = new HashMap<>(options);
        line.options()
                .forEach((key, values) -> {
                    boolean added = has(key) && !OWN.contains(key);
                    merged.put(key, added ? joined(options.get(key), values) : values);
                });
        Ignored both = new Ignored();
        both.addAll(ignored);
        both.addAll(line.ignored());
        List<String> all = new ArrayList<>(warnings);
        all.addAll(line.warnings());
        return new ProgramOptions(merged, line.command(), both, all);
    }

    private static List<List<String>> joined(List<List<String>> one, List<List<String>> other) {
        List<List<String>> both = new ArrayList<>(one);
        both.addAll(other);
        return both;
    }

    /** Returns these options, but of those that hold for the whole job the ones of a first line. */
    ProgramOptions withJobOptions(ProgramOptions line) {
        Map<String, List<List<String>>> merged = new HashMap<>(options);
        line.options()
                .forEach((key, values) -> {
                    if (OptionTable.find(key).scope() == Switch.Scope.JOB) {
                        merged.put(key, values);
                    }
                });
        return new ProgramOptions(merged, command, ignored, warnings);
    }

    /** Returns these options, and others by key where an option is not given. */
    ProgramOptions withDefaults(Map<String, List<String>> defaults) {
        Map<String, List<List<String>>> merged = new HashMap<>(options);
        defaults.forEach((key, values) -> merged.putIfAbsent(key, List.of(values)));
        return new ProgramOptions(merged, command, ignored, warnings);
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

    /** One dash or two: Open MPI's users type both. */
    static String bare(String word) {
        String name = word.startsWith("--") ? word.substring(2) : word.substring(1);
        int equals = name.indexOf('=');
        return equals < 0 ? name : name.substring(0, equals);
    }
}
