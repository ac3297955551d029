package org.strata.mca.base;

import java.util.List;
import java.util.function.Supplier;

/**
 * The rows of a table of rules, read when they are needed: a rank that only starts needs none. Any
 * thread; two that both read make the same rows.
 *
 * @param <R> a rule
 */
public final class LaterRows<R> {
    private final Supplier<List<R>> reader;

    /** Null until then. */
    private List<R> rows;

    /**
     * @param reader makes the rows, the same ones each time
     */
    public LaterRows(Supplier<List<R>> reader) {
        this.reader = reader;
    }

    /** Returns the rows. */
    public List<R> get() {
        List<R> known = rows;
        if (known == null) {
            known = List.copyOf(reader.get());
            rows = known;
        }
        return known;
    }
}
