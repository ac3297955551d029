package mpi;

import static mpi.MpiAssertions.assertFails;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.Arrays;

/** Topologies as rank 1 of 4 sees them. */
class TopologyTest {
    private final LocalMpi mpi = new LocalMpi();

    @BeforeEach
    void start() {
        mpi.beforeEach(null);
    }

    @AfterEach
    void stop() {
        mpi.afterEach(null);
    }

    private static CartComm grid(int rows, int columns, boolean ring) throws MPIException {
        int[] dims = {rows, columns};
        boolean[] periods = {ring, false};
        return MPI.COMM_WORLD.createCart(dims, periods, false);
    }

    @Test
    void gridsKnowPlaces() throws MPIException {
        CartComm grid = grid(2, 2, true);
        assertThat(grid.getTopology()).isEqualTo(MPI.CART);
        assertThat(MPI.COMM_WORLD.getTopology()).isEqualTo(MPI.UNDEFINED);
        CartParms shape = grid.getTopo();
        assertThat(shape.getDimCount()).isEqualTo(2);
        assertThat(shape.getDim(1)).isEqualTo(2);
        assertThat(shape.getPeriod(0)).isTrue();
        assertThat(new int[] {shape.getCoord(0), shape.getCoord(1)}).containsExactly(0, 1);
        assertThat(grid.getCoords(2)).containsExactly(1, 0);
        assertThat(grid.getRank(new int[] {1, 1})).isEqualTo(3);
        assertThat(grid.getRank(new int[] {-1, 1})).isEqualTo(3);
        assertFails(MPI.ERR_ARG, () -> grid.getRank(new int[] {0, 2})).contains("[0, 2]");
        assertFails(MPI.ERR_RANK, () -> grid.getCoords(4));
        assertThat(grid.dup().getTopology()).isEqualTo(MPI.CART);
        assertThat(grid.clone().getTopo().getDimCount()).isEqualTo(2);
        assertThat(grid.map(new int[] {1}, new boolean[1])).isEqualTo(MPI.UNDEFINED);
        assertThat(grid.map(new int[] {2}, new boolean[1])).isEqualTo(1);
    }

    @Test
    void shiftsEndAtBorders() throws MPIException {
        CartComm grid = grid(2, 2, true);
        ShiftParms down = grid.shift(0, 1);
        assertThat(down.getRankDest()).isEqualTo(3);
        assertThat(down.getRankSource()).isEqualTo(3);
        ShiftParms right = grid.shift(1, 1);
        assertThat(right.getRankDest()).isEqualTo(MPI.PROC_NULL);
        assertThat(right.getRankSource()).isZero();
        assertThat(grid.shift(1, 0).getRankDest()).isEqualTo(1);
        assertFails(MPI.ERR_DIMS, () -> grid.shift(2, 1));
        CartComm three = grid(3, 1, true);
        ShiftParms far = three.shift(0, Integer.MAX_VALUE);
        assertThat(far.getRankDest()).isEqualTo(Math.floorMod(1L + Integer.MAX_VALUE, 3));
        assertThat(far.getRankSource()).isEqualTo(Math.floorMod(1L - Integer.MAX_VALUE, 3));
        far = three.shift(0, Integer.MIN_VALUE);
        assertThat(far.getRankSource()).isEqualTo(Math.floorMod(1L - Integer.MIN_VALUE, 3));
        assertThat(grid.shift(1, Integer.MAX_VALUE).getRankDest()).isEqualTo(MPI.PROC_NULL);
        assertThat(grid.shift(1, Integer.MIN_VALUE).getRankSource()).isEqualTo(MPI.PROC_NULL);
    }

    @Test
    void blocksOfNeighborsLieFarApart() {
        NeighborBlocks blocks =
                NeighborBlocks.inOrder(new Elements(null, 720_000_000, MPI.BYTE), 4);
        assertThat(blocks.of(3).displacement()).isEqualTo(2_160_000_000L);
    }

    @Test
    void gridsMustFit() throws MPIException {
        assertThat(grid(1, 1, false).isNull()).isTrue();
        assertThat(grid(1, 2, false).getSize()).isEqualTo(2);
        assertFails(MPI.ERR_ARG, () -> grid(3, 2, false)).contains("[3, 2]");
        boolean[] flags = new boolean[2];
        assertFails(MPI.ERR_DIMS, () -> grid(1, 2, false).map(new int[] {3, 2}, flags));
        int[] ones = new int[600_000];
        Arrays.fill(ones, 1);
        boolean[] periods = new boolean[ones.length];
        assertFails(MPI.ERR_DIMS, () -> MPI.COMM_SELF.createCart(ones, periods, false))
                .contains("600000 dimensions");
        assertFails(MPI.ERR_DIMS, () -> grid(0, 2, false));
        assertFails(
                MPI.ERR_ARG, () -> MPI.COMM_WORLD.createCart(new int[] {2}, new boolean[0], false));
    }

    @Test
    void graphsKnowNeighbors() throws MPIException {
        int[] index = {2, 3, 4, 6};
        int[] edges = {1, 3, 0, 3, 0, 2};
        GraphComm graph = MPI.COMM_WORLD.createGraph(index, edges, false);
        assertThat(graph.getTopology()).isEqualTo(MPI.GRAPH);
        assertThat(graph.getNeighbors(0)).containsExactly(1, 3);
        assertThat(graph.getNeighbors(3)).containsExactly(0, 2);
        GraphParms parms = graph.getDims();
        assertThat(parms.getIndexCount()).isEqualTo(4);
        assertThat(parms.getIndex(1)).isEqualTo(3);
        assertThat(parms.getEdgeCount()).isEqualTo(6);
        assertThat(parms.getEdge(5)).isEqualTo(2);
        assertFails(MPI.ERR_TOPOLOGY, graph::getDistGraphNeighbors);
        assertFails(MPI.ERR_RANK, () -> graph.getNeighbors(4));
        assertFails(
                MPI.ERR_ARG, () -> MPI.COMM_WORLD.createGraph(new int[] {1}, new int[] {4}, false));
        assertFails(
                MPI.ERR_ARG, () -> MPI.COMM_WORLD.createGraph(new int[] {2, 1}, new int[2], false));
    }

