package org.strata.tests.system.api;

import mpi.CartComm;
import mpi.Comm;
import mpi.Datatype;
import mpi.DistGraphNeighbors;
import mpi.GraphComm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.ShiftParms;

import java.util.Arrays;

/** Topologies and their collectives, and the rarer ways to make communicators. */
final class TopologyProgram {
    private final Intracomm world = MPI.COMM_WORLD;
    private final int rank = world.getRank();
    private final int size = world.getSize();

    private TopologyProgram() throws MPIException {}

    static void run() throws MPIException {
        TopologyProgram program = new TopologyProgram();
        program.ring();
        program.grid();
        program.graph();
        program.distributedGraph();
        program.allToAllw();
        program.groupsOnTheirOwn();
        program.sharedMemory();
        program.nonBlockingDuplicates();
        program.attributes();
    }

    /** A ring of any size, also of one and two, where both neighbours are the same. */
    private void ring() throws MPIException {
        CartComm ring = world.createCart(new int[] {size}, new boolean[] {true}, false);
        int left = (rank + size - 1) % size;
        int right = (rank + 1) % size;
        ShiftParms shift = ring.shift(0, 1);
        Check.equal(shift.getRankSource(), left, "source");
        Check.equal(shift.getRankDest(), right, "destination");
        int[] in = new int[2];
        int[] out = {10 * rank, 10 * rank + 1};
        ring.neighborAllToAll(out, 1, MPI.INT, in, 1, MPI.INT);
        Check.equal(in, new int[] {10 * left + 1, 10 * right}, "neighborAllToAll");
        ring.neighborAllGather(new int[] {rank}, 1, MPI.INT, in, 1, MPI.INT);
        Check.equal(in, new int[] {left, right}, "neighborAllGather");
        ring.free();
    }

    private void grid() throws MPIException {
        int[] dims = new int[2];
        CartComm.createDims(size, dims);
        CartComm grid = world.createCart(dims, new boolean[] {false, true}, true);
        int[] at = grid.getCoords(rank);
        Check.equal(grid.getRank(at), rank, "place");
        int[] in = {-1, -1, -1, -1};
        grid.neighborAllGatherv(
                new int[] {rank},
                1,
                MPI.INT,
                in,
                new int[] {1, 1, 1, 1},
                new int[] {3, 2, 1, 0},
                MPI.INT);
        Check.equal(in[3], at[0] == 0 ? -1 : rank - dims[1], "above");
        Check.equal(in[2], at[0] == dims[0] - 1 ? -1 : rank + dims[1], "below");
        Check.equal(in[1], grid.getRank(new int[] {at[0], at[1] - 1}), "left");
        Check.equal(in[0], grid.getRank(new int[] {at[0], at[1] + 1}), "right");
        CartComm row = grid.sub(new boolean[] {false, true});
        Check.equal(row.getSize(), dims[1], "row");
        Check.equal(row.getRank(), at[1], "column");
        int[] sum = {1};
        row.allReduce(sum, 1, MPI.INT, MPI.SUM);
        Check.equal(sum[0], dims[1], "sum in the row");
        row.free();
        grid.dup().free();
        grid.free();
    }

    /** Everybody knows rank 0, and rank 0 knows everybody. */
    private void graph() throws MPIException {
        int[] index = new int[size];
        int[] edges = new int[2 * (size - 1)];
        for (int r = 0; r < size; r++) {
            index[r] = r == 0 ? size - 1 : index[r - 1] + 1;
            if (r > 0) {
                edges[r - 1] = r;
            }
        }
        GraphComm star = world.createGraph(index, edges, false);
        int[] in = new int[size];
        star.neighborAllGather(new int[] {rank}, 1, MPI.INT, in, 1, MPI.INT);
        for (int i = 0; i < star.getNeighbors(rank).length; i++) {
            Check.equal(in[i], star.getNeighbors(rank)[i], "neighbour");
        }
        star.free();
    }

    /** Rank r tells of the edges from r + 1 to r + 2 (weight r) and to itself. */
    private void distributedGraph() throws MPIException {
        int from = (rank + 1) % size;
        int to = (rank + 2) % size;
        GraphComm graph =
                world.createDistGraph(
                        new int[] {from},
                        new int[] {2},
                        new int[] {to, from},
                        new int[] {rank, 100},
                        MPI.INFO_NULL,
                        false);
        DistGraphNeighbors edges = graph.getDistGraphNeighbors();
        Check.equal(edges.getInDegree(), 2, "in");
        Check.equal(edges.getOutDegree(), 2, "out");
        int left = (rank + size - 1) % size;
        Check.equal(edges.getDestination(0), (rank + 1) % size, "destination");
        Check.equal(edges.getDestinationWeight(0), left, "weight");
        int[] in = new int[2];
        int[] one = {1, 1};
        int[] out = {1000 + rank, 2000 + rank};
        int[] places = {0, 1};
        graph.neighborAllToAllv(out, one, places, MPI.INT, in, one, places, MPI.INT);
        int[] sorted = in.clone();
        Arrays.sort(sorted);
        Check.equal(sorted, new int[] {1000 + left, 2000 + rank}, "along the edges");
        GraphComm plain =
                world.createDistGraphAdjacent(
                        new int[] {left}, new int[] {from}, MPI.INFO_NULL, false);
        plain.neighborAllGather(new int[] {rank}, 1, MPI.INT, in, 1, MPI.INT);
        Check.equal(in[0], left, "adjacent");
        plain.free();
        graph.free();
    }

