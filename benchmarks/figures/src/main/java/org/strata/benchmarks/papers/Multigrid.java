package org.strata.benchmarks.papers;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages of a multigrid solver: V-cycles on a periodic 3-D grid of processes, each with a
 * cube of points whose edge halves from level to level. Two exchanges of a level's halo on the way
 * down (a relaxation, the residual) and one on the way up.
 *
 * <p>The finest operator has 27 points: 26 neighbours, faces of 16 KB, corners of 8 bytes. Coarse
 * operators reach farther, by a point every second level, as those of algebraic multigrid do; where
 * the cube has become as small as that, they reach beyond the neighbours, so that the messages
 * shrink to 8 bytes while the peers become more.
 */
final class Multigrid {
    /** Points of the edge of a process's cube, by level. */
    private static final int[] EDGES = {45, 22, 11, 5, 2, 1};

    private static final int DIMENSIONS = 3;

    private final int[] grid;

    /**
     * @param ranks of the grid, whose sides are as equal as their number lets them be
     */
    Multigrid(int ranks) {
        grid = sides(ranks);
    }

    /** Returns three factors, the largest first, with the smallest sum. */
    private static int[] sides(int ranks) {
        int[] best = {ranks, 1, 1};
        for (int a = 1; a <= ranks; a++) {
            for (int b = 1; ranks % a == 0 && b <= a; b++) {
                int c = ranks / a / b;
                boolean fits = a * b * c == ranks && c <= b;
                if (fits && a + b + c < best[0] + best[1] + best[2]) {
                    best = new int[] {a, b, c};
                }
            }
        }
        return best;
    }

    /** Returns the sides of the grid of processes. */
    int[] grid() {
        return grid.clone();
    }

    /** Returns the exchanges of one V-cycle of a rank, in order. */
    List<HaloStep> cycle(int rank) {
        List<HaloStep> steps = new ArrayList<>();
        for (int level = 0; level < EDGES.length; level++) {
            HaloStep step = step(rank, level);
            steps.add(step);
            steps.add(step);
        }
        for (int level = EDGES.length - 1; level >= 0; level--) {
            steps.add(step(rank, level));
        }
        return steps;
    }

    private HaloStep step(int rank, int level) {
        int edge = EDGES[level];
        int reach = 1 + level / 2;
        List<HaloStep.Part> halo = new ArrayList<>();
        int ranks = grid[0] * grid[1] * grid[2];
        // Each rank begins with its successor: nobody is everybody's first peer.
        for (int i = 1; i < ranks; i++) {
            int peer = (rank + i) % ranks;
            int points = points(rank, peer, edge, reach);
            if (points > 0) {
                halo.add(new HaloStep.Part(peer, points * Double.BYTES));
            }
        }
        return new HaloStep(halo, (long) edge * edge * edge);
    }

    /** Returns how many of a peer's points are needed. */
    private int points(int rank, int peer, int edge, int reach) {
        int points = 1;
        int mine = rank;
        int theirs = peer;
        for (int dimension = 0; dimension < DIMENSIONS; dimension++) {
            int side = grid[dimension];
            int apart = Math.abs(mine % side - theirs % side);
            points *= layers(Math.min(apart, side - apart), edge, reach);
            mine /= side;
            theirs /= side;
        }
        return points;
    }

    /** Returns how many layers of a cube so many cubes away are within reach. */
    private static int layers(int distance, int edge, int reach) {
        return distance == 0 ? edge : Math.clamp(reach - (distance - 1L) * edge, 0, edge);
    }
}
