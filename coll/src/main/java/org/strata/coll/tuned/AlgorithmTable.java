package org.strata.coll.tuned;

import org.strata.coll.base.AlgorithmChoice;

/**
 * The algorithms of one collective by message size, for communicators of one size: a list of steps
 * from the largest messages down, of which most calls look at one or two. Made at the first call.
 *
 * @param <F> the function of the collective's algorithms
 */
final class AlgorithmTable<F> {
    private final Rules rules;
    private final Collective<F> collective;
    private final int size;
    private TableStep<F> largest;

    AlgorithmTable(Rules rules, Collective<F> collective, int size) {
        this.rules = rules;
        this.collective = collective;
        this.size = size;
    }

    /** From so many bytes on, this choice. */
    private record TableStep<F>(long bytes, AlgorithmChoice<F> choice, TableStep<F> smaller) {}

    /** Returns the choice for a message, null when no rule covers it. */
    AlgorithmChoice<F> choose(long bytes) {
        TableStep<F> step = largest != null ? largest : build();
        while (step.bytes > bytes) {
            step = step.smaller;
        }
        return step.choice;
    }

    private TableStep<F> build() {
        TableStep<F> last = new TableStep<>(Long.MIN_VALUE, null, null);
        for (long bytes : rules.steps(collective, size)) {
            if (bytes != last.bytes) {
                last = new TableStep<>(bytes, rules.choose(collective, size, bytes), last);
            }
        }
        largest = last;
        return last;
    }
}
