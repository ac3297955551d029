package org.strata.launcher.cli;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One option of mpirun as a row of {@link OptionTable}.
 *
 * @param names without dashes; one dash or two are accepted for names longer than one letter
 * @param values names of its values for the help text; empty for a flag
 * @param scope whether it may stand before every program or only before the first
 * @param topic the help topic that lists it
 * @param help what it does
 */
record Switch(List<String> names, List<String> values, Scope scope, String topic, String help) {
    enum Scope {
        JOB,
        PROGRAM
    }

    /** The name under which its values are found. */
    String name() {
        return names.getFirst();
    }

    /** Returns whether it has a value only where one follows an equals sign: "[=FILE]". */
    boolean optional() {
        return values.size() == 1 && values.getFirst().startsWith("[=");
    }

    /** Returns how many words behind it are its values, where no equals sign is in it. */
    int words() {
        return optional() ? 0 : values.size();
    }

    /** Returns its values as help texts write them behind a name. */
    String described() {
        return optional()
                ? values.getFirst()
                : values.stream().map(value -> " " + value).collect(Collectors.joining());
    }

    /** Returns a name as help texts write it. */
    static String dashed(String name) {
        return (name.length() > 2 ? "--" : "-") + name;
    }
}
