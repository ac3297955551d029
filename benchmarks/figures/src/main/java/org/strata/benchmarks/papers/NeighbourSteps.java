package org.strata.benchmarks.papers;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages of a program whose ranks talk to six neighbours all the time and to everybody now
 * and then, as molecular dynamics with a long-range force does: each cycle is so many exchanges of
 * short messages in a ring of ranks, and one in which everybody sends 8 bytes to everybody.
 */
final class NeighbourSteps {
    private static final int[] NEIGHBOURS = {1, 2, 3};
    private static final int NEAR_BYTES = 64;
    private static final int FAR_BYTES = 8;

    private final int ranks;
    private final int near;

    /**
     * @param near exchanges with neighbours for each one with everybody
     */
    NeighbourSteps(int ranks, int near) {
        this.ranks = ranks;
        this.near = near;
    }

    /** Returns the exchanges of one cycle of a rank, in order. */
    List<HaloStep> cycle(int rank) {
        List<HaloStep.Part> neighbours = new ArrayList<>();
        for (int distance : NEIGHBOURS) {
            neighbours.add(new HaloStep.Part((rank + distance) % ranks, NEAR_BYTES));
            neighbours.add(new HaloStep.Part((rank - distance + ranks) % ranks, NEAR_BYTES));
        }
        List<HaloStep> steps = new ArrayList<>();
        for (int i = 0; i < near; i++) {
            steps.add(new HaloStep(neighbours, 0));
        }
        List<HaloStep.Part> all = new ArrayList<>();
        for (int i = 1; i < ranks; i++) {
            all.add(new HaloStep.Part((rank + i) % ranks, FAR_BYTES));
        }
        steps.add(new HaloStep(all, 0));
        return steps;
    }
}
