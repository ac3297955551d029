package org.strata.benchmarks.scaling;

import org.strata.benchmarks.scaling.QueueShape.Order;
import org.strata.benchmarks.scaling.QueueShape.Queue;
import org.strata.benchmarks.scaling.QueueShape.Wanted;

import java.util.ArrayList;
import java.util.List;

/** Measures every shape of queues in this JVM. */
final class QueueCosts {
    private QueueCosts() {}

    /** Returns every shape, or those with one source only. */
    static List<QueueShape> shapes(boolean oneSource) {
        List<QueueShape> shapes = new ArrayList<>();
        for (Queue queue : Queue.values()) {
            for (int many = 0; many < (oneSource ? 1 : 2); many++) {
                for (Wanted wanted : Wanted.values()) {
                    for (Order order : Order.values()) {
                        shapes.add(new QueueShape(queue, many == 1, wanted, order));
                    }
                }
            }
        }
        return shapes;
    }

    /** Fills a table. */
    static void measure(QueueTable table, int samples, int matches) {
        System.err.println("scaling: matching");
        // The JVM compiles what all shapes use, before the first one is measured.
        for (QueueShape shape : shapes(false)) {
            nanos(shape, table.entries()[0], 1, matches);
        }
        for (QueueShape shape : shapes(false)) {
            for (int entries : table.entries()) {
                table.add(shape, entries, nanos(shape, entries, samples, matches));
            }
        }
    }

    private static double nanos(QueueShape shape, int entries, int samples, int matches) {
        try (QueueCost cost = new QueueCost(shape, entries)) {
            // The tables grow to what the shape needs.
            cost.round();
            return cost.nanos(samples, matches);
        }
    }
}
