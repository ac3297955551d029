package org.strata.coll.tuned;

import org.strata.coll.base.Algorithm;
import org.strata.coll.base.AlgorithmChoice;
import org.strata.coll.base.AlgorithmSettings;
import org.strata.coll.base.Tunable;
import org.strata.mca.base.LaterRows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Which algorithm runs for which collective, communicator size and message size. Of the rows of a
 * collective, those with the largest communicator size that is not above the actual one count; of
 * these, the one with the largest message size that is not above the actual one, and of two for the
 * same sizes the later one.
 *
 * <p>Rows name their algorithms, so that a rank loads the algorithms of a collective when it calls
 * the collective for the first time. Tier 3: {@link AlgorithmTable} is made from these rules once.
 */
final class Rules {
    private static final long[] NONE = {};

    private final LaterRows<Row> rows;
    private final Fanouts fanouts;
    private final Rules otherwise;

    /**
     * One line of a rules table.
     *
     * @param size smallest communicator
     * @param bytes smallest message
     * @param algorithm label of one of the collective's; null leaves the decision to other rules
     * @param segment bytes per piece; 0: whole messages
     * @param fanout 0: the default
     */
    record Row(
            Collective<?> collective,
            int size,
            long bytes,
            String algorithm,
            long segment,
            int fanout) {}

    /**
     * The fanouts of rows that have none.
     *
     * @param chains of a chain algorithm
     * @param radix base of a k-nomial tree
     */
    record Fanouts(int chains, int radix) {
        int of(Algorithm<?> algorithm) {
            Set<Tunable> tunables = algorithm.entry().tunables();
            if (tunables.contains(Tunable.CHAINS)) {
                return chains;
            }
            return tunables.contains(Tunable.RADIX) ? radix : 0;
        }
    }

    Rules(List<Row> rows, Fanouts fanouts) {
        this(new LaterRows<>(() -> rows), fanouts, null);
    }

    private Rules(LaterRows<Row> rows, Fanouts fanouts, Rules otherwise) {
        this.rows = rows;
        this.fanouts = fanouts;
        this.otherwise = otherwise;
    }

    /**
     * Returns rules that are read at the first call of a collective that leaves its choice to them.
     */
    static Rules later(Supplier<List<Row>> reader, Fanouts fanouts) {
        return new Rules(new LaterRows<>(reader), fanouts, null);
    }

    /** Returns these rules, and others for what these leave open. */
    Rules otherwise(Rules others) {
        return new Rules(rows, fanouts, others);
    }

    /** Returns the choice for a message, null when no row covers it. */
    <F> AlgorithmChoice<F> choose(Collective<F> collective, int size, long bytes) {
        Row found = null;
        for (Row row : fitting(collective, size)) {
            boolean nearer = found == null || row.bytes >= found.bytes;
            found = row.bytes <= bytes && nearer ? row : found;
        }
        if (found == null || found.algorithm == null) {
            return otherwise == null ? null : otherwise.choose(collective, size, bytes);
        }
        Algorithm<F> algorithm = collective.algorithm(found.algorithm);
        int fanout = found.fanout > 0 ? found.fanout : fanouts.of(algorithm);
        return new AlgorithmChoice<>(algorithm, new AlgorithmSettings(found.segment, fanout));
    }

    /** Returns the message sizes at which the choice may change, ascending, some of them twice. */
    long[] steps(Collective<?> collective, int size) {
        long[] others = otherwise == null ? NONE : otherwise.steps(collective, size);
        List<Row> own = fitting(collective, size);
        long[] steps = Arrays.copyOf(others, others.length + own.size());
        for (int i = 0; i < own.size(); i++) {
            steps[others.length + i] = own.get(i).bytes;
        }
        Arrays.sort(steps);
        return steps;
    }

    /** Returns the rows of the largest communicator size that is not above the given one. */
    private List<Row> fitting(Collective<?> collective, int size) {
        int nearest = -1;
        for (Row row : rows.get()) {
            if (row.collective == collective && row.size <= size) {
                nearest = Math.max(nearest, row.size);
            }
        }
        List<Row> fitting = new ArrayList<>();
        for (Row row : rows.get()) {
            if (row.collective == collective && row.size == nearest) {
                fitting.add(row);
            }
        }
        return fitting;
    }
}
