package org.strata.mca.base;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Open MPI's names of parameters, components and frameworks that have no counterpart, as {@code
 * open-mpi.conf} lists them.
 */
final class OpenMpiNames {
    private static final String EVERYTHING = "*";

    private final Map<String, Entry> byName = new HashMap<>();
    private final Map<String, Entry> byComponent = new HashMap<>();
    private final List<Glob> globs = new ArrayList<>();

    /** What becomes of a name that is set. */
    enum Kind {
        /** It has no effect. */
        IGNORED,
        /** It is an error. */
        REFUSED,
        /** What it switches on is always on. */
        ALWAYS
    }

    /**
     * The entry of a name in the list.
     *
     * @param kind what becomes of it
     * @param reason a sentence if it is refused, else a clause
     * @param broad whether only a framework or a whole project matches: the name itself may be a
     *     typo
     */
    record Entry(Kind kind, String reason, boolean broad) {}

    private record Glob(Pattern pattern, int letters, Entry entry) {}

    private OpenMpiNames() {}

    static OpenMpiNames load() {
        OpenMpiNames names = new OpenMpiNames();
        for (ReasonList.Line line : lines()) {
            Kind kind = Kind.valueOf(line.kind().toUpperCase(Locale.ROOT));
            line.words().forEach(word -> names.add(word, kind, line.text()));
        }
        return names;
    }

    /** Returns the lines of the list, in its order. */
    static List<ReasonList.Line> lines() {
        return ReasonList.read(OpenMpiNames.class, "open-mpi.conf");
    }

    private void add(String word, Kind kind, String reason) {
        boolean framework = word.endsWith(":" + EVERYTHING);
        boolean project = word.indexOf('_') == word.length() - 2 && word.endsWith(EVERYTHING);
        Entry entry = new Entry(kind, reason, framework || project);
        if (word.contains(":")) {
            byComponent.put(word, entry);
        } else if (word.contains(EVERYTHING)) {
            Pattern pattern = Pattern.compile(word.replace(EVERYTHING, ".*"));
            globs.add(new Glob(pattern, word.length(), entry));
        } else {
            byName.put(word, entry);
        }
    }

    /** Returns the entry of a component in a selection, or null. */
    Entry component(String framework, String name) {
        return byComponent.get(framework + ":" + name);
    }

    /**
     * Returns the entry of a parameter, or null.
     *
     * @param installed whether the component that the name begins with is installed
     */
    Entry parameter(String flat, boolean installed) {
        Entry exact = byName.get(flat);
        if (exact != null) {
            return exact;
        }
        String[] words = flat.split("_", 3);
        Entry component = words.length < 3 || installed ? null : component(words[0], words[1]);
        Glob glob = longest(flat);
        if (component != null && (glob == null || glob.entry().broad())) {
            return component;
        }
        return glob != null ? glob.entry() : component(words[0], EVERYTHING);
    }

    private Glob longest(String flat) {
        Glob longest = null;
        for (Glob glob : globs) {
            boolean longer = longest == null || glob.letters() > longest.letters();
            if (longer && glob.pattern().matcher(flat).matches()) {
                longest = glob;
            }
        }
        return longest;
    }
}
