import mpi.MPI;

/** The same under another name. */
class Buffers {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        double[] sum = {MPI.COMM_WORLD.getRank()};
        MPI.COMM_WORLD.allReduce(sum, 1, MPI.DOUBLE, MPI.SUM);
        int size = MPI.COMM_WORLD.getSize();
        if (sum[0] != size * (size - 1) / 2.0) {
            throw new IllegalStateException("sum " + sum[0]);
        }
        System.out.println("rank " + MPI.COMM_WORLD.getRank() + " of " + size);
        MPI.Finalize();
    }
}
