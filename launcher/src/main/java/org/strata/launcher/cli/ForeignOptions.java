package org.strata.launcher.cli;

import org.strata.mca.base.ReasonList;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** Options of Open MPI's mpirun that are not in {@link OptionTable}, as a resource lists them. */
final class ForeignOptions {
    /** Stands for a value in the text of an option that means another. */
    private static final String VALUE = "%";

    private ForeignOptions() {}

    /** What becomes of an option. */
    enum Fate {
        /** It is another spelling of an option of ours. */
        MEANS,
        /** The same, with a warning that names the option of ours. */
        DEPRECATED,
        /** It has no effect. */
        IGNORED,
        /** It is an error. */
        REFUSED
    }

    /**
     * One option.
     *
     * @param name without dashes
     * @param values names of its values
     * @param fate what becomes of it
     * @param text what it means, or why it is ignored or refused
     */
    record ForeignOption(String name, List<String> values, Fate fate, String text) {
        /** Returns the words of our option that mean the same. */
        List<String> meaning(List<String> given) {
            Iterator<String> next = given.iterator();
            return Arrays.stream(text.split(" "))
                    .map(word -> word.contains(VALUE) ? word.replace(VALUE, next.next()) : word)
                    .toList();
        }
    }

    /** Returns the option of a name without dashes, or null. */
    static ForeignOption find(String name) {
        return all().stream().filter(option -> option.name().equals(name)).findFirst().orElse(null);
    }

    /** Returns all of them; the resource is read when a word is no option of ours. */
    static List<ForeignOption> all() {
        return ReasonList.read(ForeignOptions.class, "open-mpi.conf").stream()
                .map(ForeignOptions::option)
                .toList();
    }

    private static ForeignOption option(ReasonList.Line line) {
        List<String> words = line.words();
        Fate fate =
                switch (line.kind()) {
                    case "means" -> Fate.MEANS;
                    case "deprecated" -> Fate.DEPRECATED;
                    case "ignored" -> Fate.IGNORED;
                    default -> Fate.REFUSED;
                };
        String name = ProgramOptions.bare(words.getFirst());
        return new ForeignOption(name, words.subList(1, words.size()), fate, line.text());
    }
}
