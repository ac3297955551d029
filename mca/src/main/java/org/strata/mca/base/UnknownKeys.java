package org.strata.mca.base;

import java.util.List;
import java.util.Locale;

/**
 * Decides what becomes of names that no component declares: those of Open MPI are ignored or
 * refused with a reason, all others are errors.
 */
final class UnknownKeys {
    /** A typo of a parameter's name is at most this far from it. */
    private static final int TYPO = 2;

    private final ParameterIndex index;
    private final Components components;
    private OpenMpiNames names;

    /**
     * What becomes of a name.
     *
     * @param ignored whether the job runs without it
     * @param reason a clause if it is ignored, else one or more sentences; empty when the job does
     *     what the user wants
     */
    record Verdict(boolean ignored, String reason) {}

    UnknownKeys(ParameterIndex index, Components components) {
        this.index = index;
        this.components = components;
    }

    /** Returns what becomes of a parameter. */
    Verdict parameter(String flat, String value) {
        String[] words = flat.split("_");
        boolean installed = words.length > 1 && installed(words[0], words[1]);
        OpenMpiNames.Entry entry = names().parameter(flat, installed);
        if (entry == null) {
            entry = names().parameter(index.modern(flat), installed);
        }
        if (entry == null || (entry.broad() && typo(flat))) {
            String guess = guess(flat);
            String modern = guess.isEmpty() ? guess(index.modern(flat)) : guess;
            return new Verdict(false, "There is no such parameter." + modern);
        }
        return verdict(entry, value);
    }

    private boolean installed(String framework, String component) {
        return components.names(framework).contains(components.currentName(framework, component));
    }

    /** Returns what becomes of a component in a selection; null for one that Open MPI has not. */
    Verdict component(String framework, String name) {
        OpenMpiNames.Entry entry = names().component(framework, name);
        return entry == null ? null : verdict(entry, "");
    }

    /** A refused feature that the user switches off is as absent as the user wants it. */
    private static Verdict verdict(OpenMpiNames.Entry entry, String value) {
        String reason = entry.reason();
        if (entry.kind() == OpenMpiNames.Kind.REFUSED && is(value, false)) {
            String clause = reason.substring(0, 1).toLowerCase(Locale.ROOT);
            return new Verdict(true, clause + reason.substring(1, reason.length() - 1));
        }
        if (entry.kind() == OpenMpiNames.Kind.ALWAYS && is(value, true)) {
            return new Verdict(true, "");
        }
        return new Verdict(entry.kind() != OpenMpiNames.Kind.REFUSED, reason);
    }

    private static boolean is(String value, boolean wanted) {
        try {
            return !value.isBlank() && Values.bool(value) == wanted;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Read when the first unknown name appears: the start of most ranks does without it. */
    private OpenMpiNames names() {
        if (names == null) {
            names = OpenMpiNames.load();
        }
        return names;
    }

    /** Whole frameworks are known: their names are typos when a name of ours is near. */
    private boolean typo(String flat) {
        String framework = flat.split("_")[0] + "_";
        return index.names().stream()
                .anyMatch(name ->
                        name.startsWith(framework) && Suggestions.distance(flat, name) <= TYPO);
    }

    private String guess(String flat) {
        return Suggestions.didYouMean(flat, candidates(flat));
    }

    /**
     * Returns the names of the same framework if one is near, since typos are most common in the
     * last word; else all.
     */
    private List<String> candidates(String flat) {
        String framework = flat.split("_")[0] + "_";
        List<String> same = index.names().stream().filter(n -> n.startsWith(framework)).toList();
        return Suggestions.nearest(flat, same).isEmpty() ? index.names() : same;
    }
}
