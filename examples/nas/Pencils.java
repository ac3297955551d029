package nas;

import mpi.MPI;

import java.util.List;

/**
 * The grid cut along x and y; every rank has all points along z of its part. Ranks are counted
 * along x first.
 */
final class Pencils {
    /** Ranks along x and y, and the place of this one among them. */
    private final int[] ranks;

    private final int[] place;
    private final Box box;

    Pencils(int points, int rank, int size) {
        this.ranks = shape(size);
        this.place = new int[] {rank % ranks[0], rank / ranks[0]};
        int[] first = new int[Equations.DIMENSIONS];
        int[] count = {0, 0, points};
        for (int d = 0; d < ranks.length; d++) {
            first[d] = points * place[d] / ranks[d];
            count[d] = points * (place[d] + 1) / ranks[d] - first[d];
        }
        this.box = new Box(points, first, count);
    }

    /** Returns the ranks along x and y: as near to a square as their number lets them be. */
    static int[] shape(int size) {
        int shorter = (int) Math.sqrt(size);
        while (size % shorter != 0) {
            shorter--;
        }
        return new int[] {shorter, size / shorter};
    }

    Box box() {
        return box;
    }

    /** Returns the next rank along x or y, or the one before; no rank at the end of the grid. */
    int neighbour(int dimension, boolean further) {
        int[] other = place.clone();
        other[dimension] += further ? 1 : -1;
        if (other[dimension] < 0 || other[dimension] == ranks[dimension]) {
            return MPI.PROC_NULL;
        }
        return other[0] + ranks[0] * other[1];
    }

    /** Lets an exchange have a message to and from each of up to four neighbours. */
    void connect(FaceExchange exchange) {
        for (int d = 0; d < ranks.length; d++) {
            for (boolean further : new boolean[] {false, true}) {
                int peer = neighbour(d, further);
                if (peer != MPI.PROC_NULL) {
                    List<FaceExchange.Face> face = List.of(new FaceExchange.Face(box, d, further));
                    exchange.send(peer, 2 * d + (further ? 1 : 0), face);
                    exchange.receive(peer, 2 * d + (further ? 0 : 1), face);
                }
            }
        }
    }
}
