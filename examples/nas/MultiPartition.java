package nas;

import java.util.ArrayList;
import java.util.List;

/**
 * NPB's multi-partition scheme: of q × q × q cells each of q × q ranks owns q, one in every layer
 * of every dimension. Whichever layer a sweep has reached, every rank has work in it, and all cells
 * of a rank have the same ranks as neighbours.
 */
final class MultiPartition {
    final int edge;

    private final int column;
    private final int row;
    private final List<Box> cells = new ArrayList<>();

    /**
     * @param points along each edge of the grid
     * @param rank whose cells these are
     * @param ranks a square number, see {@link #edge(int)}
     */
    MultiPartition(int points, int rank, int ranks) {
        this.edge = edge(ranks);
        this.column = rank % edge;
        this.row = rank / edge;
        for (int z = 0; z < edge; z++) {
            int[] layers = {wrap(column + z), wrap(row - z), z};
            int[] first = new int[Equations.DIMENSIONS];
            int[] size = new int[Equations.DIMENSIONS];
            for (int d = 0; d < Equations.DIMENSIONS; d++) {
                size[d] = points / edge + (layers[d] < points % edge ? 1 : 0);
                first[d] = layers[d] * (points / edge) + Math.min(layers[d], points % edge);
            }
            cells.add(new Box(points, first, size));
        }
    }

    /** Returns the root of a square number of ranks, or 0 of another. */
    static int edge(int ranks) {
        int root = (int) Math.round(Math.sqrt(ranks));
        return root * root == ranks ? root : 0;
    }

    private int wrap(int layer) {
        return Math.floorMod(layer, edge);
    }

    List<Box> cells() {
        return cells;
    }

    /** Returns the number, in {@link #cells}, of the cell in a layer of a dimension. */
    int cell(int dimension, int layer) {
        return switch (dimension) {
            case 0 -> wrap(layer - column);
            case 1 -> wrap(row - layer);
            default -> layer;
        };
    }

    /** Returns the rank of the cells one layer further in a dimension, or one layer back. */
    int neighbour(int dimension, boolean further) {
        int step = further ? 1 : -1;
        return switch (dimension) {
            case 0 -> wrap(column + step) + edge * row;
            case 1 -> column + edge * wrap(row + step);
            default -> wrap(column - step) + edge * wrap(row + step);
        };
    }

    /** Lets an exchange have one message in each of the six directions. */
    void connect(FaceExchange exchange) {
        for (int d = 0; d < Equations.DIMENSIONS && edge > 1; d++) {
            List<FaceExchange.Face> highs = new ArrayList<>();
            List<FaceExchange.Face> lows = new ArrayList<>();
            for (int layer = 0; layer < edge - 1; layer++) {
                highs.add(new FaceExchange.Face(cells.get(cell(d, layer)), d, true));
                lows.add(new FaceExchange.Face(cells.get(cell(d, layer + 1)), d, false));
            }
            exchange.receive(neighbour(d, false), 2 * d, lows);
            exchange.receive(neighbour(d, true), 2 * d + 1, highs);
            exchange.send(neighbour(d, true), 2 * d, highs);
            exchange.send(neighbour(d, false), 2 * d + 1, lows);
        }
    }
}
