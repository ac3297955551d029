import mpi.MPI;

/** Rank 1 sends another tag than rank 0 receives; rank 2 computes. */
class Stuck {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int[] one = {0};
        switch (MPI.COMM_WORLD.getRank()) {
            case 0 -> MPI.COMM_WORLD.recv(one, 1, MPI.INT, 1, 7);
            case 1 -> MPI.COMM_WORLD.send(one, 1, MPI.INT, 0, 8);
            case 2 -> Thread.sleep(600_000);
            default -> {}
        }
        MPI.COMM_WORLD.barrier();
        MPI.Finalize();
    }
}