    /** Ints to even ranks, every second one of doubles to odd ones. */
    private void allToAllw() throws MPIException {
        Datatype every2 = Datatype.createVector(3, 1, 2, MPI.DOUBLE);
        every2.commit();
        Datatype[] sendTypes = new Datatype[size];
        Datatype[] recvTypes = new Datatype[size];
        int[] counts = new int[size];
        int[] recvCounts = new int[size];
        int[] displs = new int[size];
        double[] out = new double[6 * size];
        for (int r = 0; r < size; r++) {
            displs[r] = 48 * r;
            sendTypes[r] = r % 2 == 0 ? MPI.DOUBLE : every2;
            counts[r] = r % 2 == 0 ? 3 : 1;
            recvTypes[r] = MPI.DOUBLE;
            recvCounts[r] = 3;
            for (int i = 0; i < 6; i++) {
                out[6 * r + i] = 100 * rank + 10 * r + i;
            }
        }
        double[] in = new double[6 * size];
        world.allToAllw(out, counts, displs, sendTypes, in, recvCounts, displs, recvTypes);
        for (int r = 0; r < size; r++) {
            for (int i = 0; i < 3; i++) {
                double expected = 100 * r + 10 * rank + (rank % 2 == 0 ? i : 2 * i);
                Check.equal(in[6 * r + i], expected, "allToAllw");
                Check.equal(in[6 * r + 3 + i], 0.0, "gap");
            }
        }
        every2.free();
    }

    private void groupsOnTheirOwn() throws MPIException {
        int half = (size + 1) / 2;
        boolean low = rank < half;
        int[][] ranges = {{low ? 0 : half, low ? half - 1 : size - 1, 1}};
        for (int i = 0; i < 20; i++) {
            int tag = i < 10 ? i : Integer.MAX_VALUE - (1 << i);
            Intracomm mine = world.createGroup(world.getGroup().rangeIncl(ranges), tag);
            int[] sum = {1};
            mine.allReduce(sum, 1, MPI.INT, MPI.SUM);
            Check.equal(sum[0], low ? half : size - half, "half");
            if (i % 2 == 0) {
                mine.free();
            }
        }
    }

    private void sharedMemory() throws MPIException {
        Intracomm node = world.splitType(Comm.TYPE_SHARED, rank, MPI.INFO_NULL);
        Check.equal(Comm.compare(node, world), MPI.CONGRUENT, "all on one node");
        Check.that(world.splitType(MPI.UNDEFINED, 0, MPI.INFO_NULL).isNull(), "none");
        node.free();
    }

    private void nonBlockingDuplicates() throws MPIException {
        Intracomm[] copies = new Intracomm[5];
        Request[] requests = new Request[copies.length];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = world.iDup();
            requests[i] = copies[i].getRequest();
            world.dup().free();
        }
        Request.waitAll(requests);
        for (Intracomm copy : copies) {
            int[] sum = {rank};
            copy.allReduce(sum, 1, MPI.INT, MPI.SUM);
            Check.equal(sum[0], size * (size - 1) / 2, "sum in the copy");
        }
        Intracomm other = world.split(0, -rank);
        Intracomm first = rank % 2 == 0 ? world.iDup() : other.iDup();
        Intracomm second = rank % 2 == 0 ? other.iDup() : world.iDup();
        second.getRequest().waitFor();
        first.getRequest().waitFor();
        Check.equal(first.getSize(), size, "either order");
        first.free();
        second.free();
        for (Intracomm copy : copies) {
            copy.free();
        }
    }

    private void attributes() throws MPIException {
        int key = Comm.createKeyval();
        Intracomm copy = world.dup();
        copy.setAttr(key, new int[] {rank});
        Check.equal(copy.dup().getAttr(key), new int[] {rank}, "attribute of a duplicate");
        Check.that((int) world.getAttr(MPI.TAG_UB) >= 32767, "largest tag");
        Check.equal(MPI.INFO_ENV.get("ompi_np"), Integer.toString(size), "INFO_ENV");
    }
}
