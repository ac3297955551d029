package org.strata.benchmarks.scaling;

import org.strata.benchmarks.papers.Figure;
import org.strata.benchmarks.scaling.CommunicatorCost.Cost;
import org.strata.benchmarks.scaling.CommunicatorCost.Costs;
import org.strata.benchmarks.scaling.CommunicatorCost.Creation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What ranks, peers and communicators cost, by the number of ranks. */
final class RankTable {
    /** Bytes that the measurement itself moves; a communicator has some hundreds. */
    private static final double NOISE_BYTES = 64;

    private final List<Costs> rows = new ArrayList<>();

    void add(Costs row) {
        rows.add(row);
    }

    void print() {
        System.out.printf("%nMemory of a rank, bytes of heap (the job's table of processes too)%n");
        System.out.printf(
                "%8s %16s %16s %22s%n", "ranks", "at the start", "per peer", "per contacted peer");
        for (Costs row : rows) {
            System.out.printf(
                    Locale.ROOT,
                    "%8d %16.0f %16.1f %22.0f%n",
                    row.ranks(),
                    row.startBytes(),
                    row.startBytes() / row.ranks(),
                    row.contactBytes());
        }
        for (Creation creation : Creation.values()) {
            print(creation);
        }
    }

    private void print(Creation creation) {
        System.out.printf("%nCommunicator by %s, per rank of the parent%n", creation.label());
        System.out.printf(
                "%8s %16s %16s %22s %16s%n",
                "ranks", "bytes", "bytes per peer", "time (simulated) us", "us per peer");
        for (Costs row : rows) {
            Cost cost = row.creations().get(creation);
            System.out.printf(
                    Locale.ROOT,
                    "%8d %16.0f %16.2f %22.1f %16.3f%n",
                    row.ranks(),
                    cost.bytes(),
                    cost.bytes() / row.ranks(),
                    cost.micros(),
                    cost.micros() / row.ranks());
        }
    }

    /** Returns the communicators that grow with the number of ranks. */
    List<String> missed(double limit) {
        List<String> missed = new ArrayList<>();
        for (Creation creation : Creation.values()) {
            double least = rows.getFirst().creations().get(creation).bytes() + NOISE_BYTES;
            double most = rows.getLast().creations().get(creation).bytes();
            if (most > limit * least) {
                missed.add("bytes of a communicator by " + creation.label());
            }
        }
        return missed;
    }

    /** Returns the figure of memory. */
    Figure bytes() {
        Figure figure = new Figure("Memory by ranks", "ranks", "bytes per rank");
        for (Costs row : rows) {
            figure.best("rank at the start", row.ranks(), row.startBytes());
            figure.best("contacted peer", row.ranks(), row.contactBytes());
            row.creations()
                    .forEach((creation, cost) ->
                            figure.best(creation.label(), row.ranks(), cost.bytes()));
        }
        return figure;
    }

    /** Returns the figure of time. */
    Figure time() {
        Figure figure = new Figure("Creation of communicators", "ranks", "us per rank");
        for (Costs row : rows) {
            row.creations()
                    .forEach((creation, cost) ->
                            figure.best(creation.label(), row.ranks(), cost.micros()));
        }
        return figure;
    }
}
