package org.strata.benchmarks.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Amounts by name. */
final class Tally {
    private final Map<String, Amount> amounts = new HashMap<>();
    private long total;
    private long count;

    /**
     * A name with what was added to it.
     *
     * @param total sum of the weights
     * @param count how often something was added
     */
    record Entry(String name, long total, long count) {}

    private static final class Amount {
        private long total;
        private long count;
    }

    void add(String name, long weight) {
        Amount amount = amounts.computeIfAbsent(name, n -> new Amount());
        amount.total += weight;
        amount.count++;
        total += weight;
        count++;
    }

    /** Returns the sum of all weights. */
    long total() {
        return total;
    }

    /** Returns how often something was added. */
    long count() {
        return count;
    }

    /** Returns a name's share of the sum, in percent. */
    double percent(Entry entry) {
        return total == 0 ? 0 : 100.0 * entry.total() / total;
    }

    /** Returns the names with the largest sums, those first. */
    List<Entry> top(int most) {
        return amounts.entrySet().stream()
                .map(e -> new Entry(e.getKey(), e.getValue().total, e.getValue().count))
                .sorted(
                        Comparator.comparingLong(Entry::total)
                                .reversed()
                                .thenComparing(Entry::name))
                .limit(most)
                .toList();
    }
}
