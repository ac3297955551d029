import mpi.Comm;
import mpi.MPI;

/** A communicator whose name would be a script, and a rank that ends itself before MPI.Finalize. */
public final class Hostile {
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Comm comm = MPI.COMM_WORLD.split(0, MPI.COMM_WORLD.getRank());
        comm.setName("\"><script>alert(1)</script><img src=http://127.0.0.1/ onerror=alert(2)>");
        byte[] sent = new byte[100_000];
        byte[] received = new byte[100_000];
        int rank = comm.getRank();
        int size = comm.getSize();
        for (int i = 0; i < 20; i++) {
            comm.sendRecv(
                    sent,
                    sent.length,
                    MPI.BYTE,
                    (rank + 1) % size,
                    1,
                    received,
                    sent.length,
                    MPI.BYTE,
                    (rank + size - 1) % size,
                    1);
        }
        // The other ranks have written their numbers once more by then.
        Thread.sleep(1500);
        if (rank == size - 1) {
            Runtime.getRuntime().halt(9);
        }
        comm.barrier();
        MPI.Finalize();
    }
}
