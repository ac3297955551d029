package mpi;

/**
 * MAXLOC and MINLOC: of two pairs of a value and an index, the one with the larger or smaller value
 * is the result; of equal values that with the smaller index.
 */
final class PairFunction extends User_function {
    private final boolean larger;

    PairFunction(boolean larger) {
        this.larger = larger;
    }

    @Override
    public void Call(
            Object invec,
            int inoffset,
            Object inoutvec,
            int inoutoffset,
            int count,
            Datatype datatype) {
        int extent = datatype.Extent();
        for (int i = 0; i < count; i++) {
            int in = inoffset + i * extent;
            int inout = inoutoffset + i * extent;
            int order = compare(invec, in, inoutvec, inout);
            boolean better = larger ? order > 0 : order < 0;
            if (better || (order == 0 && compare(invec, in + 1, inoutvec, inout + 1) < 0)) {
                System.arraycopy(invec, in, inoutvec, inout, 2);
            }
        }
    }

    private static int compare(Object a, int i, Object b, int j) {
        return switch (a) {
            case int[] x -> Integer.compare(x[i], ((int[]) b)[j]);
            case double[] x -> Double.compare(x[i], ((double[]) b)[j]);
            case long[] x -> Long.compare(x[i], ((long[]) b)[j]);
            case float[] x -> Float.compare(x[i], ((float[]) b)[j]);
            case short[] x -> Short.compare(x[i], ((short[]) b)[j]);
            case byte[] x -> Byte.compare(x[i], ((byte[]) b)[j]);
            case char[] x -> Character.compare(x[i], ((char[]) b)[j]);
            default -> throw MPIException.bad("MPI_ERR_OP", "pairs of " + a.getClass());
        };
    }
}
