package org.strata.opal.counters;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/**
 * One rank's counters. Components count in plain fields of their own, on the thread that makes
 * progress, and register how to read them; a reader on another thread sees values that may lag.
 */
public final class Counters {
    private final List<Counter> all = new CopyOnWriteArrayList<>();

    /** What a value says. */
    public enum Kind {
        /** How much there has been since the start; it only grows. */
        SUM,
        /** How much there is now. */
        LEVEL,
        /** The most that there has been at a time. */
        PEAK
    }

    /**
     * One counter.
     *
     * @param name flat name: {@code "pml_ob1_eager_sent"}
     * @param help what it counts, with its unit
     * @param kind what its value says
     * @param value returns the present value
     */
    public record Counter(String name, String help, Kind kind, LongSupplier value) {}

    /** Registers a counter of {@link Kind#SUM}. */
    public void add(String name, String help, LongSupplier value) {
        add(name, help, Kind.SUM, value);
    }

    /** Registers a counter. */
    public void add(String name, String help, Kind kind, LongSupplier value) {
        all.add(new Counter(name, help, kind, value));
    }

    /** Returns the registered counters, in order of registration. */
    public List<Counter> all() {
        return all;
    }

    /** Reads all of them. */
    public Map<String, Long> read() {
        Map<String, Long> values = new LinkedHashMap<>();
        all.forEach(counter -> values.put(counter.name(), counter.value().getAsLong()));
        return values;
    }
}
