package org.strata.benchmarks.papers;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages of a program that is a chain of single messages, each of which is waited for, after
 * a start in which everybody has sent everybody a few: a cycle is one exchange after the other with
 * six partners.
 */
final class ChainSteps {
    private static final int PARTNERS = 6;
    private static final int BYTES = 64;
    private static final int FIRST_BYTES = 8;

    private final int ranks;
    private final int places;

    ChainSteps(int ranks) {
        this.ranks = ranks;
        this.places = ranks == 1 ? 1 : 2 * Integer.highestOneBit(ranks - 1);
    }

    /** Returns the start of a rank: so many exchanges with each of the others, partners first. */
    List<HaloStep> start(int rank, int times) {
        List<HaloStep> steps = new ArrayList<>();
        for (int distance = 1; distance < places; distance++) {
            for (int i = 0; i < times; i++) {
                add(steps, rank, distance, FIRST_BYTES);
            }
        }
        return steps;
    }

    /** Returns the exchanges of one cycle of a rank, in order. */
    List<HaloStep> cycle(int rank) {
        List<HaloStep> steps = new ArrayList<>();
        for (int distance = 1; distance <= PARTNERS; distance++) {
            add(steps, rank, distance, BYTES);
        }
        return steps;
    }

    /** Pairs are at a distance in binary, so that each exchange has all ranks in pairs. */
    private void add(List<HaloStep> steps, int rank, int distance, int bytes) {
        int peer = rank ^ distance;
        if (peer < ranks) {
            steps.add(new HaloStep(List.of(new HaloStep.Part(peer, bytes)), 0));
        }
    }
}
