package org.strata.launcher.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A matrix over pairs of ranks, in blocks of ranks where there are many, with the heaviest pairs by
 * themselves. Its size does not depend on the number of ranks.
 */
final class Grid {
    /** Rows and columns at most. */
    static final int SIDE = 128;

    private static final int PAIRS = 1000;

    private int block = 1;
    private int ranks;
    private double[] cells = new double[SIDE * SIDE];
    private final PriorityQueue<Pair> heaviest =
            new PriorityQueue<>(Comparator.comparingDouble(Pair::value));
    private double total;

    /** One pair of ranks and its value. */
    record Pair(int from, int to, double value) {}

    /** Makes room for a rank. */
    void reach(int rank) {
        ranks = Math.max(ranks, rank + 1);
        while (ranks > SIDE * block) {
            coarsen();
        }
    }

    private void coarsen() {
        double[] coarse = new double[SIDE * SIDE];
        for (int row = 0; row < SIDE; row++) {
            for (int column = 0; column < SIDE; column++) {
                coarse[row / 2 * SIDE + column / 2] += cells[row * SIDE + column];
            }
        }
        cells = coarse;
        block *= 2;
    }

    /** Adds the value of a pair, once per pair. */
    void add(int from, int to, double value) {
        if (value <= 0 || from < 0 || to < 0) {
            return;
        }
        reach(Math.max(from, to));
        total += value;
        cells[from / block * SIDE + to / block] += value;
        boolean full = heaviest.size() == PAIRS;
        if (!full || value > heaviest.peek().value()) {
            // Most pairs of a large job are light: they make no object.
            if (full) {
                heaviest.poll();
            }
            heaviest.add(new Pair(from, to, value));
        }
    }

    /** Returns the number of rows, and of columns. */
    int side() {
        return Math.max(1, (ranks + block - 1) / block);
    }

    /** Returns how many ranks a row stands for. */
    int block() {
        return block;
    }

    double cell(int row, int column) {
        return cells[row * SIDE + column];
    }

    double total() {
        return total;
    }

    double most() {
        double most = 0;
        for (double cell : cells) {
            most = Math.max(most, cell);
        }
        return most;
    }

    /** Returns the heaviest pairs, the heaviest first. */
    List<Pair> pairs() {
        List<Pair> sorted = new ArrayList<>(heaviest);
        sorted.sort(
                Comparator.comparingDouble(Pair::value)
                        .reversed()
                        .thenComparingInt(Pair::from)
                        .thenComparingInt(Pair::to));
        return sorted;
    }
}