    @Test
    void adjacentGraphsKnowTheirEdges() throws MPIException {
        int[] sources = {0, 3};
        int[] destinations = {2};
        int[] weights = {5, 6};
        GraphComm graph =
                MPI.COMM_WORLD.createDistGraphAdjacent(
                        sources, weights, destinations, new int[] {7}, MPI.INFO_NULL, false);
        assertThat(graph.getTopology()).isEqualTo(MPI.DIST_GRAPH);
        DistGraphNeighbors edges = graph.getDistGraphNeighbors();
        assertThat(edges.getInDegree()).isEqualTo(2);
        assertThat(edges.getOutDegree()).isEqualTo(1);
        assertThat(edges.isWeighted()).isTrue();
        assertThat(edges.getSource(1)).isEqualTo(3);
        assertThat(edges.getSourceWeight(1)).isEqualTo(6);
        assertThat(edges.getDestination(0)).isEqualTo(2);
        assertThat(edges.getDestinationWeight(0)).isEqualTo(7);
        assertFails(MPI.ERR_TOPOLOGY, graph::getDims);
        GraphComm plain =
                MPI.COMM_WORLD.createDistGraphAdjacent(sources, destinations, MPI.INFO_NULL, false);
        assertThat(plain.getDistGraphNeighbors().isWeighted()).isFalse();
        assertFails(
                MPI.ERR_ARG,
                () ->
                        MPI.COMM_WORLD.createDistGraphAdjacent(
                                new int[] {4}, destinations, MPI.INFO_NULL, false));
    }

    /**
     * What goes up arrives as what comes from below, also where both neighbours are one process.
     */
    @Test
    void tagsNameTheDirectionOfAMessage() {
        Grid grid = new Grid(new int[] {2, 3, 1}, new boolean[] {true, true, true});
        for (int rank = 0; rank < grid.size(); rank++) {
            Neighborhood around = grid.neighborhood(rank);
            for (int out = 0; out < around.outDegree(); out++) {
                int opposite = out ^ 1;
                Neighborhood there = grid.neighborhood(around.destinations()[out]);
                assertThat(there.sources()[opposite]).isEqualTo(rank);
                assertThat(there.sourceChannels()[opposite])
                        .isEqualTo(around.destinationChannels()[out]);
            }
            assertThat(around.sourceChannels()).doesNotHaveDuplicates();
            assertThat(around.destinationChannels()).doesNotHaveDuplicates();
        }
    }

    @Test
    void neighborCallsNeedATopology() {
        assertFails(
                MPI.ERR_TOPOLOGY,
                () ->
                        MPI.COMM_WORLD.neighborAllGather(
                                new int[1], 1, MPI.INT, new int[4], 1, MPI.INT));
    }

    @Test
    void sidesAreBalanced() throws MPIException {
        int[][] cases = {
            {6, 2, 3, 2},
            {7, 2, 7, 1},
            {72, 2, 9, 8},
            {12, 3, 3, 2, 2},
            {1, 2, 1, 1},
            {1024, 3, 16, 8, 8},
            {Integer.MAX_VALUE, 2, Integer.MAX_VALUE, 1} // a prime
        };
        for (int[] c : cases) {
            int[] dims = new int[c[1]];
            CartComm.createDims(c[0], dims);
            assertThat(dims).containsExactly(Arrays.copyOfRange(c, 2, c.length));
        }
        int[] fixed = {0, 3, 0};
        CartComm.createDims(12, fixed);
        assertThat(fixed).containsExactly(2, 3, 2);
        assertFails(MPI.ERR_DIMS, () -> CartComm.createDims(7, new int[] {2, 0}));
        assertFails(MPI.ERR_DIMS, () -> CartComm.createDims(7, new int[] {-1}));
        assertFails(MPI.ERR_DIMS, () -> CartComm.createDims(1, new int[0]));
        assertFails(MPI.ERR_DIMS, () -> CartComm.createDims(6, new int[] {3}));
    }

    @Property(tries = 300)
    void sidesMultiplyAndFall(
            @ForAll @IntRange(min = 1, max = 5000) int n,
            @ForAll @IntRange(min = 1, max = 4) int count) {
        int[] sides = new int[count];
        assertThat(Grid.balance(n, n, sides, 0)).isTrue();
        int product = 1;
        for (int i = 0; i < count; i++) {
            product *= sides[i];
            assertThat(i == 0 || sides[i] <= sides[i - 1]).isTrue();
        }
        assertThat(product).isEqualTo(n);
    }

    @Property(tries = 200)
    void coordinatesAndRanksAreInverse(
            @ForAll @IntRange(min = 1, max = 5) int a,
            @ForAll @IntRange(min = 1, max = 5) int b,
            @ForAll @IntRange(min = 1, max = 5) int c) {
        Grid grid = new Grid(new int[] {a, b, c}, new boolean[] {true, false, true});
        for (int rank = 0; rank < grid.size(); rank++) {
            assertThat(grid.rank(grid.coords(rank))).isEqualTo(rank);
            for (int d = 0; d < 3; d++) {
                int up = grid.neighbor(rank, d, 1);
                assertThat(up == MPI.PROC_NULL || grid.neighbor(up, d, -1) == rank).isTrue();
            }
        }
    }
}
