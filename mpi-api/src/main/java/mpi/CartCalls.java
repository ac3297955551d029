package mpi;

import org.strata.mca.pml.CommContext;

import java.util.Arrays;

/** Communicators whose processes form a grid (MPI 3.1 §7.5). */
final class CartCalls {
    private CartCalls() {}

    /** Makes a grid of the first processes; null for processes that are not in it. */
    static Communicator create(Communicator parent, int[] dims, boolean[] periods)
            throws MPIException {
        String call = "MPI_Cart_create";
        CommContext context = Checks.context(parent, call);
        Grid grid = Grid.of(parent, call, MPI.ERR_ARG, dims, periods);
        return CreationCalls.create(
                parent,
                call,
                CreationCalls.firstProcs(context, grid.size()),
                new Communicator(grid));
    }

    private static Grid grid(Communicator comm, String call) throws MPIException {
        Checks.runtime(comm, call);
        return (Grid) comm.topology();
    }

    static CartParms topology(Communicator comm) throws MPIException {
        Grid grid = grid(comm, "MPI_Cart_get");
        int[] coords = grid.coords(comm.context().rank());
        return new CartParms(grid.dims().clone(), grid.periods().clone(), coords);
    }

    static int rank(Communicator comm, int[] coords) throws MPIException {
        Grid grid = grid(comm, "MPI_Cart_rank");
        Checks.notNull(comm, "MPI_Cart_rank", "coordinates", coords);
        int rank = coords.length < grid.dims().length ? MPI.PROC_NULL : grid.rank(coords);
        if (rank == MPI.PROC_NULL) {
            String detail = Arrays.toString(coords) + " is not in " + grid;
            throw Errors.raise(comm, MPI.ERR_ARG, "MPI_Cart_rank", detail);
        }
        return rank;
    }

    static int[] coords(Communicator comm, int rank) throws MPIException {
        Grid grid = grid(comm, "MPI_Cart_coords");
        if (rank < 0 || rank >= comm.context().size()) {
            String detail = "rank " + rank + " is not in " + grid;
            throw Errors.raise(comm, MPI.ERR_RANK, "MPI_Cart_coords", detail);
        }
        return grid.coords(rank);
    }

    static ShiftParms shift(Communicator comm, int direction, int disp) throws MPIException {
        Grid grid = grid(comm, "MPI_Cart_shift");
        if (direction < 0 || direction >= grid.dims().length) {
            String detail = grid + " has no dimension " + direction;
            throw Errors.raise(comm, MPI.ERR_DIMS, "MPI_Cart_shift", detail);
        }
        int rank = comm.context().rank();
        int source = grid.neighbor(rank, direction, -(long) disp);
        return new ShiftParms(source, grid.neighbor(rank, direction, disp));
    }

    /** Makes grids of fewer dimensions; returns the one that this process is in. */
    static Communicator sub(Communicator comm, boolean[] remainDims) throws MPIException {
        String call = "MPI_Cart_sub";
        Grid grid = grid(comm, call);
        Checks.notNull(comm, call, "choices of dimensions", remainDims);
        if (remainDims.length < grid.dims().length) {
            String detail = remainDims.length + " choices for " + grid;
            throw Errors.raise(comm, MPI.ERR_DIMS, call, detail);
        }
        int[] coords = grid.coords(comm.context().rank());
        Grid kept = grid.part(remainDims, true);
        Grid dropped = grid.part(remainDims, false);
        int colour = dropped.rank(grid.select(coords, remainDims, false));
        int key = kept.rank(grid.select(coords, remainDims, true));
        return CreationCalls.split(comm, call, colour, key, kept);
    }

    /** Returns this process's rank in a grid, UNDEFINED if it would not be in it. */
    static int map(Communicator comm, int[] dims, boolean[] periods) throws MPIException {
        int rank = Checks.context(comm, "MPI_Cart_map").rank();
        Grid other = Grid.of(comm, "MPI_Cart_map", MPI.ERR_DIMS, dims, periods);
        return rank < other.size() ? rank : MPI.UNDEFINED;
    }

    /** Chooses the sides that are 0, as equal as possible and falling. */
    static void createDims(int nnodes, int[] dims) throws MPIException {
        MpiRuntime.current();
        Checks.notNull(null, "MPI_Dims_create", "dims", dims);
        if (dims.length == 0) {
            throw badDims("a grid has one dimension or more");
        }
        int rest = nnodes;
        int open = 0;
        for (int dim : dims) {
            if (dim < 0 || nnodes <= 0 || (dim > 0 && rest % dim != 0)) {
                throw badDims(Arrays.toString(dims) + " does not fit " + nnodes + " processes");
            }
            rest = dim > 0 ? rest / dim : rest;
            open += dim == 0 ? 1 : 0;
        }
        if (open == 0 && rest != 1) {
            throw badDims(Arrays.toString(dims) + " is not " + nnodes + " processes");
        }
        int[] sides = new int[open];
        if (open > 0) {
            Grid.balance(rest, rest, sides, 0);
        }
        int next = 0;
        for (int i = 0; i < dims.length; i++) {
            dims[i] = dims[i] == 0 ? sides[next++] : dims[i];
        }
    }

    private static MPIException badDims(String detail) {
        return Errors.raise(null, MPI.ERR_DIMS, "MPI_Dims_create", detail);
    }
}
