package mpi;

/** A communicator whose processes are the places of a grid. */
public class Cartcomm extends Intracomm {
    private final org.strata.mpi.CartComm cart;

    Cartcomm(org.strata.mpi.CartComm core) {
        super(core);
        this.cart = core;
    }

    @Override
    @SuppressWarnings("MissingSuperCall") // A duplicate has its own context.
    public Object clone() throws MPIException {
        return new Cartcomm(Core.get(cart::dup));
    }

    /** Returns the grid. */
    public CartParms Get() throws MPIException {
        org.strata.mpi.CartParms found = Core.get(cart::getTopo);
        CartParms parms = new CartParms();
        int count = found.getDimCount();
        parms.dims = new int[count];
        parms.periods = new boolean[count];
        parms.coords = new int[count];
        for (int i = 0; i < count; i++) {
            parms.dims[i] = found.getDim(i);
            parms.periods[i] = found.getPeriod(i);
            parms.coords[i] = found.getCoord(i);
        }
        return parms;
    }

    /** Returns the rank of a place. */
    public int Rank(int[] coords) throws MPIException {
        return Core.get(() -> cart.getRank(coords));
    }

    /** Returns the place of a rank. */
    public int[] Coords(int rank) throws MPIException {
        return Core.get(() -> cart.getCoords(rank));
    }

    /** Returns the neighbours along a dimension for a shift of data. */
    public ShiftParms Shift(int direction, int disp) throws MPIException {
        org.strata.mpi.ShiftParms found = Core.get(() -> cart.shift(direction, disp));
        ShiftParms parms = new ShiftParms();
        parms.rank_source = Numbers.rank(found.getRankSource());
        parms.rank_dest = Numbers.rank(found.getRankDest());
        return parms;
    }

    /** Makes communicators of the sub-grids that keep some dimensions; collective. */
    public Cartcomm Sub(boolean[] remain_dims) throws MPIException {
        return new Cartcomm(Core.get(() -> cart.sub(remain_dims)));
    }

    /** Returns the rank that this process would have in a grid. */
    public int Map(int[] dims, boolean[] periods) throws MPIException {
        return Numbers.rank(Core.get(() -> cart.map(dims, periods)));
    }

    /** Chooses the dimensions that are 0 so that the grid has a number of places. */
    public static void Dims_create(int nnodes, int[] dims) throws MPIException {
        Core.run(() -> org.strata.mpi.CartComm.createDims(nnodes, dims));
    }
}
