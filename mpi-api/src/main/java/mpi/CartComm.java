package mpi;

/**
 * A communicator whose processes form a grid (MPI 3.1 §7.5). Ranks are in row-major order: the last
 * coordinate varies fastest.
 */
public final class CartComm extends Intracomm {
    CartComm(Communicator comm) {
        super(comm);
    }

    private CartComm(Communicator comm, Request opening) {
        super(comm, opening);
    }

    @Override
    @SuppressWarnings("MissingSuperCall") // A duplicate has its own context.
    public CartComm clone() {
        return (CartComm) super.clone();
    }

    @Override
    public CartComm dup() throws MPIException {
        return new CartComm(DuplicationCalls.dup(comm));
    }

    @Override
    public CartComm iDup() throws MPIException {
        Communicator made = DuplicationCalls.heir(comm);
        return new CartComm(made, DuplicationCalls.begin(comm, made));
    }

    @Override
    public CartComm dupWithInfo(Info info) throws MPIException {
        return new CartComm(DuplicationCalls.dupWithInfo(comm, info));
    }

    /** Returns the grid's shape and this process's coordinates (MPI_Cart_get, MPI 3.1 §7.5.5). */
    public CartParms getTopo() throws MPIException {
        return CartCalls.topology(comm);
    }

    /**
     * Returns the rank at given coordinates (MPI_Cart_rank, MPI 3.1 §7.5.5).
     *
     * @param coords coordinates; in periodic dimensions taken modulo the dimension's size
     * @throws MPIException ERR_ARG if a coordinate is outside of a dimension that is not periodic
     */
    public int getRank(int[] coords) throws MPIException {
        return CartCalls.rank(comm, coords);
    }

    /**
     * Returns a rank's coordinates (MPI_Cart_coords, MPI 3.1 §7.5.5).
     *
     * @throws MPIException ERR_RANK
     */
    public int[] getCoords(int rank) throws MPIException {
        return CartCalls.coords(comm, rank);
    }

    /**
     * Returns the neighbours along a dimension (MPI_Cart_shift, MPI 3.1 §7.5.6).
     *
     * @param direction dimension, from 0
     * @param disp steps to the rank to send to; the rank to receive from is as many steps in the
     *     other direction
     * @throws MPIException ERR_DIMS if there is no such dimension
     */
    public ShiftParms shift(int direction, int disp) throws MPIException {
        return CartCalls.shift(comm, direction, disp);
    }

    /**
     * Makes grids of fewer dimensions (MPI_Cart_sub, MPI 3.1 §7.5.7); collective.
     *
     * @param remainDims which dimensions the new grids keep
     * @return the one that this process is in
     */
    public CartComm sub(boolean[] remainDims) throws MPIException {
        return new CartComm(CartCalls.sub(comm, remainDims));
    }

    /**
     * Returns the rank that this process would have in a grid (MPI_Cart_map, MPI 3.1 §7.5.8).
     *
     * @return {@link MPI#UNDEFINED} if it would not be in it
     */
    public int map(int[] dims, boolean[] periods) throws MPIException {
        return CartCalls.map(comm, dims, periods);
    }

    /**
     * Chooses the sides of a grid: as equal as possible, in descending order (MPI_Dims_create, MPI
     * 3.1 §7.5.2).
     *
     * @param nnodes number of processes
     * @param dims sides; those that are 0 are chosen, the others are kept
     * @throws MPIException ERR_DIMS if there is no side, if one is negative, or if the given ones
     *     do not divide {@code nnodes}
     */
    public static void createDims(int nnodes, int[] dims) throws MPIException {
        CartCalls.createDims(nnodes, dims);
    }
}
