import mpi.CartParms;
import mpi.Cartcomm;
import mpi.Comm;
import mpi.GraphParms;
import mpi.Graphcomm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.ShiftParms;

import java.util.Arrays;

/** Groups, communicators, topologies, inter-communicators. */
class EveryCommunicator extends EveryMethod {
    // ---- Groups, communicators, topologies

    static void groups() throws Exception {
        Group all = comm.Group();
        check(all.Size() == size && all.Rank() == rank, "group");
        Group first = all.Incl(new int[] {0});
        Group others = all.Excl(new int[] {0});
        check(first.Size() == 1 && others.Size() == size - 1, "Incl, Excl");
        check(first.Rank() == (rank == 0 ? 0 : MPI.UNDEFINED), "Rank");
        check(Group.Compare(Group.Union(first, others), all) == MPI.IDENT, "Union");
        check(Group.Compare(Group.Difference(all, first), others) == MPI.IDENT, "Difference");
        check(Group.Intersection(first, others).Size() == 0, "Intersection");
        check(Group.Compare(MPI.GROUP_EMPTY, first) == MPI.UNEQUAL, "empty group");
        Group backwards = all.Range_incl(new int[][] {{size - 1, 0, -1}});
        int expected = size == 1 ? MPI.IDENT : MPI.SIMILAR;
        check(Group.Compare(backwards, all) == expected, "backwards");
        check(all.Range_excl(new int[][] {{0, size - 1, 1}}).Size() == 0, "Range_excl");
        int[] ranks = Group.Translate_ranks(all, new int[] {0, size - 1}, backwards);
        check(ranks[0] == size - 1 && ranks[1] == 0, "Translate_ranks");
        Intracomm made = comm.Create(backwards);
        check(made.Rank() == size - 1 - rank, "Create");
        check(Comm.Compare(made, comm) == (size == 1 ? MPI.CONGRUENT : MPI.SIMILAR), "order");
        Object[] text = {"to " + made.Rank()};
        made.Bcast(text, 0, 1, MPI.OBJECT, 0);
        // Large objects go by ranks in MPI.COMM_WORLD.
        Object[] box = {new Box(made.Rank(), 3000)};
        int next = (made.Rank() + 1) % size;
        int before = (made.Rank() + size - 1) % size;
        made.Sendrecv_replace(box, 0, 1, MPI.OBJECT, next, 0, before, 0);
        check(box[0].equals(new Box(before, 3000)), "objects in another order");
        made.Free();
        check((comm.Create(first) == null) == (rank != 0), "null for others");
        first.finalize();
        first.free();
        fails("MPI_ERR_GROUP", () -> first.Size());
    }

    static void communicators() throws Exception {
        Intracomm twin = (Intracomm) comm.clone();
        check(Comm.Compare(twin, comm) == MPI.CONGRUENT, "clone");
        check(Comm.Compare(comm, comm) == MPI.IDENT, "identical");
        check(!twin.Test_inter() && twin.Topo_test() == MPI.UNDEFINED, "kind");
        check(twin.Errhandler_get() == MPI.ERRORS_RETURN, "errors of a clone");
        // Messages stay on their communicator.
        Request here = comm.Irecv(new int[1], 0, 1, MPI.INT, left, 30);
        int[] there = new int[1];
        twin.Sendrecv(new int[] {5}, 0, 1, MPI.INT, right, 30, there, 0, 1, MPI.INT, left, 30);
        check(there[0] == 5 && here.Test() == null, "contexts");
        twin.Barrier();
        comm.Send(there, 0, 1, MPI.INT, right, 30);
        here.Wait();
        Intracomm half = comm.Split(rank % 2, -rank);
        check(half.Size() == (size + 1 - rank % 2) / 2, "Split");
        twin.Free();
        check(twin.Is_null() && !comm.Is_null(), "Free");
        fails("MPI_ERR_COMM", () -> twin.Barrier());
    }

    static void topologies() throws Exception {
        int[] dims = {0, 0};
        Cartcomm.Dims_create(size, dims);
        check(dims[0] * dims[1] == size && dims[0] >= dims[1], "Dims_create");
        Cartcomm grid = comm.Create_cart(dims, new boolean[] {true, false}, false);
        CartParms parms = grid.Get();
        check(Arrays.equals(parms.dims, dims) && parms.periods[0] && !parms.periods[1], "Get");
        check(grid.Topo_test() == MPI.CART, "Cartcomm");
        check(grid.Rank(parms.coords) == grid.Rank(), "Rank");
        check(Arrays.equals(grid.Coords(grid.Rank()), parms.coords), "Coords");
        ShiftParms shift = grid.Shift(0, 1);
        int[] from = {-1};
        grid.Sendrecv(
                new int[] {rank},
                0,
                1,
                MPI.INT,
                shift.rank_dest,
                0,
                from,
                0,
                1,
                MPI.INT,
                shift.rank_source,
                0);
        check(from[0] == shift.rank_source, "Shift");
        boolean edge = parms.coords[1] == 0;
        check((grid.Shift(1, 1).rank_source == MPI.PROC_NULL) == edge, "edge");
        Cartcomm line = grid.Sub(new boolean[] {true, false});
        check(line.Size() == dims[0] && line.Get().dims.length == 1, "Sub");
        check(grid.Map(dims, new boolean[2]) == rank, "Map");
        Cartcomm twin = (Cartcomm) grid.clone();
        check(Arrays.equals(twin.Get().dims, dims), "clone");
        Cartcomm small = comm.Create_cart(new int[] {1}, new boolean[1], true);
        check((small == null) == (rank != 0), "null outside of the grid");
        int[] index = new int[size];
        int[] edges = new int[2 * size];
        for (int i = 0; i < size; i++) {
            index[i] = 2 * (i + 1);
            edges[2 * i] = (i + size - 1) % size;
            edges[2 * i + 1] = (i + 1) % size;
        }
        Graphcomm ring = comm.Create_graph(index, edges, false);
        GraphParms graph = ring.Get();
        check(Arrays.equals(graph.index, index) && Arrays.equals(graph.edges, edges), "graph");
        check(ring.Topo_test() == MPI.GRAPH, "Graphcomm");
        check(Arrays.equals(ring.Neighbours(rank), new int[] {left, right}), "Neighbours");
        check(ring.Map(index, edges) == rank, "Map of a graph");
        Graphcomm another = (Graphcomm) ring.clone();
        check(another.Get().edges.length == 2 * size, "clone of a graph");
    }

    // ---- Inter-communicators

    static void interCommunicators() throws Exception {
        Intracomm half = comm.Split(rank % 2, rank);
        Intercomm inter = comm.Create_intercomm(half, 0, 1 - rank % 2, 50);
        int remote = inter.Remote_size();
        check(inter.Test_inter() && remote == (size + rank % 2) / 2, "Remote_size");
        check(inter.Remote_group().Size() == remote && inter.Rank() == half.Rank(), "groups");
        if (inter.Rank() < remote && inter.Rank() < inter.Size()) {
            Object[] box = {new Box(rank, 6000)};
            inter.Sendrecv_replace(box, 0, 1, MPI.OBJECT, inter.Rank(), 0, inter.Rank(), 0);
            check(box[0].equals(new Box(rank ^ 1, 6000)), "objects between groups");
        }
        Intercomm twin = (Intercomm) inter.clone();
        Intracomm merged = twin.Merge(rank % 2 == 1);
        check(merged.Size() == size, "Merge");
        check((merged.Rank() < (size + 1) / 2) == (rank % 2 == 0), "high");
        merged.Free();
        twin.Free();
        inter.Free();
        half.Free();
    }
}
