package org.strata.mca.base;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What users have set without effect, with the reasons; printed as one line per job. */
public final class Ignored {
    private final Set<Entry> entries = new LinkedHashSet<>();

    /**
     * One parameter, component or option.
     *
     * @param what its name, as typed
     * @param origin where it was given
     * @param reason why it has no effect; a clause
     */
    public record Entry(String what, String origin, String reason) {
        private String described() {
            if (origin.startsWith(Setting.ENVIRONMENT)) {
                return origin.substring(Setting.ENVIRONMENT.length());
            }
            return origin.startsWith("file ") ? what + " in " + origin.substring(5) : what;
        }
    }

    /** Adds something that was given on the command line. */
    public void add(String what, String reason) {
        add(what, Setting.COMMAND_LINE, reason);
    }

    void add(String what, String origin, String reason) {
        entries.add(new Entry(what, origin, reason));
    }

    /** Adds everything of another. */
    public void addAll(Ignored other) {
        entries.addAll(other.entries);
    }

    /** Returns whether everything that was set has an effect. */
    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Returns the entries in the order of their addition. */
    public List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** Returns one line: {@code ignored: a, b (reason); c (reason)}. */
    public String line() {
        Map<String, Set<String>> byReason = new LinkedHashMap<>();
        for (Entry entry : entries) {
            byReason.computeIfAbsent(entry.reason(), r -> new LinkedHashSet<>())
                    .add(entry.described());
        }
        List<String> parts = new ArrayList<>();
        byReason.forEach(
                (reason, names) -> parts.add(String.join(", ", names) + " (" + reason + ")"));
        return "ignored: " + String.join("; ", parts);
    }
}
