package org.strata.launcher.io;

import org.strata.mca.base.Shortage;

import java.util.Map;
import java.util.Set;

/**
 * What the system, JVMs and shells print when something has run out. In none of the texts does the
 * first letter come again, so that they are found in pieces of any size without going back.
 */
public final class ShortageTexts {
    private static final Map<String, Shortage> TEXTS =
            Map.ofEntries(
                    Map.entry("unable to create native thread", Shortage.PROCESSES),
                    Map.entry("pthread_create failed (EAGAIN)", Shortage.PROCESSES),
                    Map.entry("Cannot fork", Shortage.PROCESSES),
                    Map.entry("fork: Resource temporarily", Shortage.PROCESSES),
                    Map.entry("fork: retry: Resource temporarily", Shortage.PROCESSES),
                    Map.entry("Too many open files", Shortage.DESCRIPTORS),
                    Map.entry("No space left on device", Shortage.DISK),
                    Map.entry("Cannot allocate memory", Shortage.MEMORY),
                    Map.entry("There is insufficient memory", Shortage.MEMORY),
                    Map.entry("Could not reserve enough space", Shortage.MEMORY),
                    Map.entry("Could not allocate compressed class space", Shortage.MEMORY),
                    Map.entry("Failed to reserve address space", Shortage.MEMORY),
                    Map.entry("Java heap space", Shortage.HEAP),
                    Map.entry("Error: Metaspace", Shortage.HEAP));

    private ShortageTexts() {}

    /** Returns all texts. */
    static Set<String> all() {
        return TEXTS.keySet();
    }

    /** Returns what a text is about. */
    static Shortage of(String text) {
        return TEXTS.get(text);
    }

    /**
     * Returns what an output names first that has run out; null for nothing. The first counts: a
     * JVM without threads ends with a guess that memory is missing.
     */
    public static Shortage first(String output) {
        int first = Integer.MAX_VALUE;
        Shortage found = null;
        for (Map.Entry<String, Shortage> each : TEXTS.entrySet()) {
            int at = output.indexOf(each.getKey());
            if (at >= 0 && at < first) {
                first = at;
                found = each.getValue();
            }
        }
        return found;
    }
}
