package org.strata.coll.shm;

import org.strata.mca.base.LaterRows;
import org.strata.mca.base.RuleRows;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Which way each collective takes, by communicator size and length: lines of collective, ranks,
 * bytes and way, as in the rules of coll tuned. Of a collective's rows, those with the largest
 * communicator size that is not above the actual one count; of these, the one with the largest
 * length that is not above the actual one. What no row covers is left to the component below.
 */
final class SharedRules {
    private static final String BUILT_IN = "rules.conf";

    private final LaterRows<Row> rows;

    private record Row(SharedKind kind, int ranks, long bytes, SharedWay way) {}

    private SharedRules(Supplier<List<Row>> reader) {
        this.rows = new LaterRows<>(reader);
    }

    /** Returns the rules of this package, which are read when a communicator needs them. */
    static SharedRules builtIn() {
        return new SharedRules(
                () -> RuleRows.beside(SharedRules.class, BUILT_IN).read(SharedRules::row));
    }

    /**
     * Reads rules.
     *
     * @throws IllegalArgumentException whose message names the line that is wrong
     */
    static SharedRules parse(String text) {
        List<Row> rows = RuleRows.of(text).read(SharedRules::row);
        return new SharedRules(() -> rows);
    }

    /** Returns these rules, and others for the collectives that these do not name. */
    SharedRules otherwise(SharedRules others) {
        List<Row> all = new ArrayList<>(rows.get());
        for (Row row : others.rows.get()) {
            if (rows.get().stream().noneMatch(own -> own.kind == row.kind)) {
                all.add(row);
            }
        }
        return new SharedRules(() -> all);
    }

    private static Row row(String[] words) {
        if (words.length != 4) {
            throw new IllegalArgumentException("collective, ranks, bytes and way are needed");
        }
        SharedKind kind = named(SharedKind.values(), words[0], "unknown collective ");
        SharedWay way = named(SharedWay.values(), words[3], "unknown way ");
        return new Row(kind, Integer.parseInt(words[1]), RuleRows.bytes(words[2]), way);
    }

    private static <E extends Enum<E>> E named(E[] all, String word, String complaint) {
        for (E one : all) {
            if (one.name().equalsIgnoreCase(word)) {
                return one;
            }
        }
        throw new IllegalArgumentException(complaint + word);
    }

    /** Returns the rules for communicators of a size. */
    SharedTable table(int ranks) {
        SharedTable table = new SharedTable();
        for (SharedKind kind : SharedKind.values()) {
            SortedMap<Long, SharedWay> steps = steps(kind, ranks);
            table.set(
                    kind,
                    steps.keySet().stream().mapToLong(Long::longValue).toArray(),
                    steps.values().toArray(SharedWay[]::new));
        }
        return table;
    }

    private SortedMap<Long, SharedWay> steps(SharedKind kind, int ranks) {
        SortedMap<Long, SharedWay> steps = new TreeMap<>();
        steps.put(0L, SharedWay.NEXT);
        int nearest = 0;
        for (Row row : rows.get()) {
            if (row.kind == kind && row.ranks <= ranks) {
                nearest = Math.max(nearest, row.ranks);
            }
        }
        for (Row row : rows.get()) {
            if (row.kind == kind && row.ranks == nearest) {
                steps.put(row.bytes, row.way);
            }
        }
        return steps;
    }
}
