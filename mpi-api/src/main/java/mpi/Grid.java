package mpi;

import org.strata.mca.pml.ReservedTags;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A Cartesian arrangement of ranks, row-major (MPI 3.1 §7.5). */
record Grid(int[] dims, boolean[] periods) implements CommTopology {
    /**
     * Makes a grid of checked arguments, which are copied.
     *
     * @param tooLarge class of the error that there are more places than processes
     */
    static Grid of(Communicator comm, String call, int tooLarge, int[] dims, boolean[] periods)
            throws MPIException {
        Checks.notNull(comm, call, "dims", dims);
        Checks.notNull(comm, call, "periods", periods);
        if (periods.length < dims.length) {
            String detail = periods.length + " periods for " + dims.length + " dimensions";
            throw Errors.raise(comm, MPI.ERR_ARG, call, detail);
        }
        if (dims.length > ReservedTags.PAIRWISE.count() / 2) {
            throw Errors.raise(comm, MPI.ERR_DIMS, call, dims.length + " dimensions are too many");
        }
        Grid grid = new Grid(dims.clone(), Arrays.copyOf(periods, dims.length));
        long size = 1;
        for (int dim : dims) {
            size *= Math.max(0, dim);
            if (size <= 0 || size > comm.context().size()) {
                String detail = grid + " does not fit " + comm.context().size() + " processes";
                throw Errors.raise(comm, size > 0 ? tooLarge : MPI.ERR_DIMS, call, detail);
            }
        }
        return grid;
    }

    /** Returns the number of places. */
    int size() {
        int size = 1;
        for (int dim : dims) {
            size *= dim;
        }
        return size;
    }

    int[] coords(int rank) {
        int[] coords = new int[dims.length];
        int rest = rank;
        for (int d = dims.length - 1; d >= 0; d--) {
            coords[d] = rest % dims[d];
            rest /= dims[d];
        }
        return coords;
    }

    /** Returns the rank at a place, PROC_NULL beyond a border. */
    int rank(int[] coords) {
        int rank = 0;
        for (int d = 0; d < dims.length; d++) {
            int at = coords[d];
            if (at < 0 || at >= dims[d]) {
                if (!periods[d]) {
                    return MPI.PROC_NULL;
                }
                at = Math.floorMod(at, dims[d]);
            }
            rank = rank * dims[d] + at;
        }
        return rank;
    }

    /** Returns the rank some steps away in a dimension, PROC_NULL beyond a border. */
    int neighbor(int rank, int dimension, long steps) {
        int[] coords = coords(rank);
        long at = (long) coords[dimension] + steps;
        if (!periods[dimension] && (at < 0 || at >= dims[dimension])) {
            return MPI.PROC_NULL;
        }
        coords[dimension] = Math.floorMod(at, dims[dimension]);
        return rank(coords);
    }

    /** Returns the grid of the dimensions whose choice is {@code wanted}. */
    Grid part(boolean[] choice, boolean wanted) {
        boolean[] some = new boolean[dims.length];
        int count = 0;
        for (int d = 0; d < dims.length; d++) {
            if (choice[d] == wanted) {
                some[count++] = periods[d];
            }
        }
        return new Grid(select(dims, choice, wanted), Arrays.copyOf(some, count));
    }

    /** Returns the values of the dimensions whose choice is {@code wanted}. */
    int[] select(int[] values, boolean[] choice, boolean wanted) {
        int[] some = new int[dims.length];
        int count = 0;
        for (int d = 0; d < dims.length; d++) {
            if (choice[d] == wanted) {
                some[count++] = values[d];
            }
        }
        return Arrays.copyOf(some, count);
    }

    @Override
    public int kind() {
        return MPI.CART;
    }

    /**
     * Returns the neighbours: below and above in each dimension. A message's channel is its
     * direction, so that it matches the right block also where both neighbours are one process.
     */
    @Override
    public Neighborhood neighborhood(int rank) {
        int[] ranks = new int[2 * dims.length];
        int[] out = new int[ranks.length];
        int[] in = new int[ranks.length];
        for (int d = 0; d < dims.length; d++) {
            int down = 2 * d;
            int up = down + 1;
            ranks[down] = neighbor(rank, d, -1);
            out[down] = down;
            in[down] = up;
            ranks[up] = neighbor(rank, d, 1);
            out[up] = up;
            in[up] = down;
        }
        return new Neighborhood(ranks, in, ranks, out, Math.max(1, ranks.length));
    }

    /**
     * Fills {@code sides} from {@code first} on with falling factors of {@code n}, none above
     * {@code most}, the largest as small as possible; returns whether there are such.
     */
    static boolean balance(int n, int most, int[] sides, int first) {
        int left = sides.length - first;
        if (left == 1) {
            sides[first] = n;
            return n <= most;
        }
        int least = (int) Math.ceil(Math.pow(n, 1.0 / left) - 1e-9);
        for (int side : divisors(n)) {
            if (side >= least && side <= most) {
                sides[first] = side;
                if (balance(n / side, side, sides, first + 1)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns the divisors of {@code n} in rising order, by as many trials as its root. */
    private static int[] divisors(int n) {
        List<Integer> small = new ArrayList<>();
        List<Integer> large = new ArrayList<>();
        for (int d = 1; d <= n / d; d++) {
            if (n % d == 0) {
                small.add(d);
                if (d < n / d) {
                    large.addFirst(n / d);
                }
            }
        }
        small.addAll(large);
        return small.stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Grid grid
                && Arrays.equals(dims, grid.dims)
                && Arrays.equals(periods, grid.periods);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(dims);
    }

    @Override
    public String toString() {
        return "a grid of " + Arrays.toString(dims);
    }
}
