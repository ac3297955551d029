package org.strata.coll.shm;

import org.strata.mca.base.LaterRows;
import org.strata.mca.base.RuleRows;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Which way each collective takes, by communicator size and length: lines of collective, ranks,
 * bytes and way, as in the rules of coll tuned. Of a collective's rows, those with the largest
 * communicator size that is not above the actual one count; of these, the one with the largest
 * length that is not above the actual one. What no row covers is left to the component below.
 *
 * <p>Bytes of bcast, reduce and allreduce are those of the vector; of alltoall, gather and scatter
 * one rank's part; of allgather, reduce_scatter and reduce_scatter_block all parts together.
 */
final class SharedRules {
    private static final long KIB = 1024;

    private final LaterRows<Row> rows;

    private record Row(SharedKind kind, int ranks, long bytes, SharedWay way) {}

    private SharedRules(Supplier<List<Row>> reader) {
        this.rows = new LaterRows<>(reader);
    }

    /**
     * Returns the rules of this package. Code, not a text: a rank makes the rows when it calls its
     * first collective, and the JDK takes milliseconds to open a file in a jar for the first time.
     */
    static SharedRules builtIn() {
        return new SharedRules(SharedRules::builtInRows);
    }

    private static List<Row> builtInRows() {
        return List.of(
                new Row(SharedKind.BARRIER, 2, 0, SharedWay.CELLS),
                new Row(SharedKind.BCAST, 2, 0, SharedWay.CELLS),
                // The root reduces short vectors alone, piece by piece, while the others go on.
                new Row(SharedKind.REDUCE, 2, 0, SharedWay.CELLS),
                new Row(SharedKind.REDUCE, 2, 16 * KIB, SharedWay.DIRECT),
                new Row(SharedKind.REDUCE, 5, 0, SharedWay.CELLS),
                new Row(SharedKind.REDUCE, 5, 64 * KIB, SharedWay.DIRECT),
                // With two members, slices of 2 to 8 KiB took 0.5 to 1.2 microseconds in some jobs
                // and five times that in others.
                new Row(SharedKind.ALLREDUCE, 2, 0, SharedWay.CELLS),
                new Row(SharedKind.ALLREDUCE, 3, 0, SharedWay.CELLS),
                new Row(SharedKind.ALLREDUCE, 3, 2 * KIB, SharedWay.SLICES),
                new Row(SharedKind.ALLGATHER, 2, 0, SharedWay.CELLS),
                new Row(SharedKind.ALLTOALL, 2, 0, SharedWay.CELLS),
                new Row(SharedKind.REDUCE_SCATTER, 2, 0, SharedWay.CELLS),
                new Row(SharedKind.REDUCE_SCATTER_BLOCK, 2, 0, SharedWay.CELLS),
                new Row(SharedKind.GATHER, 2, 0, SharedWay.CELLS),
                new Row(SharedKind.SCATTER, 2, 0, SharedWay.CELLS));
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
            List<Row> steps = steps(kind, ranks);
            long[] lengths = new long[steps.size()];
            SharedWay[] ways = new SharedWay[lengths.length];
            for (int i = 0; i < lengths.length; i++) {
                lengths[i] = steps.get(i).bytes;
                ways[i] = steps.get(i).way;
            }
            table.set(kind, lengths, ways);
        }
        return table;
    }

    /** Returns the rows that count, by length; of two for one length the later one. */
    private List<Row> steps(SharedKind kind, int ranks) {
        int nearest = 0;
        for (Row row : rows.get()) {
            if (row.kind == kind && row.ranks <= ranks) {
                nearest = Math.max(nearest, row.ranks);
            }
        }
        List<Row> steps = new ArrayList<>();
        steps.add(new Row(kind, nearest, 0, SharedWay.NEXT));
        for (Row row : rows.get()) {
            if (row.kind == kind && row.ranks == nearest) {
                insert(row, steps);
            }
        }
        return steps;
    }

    private static void insert(Row row, List<Row> steps) {
        int at = steps.size();
        while (at > 0 && steps.get(at - 1).bytes > row.bytes) {
            at--;
        }
        if (at > 0 && steps.get(at - 1).bytes == row.bytes) {
            steps.set(at - 1, row);
        } else {
            steps.add(at, row);
        }
    }
}
