package mpi;

/** The shape of a Cartesian topology, as {@link CartComm#getTopo} returns it (MPI 3.1 §7.5.5). */
public final class CartParms {
    private final int[] dims;
    private final boolean[] periods;
    private final int[] coords;

    CartParms(int[] dims, boolean[] periods, int[] coords) {
        this.dims = dims;
        this.periods = periods;
        this.coords = coords;
    }

    /** Returns the number of dimensions. */
    public int getDimCount() {
        return dims.length;
    }

    /** Returns the number of processes along dimension {@code i}. */
    public int getDim(int i) {
        return dims[i];
    }

    /** Returns whether dimension {@code i} closes to a ring. */
    public boolean getPeriod(int i) {
        return periods[i];
    }

    /** Returns this process's coordinate in dimension {@code i}. */
    public int getCoord(int i) {
        return coords[i];
    }
}
