package mpi;

import java.util.Arrays;

/**
 * A communicator whose processes form a grid (MPI 3.1 §7.5), row-major: the last dimension runs.
 */
public final class CartComm extends Intracomm {
    private final Grid grid;

    /** Makes a null communicator that will be this grid. */
    CartComm(Grid grid) {
        this.grid = grid;
    }

    @Override
    Comm blank() {
        return new CartComm(grid);
    }

    @Override
    int topology() {
        return MPI.CART;
    }

    @Override
    Neighborhood neighborhood() {
        return grid.neighborhood(context().rank());
    }

    @Override
    @SuppressWarnings("MissingSuperCall") // A duplicate has its own context.
    public CartComm clone() {
        return (CartComm) super.clone();
    }

    @Override
    public CartComm dup() throws MPIException {
        return (CartComm) super.dup();
    }

    @Override
    public CartComm iDup() throws MPIException {
        return (CartComm) super.iDup();
    }

    @Override
    public CartComm dupWithInfo(Info info) throws MPIException {
        return (CartComm) super.dupWithInfo(info);
    }

    /** Returns the grid's shape and this process's place (MPI_Cart_get). */
    public CartParms getTopo() throws MPIException {
        library("MPI_Cart_get");
        int[] coords = grid.coords(context().rank());
        return new CartParms(grid.dims().clone(), grid.periods().clone(), coords);
    }

    /**
     * Returns the rank at a place (MPI_Cart_rank).
     *
     * @param coords coordinates; in periodic dimensions any, taken modulo the dimension
     * @throws MPIException ERR_ARG if a coordinate is outside of a dimension that is not periodic
     */
    public int getRank(int[] coords) throws MPIException {
        library("MPI_Cart_rank");
        int rank = coords.length < grid.dims().length ? MPI.PROC_NULL : grid.rank(coords);
        if (rank == MPI.PROC_NULL) {
            String detail = Arrays.toString(coords) + " is not in " + grid;
            throw Errors.raise(this, MPI.ERR_ARG, "MPI_Cart_rank", detail);
        }
        return rank;
    }

    /**
     * Returns a rank's coordinates (MPI_Cart_coords).
     *
     * @throws MPIException ERR_RANK
     */
    public int[] getCoords(int rank) throws MPIException {
        library("MPI_Cart_coords");
        if (rank < 0 || rank >= context().size()) {
            String detail = "rank " + rank + " is not in " + grid;
            throw Errors.raise(this, MPI.ERR_RANK, "MPI_Cart_coords", detail);
        }
        return grid.coords(rank);
    }

    /**
     * Returns the neighbours along a dimension (MPI_Cart_shift, MPI 3.1 §7.5.6).
     *
     * @param direction dimension, from 0
     * @param disp steps to the one to send to; the one to receive from is as far on the other side
     * @throws MPIException ERR_DIMS if there is no such dimension
     */
    public ShiftParms shift(int direction, int disp) throws MPIException {
        library("MPI_Cart_shift");
        if (direction < 0 || direction >= grid.dims().length) {
            String detail = grid + " has no dimension " + direction;
            throw Errors.raise(this, MPI.ERR_DIMS, "MPI_Cart_shift", detail);
        }
        int rank = context().rank();
        int source = grid.neighbor(rank, direction, -disp);
        return new ShiftParms(source, grid.neighbor(rank, direction, disp));
    }

    /**
     * Makes grids of fewer dimensions (MPI_Cart_sub, MPI 3.1 §7.5.7); collective.
     *
     * @param remainDims which dimensions the new grids keep
     * @return the one that this process is in
     */
    public CartComm sub(boolean[] remainDims) throws MPIException {
        library("MPI_Cart_sub");
        if (remainDims.length < grid.dims().length) {
            String detail = remainDims.length + " choices for " + grid;
            throw Errors.raise(this, MPI.ERR_DIMS, "MPI_Cart_sub", detail);
        }
        int[] coords = grid.coords(context().rank());
        Grid kept = grid.part(remainDims, true);
        Grid dropped = grid.part(remainDims, false);
        int colour = dropped.rank(grid.select(coords, remainDims, false));
        int key = kept.rank(grid.select(coords, remainDims, true));
        return splitInto("MPI_Cart_sub", colour, key, new CartComm(kept));
    }

    /**
     * Returns the rank that this process would have in a grid (MPI_Cart_map, MPI 3.1 §7.5.8).
     *
     * @return {@link MPI#UNDEFINED} if it would not be in it
     */
    public int map(int[] dims, boolean[] periods) throws MPIException {
        library("MPI_Cart_map");
        Grid other = Grid.of(this, "MPI_Cart_map", dims, periods);
        return context().rank() < other.size() ? context().rank() : MPI.UNDEFINED;
    }

    /**
     * Chooses the sides of a grid, as equal as possible and falling (MPI_Dims_create, MPI 3.1
     * §7.5.2).
     *
     * @param nnodes number of processes
     * @param dims sides; those that are 0 are chosen, the others are kept
     * @throws MPIException ERR_DIMS if a side is negative or the given ones do not divide {@code
     *     nnodes}
     */
    public static void createDims(int nnodes, int[] dims) throws MPIException {
        MPI.check();
        int rest = nnodes;
        int open = 0;
        for (int dim : dims) {
            if (dim < 0 || nnodes <= 0 || (dim > 0 && rest % dim != 0)) {
                String detail = Arrays.toString(dims) + " does not fit " + nnodes + " processes";
                throw Errors.raise(null, MPI.ERR_DIMS, "MPI_Dims_create", detail);
            }
            rest = dim > 0 ? rest / dim : rest;
            open += dim == 0 ? 1 : 0;
        }
        if (open == 0 && rest != 1) {
            String detail = Arrays.toString(dims) + " is not " + nnodes + " processes";
            throw Errors.raise(null, MPI.ERR_DIMS, "MPI_Dims_create", detail);
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
}
