package app;

import mpi.MPI;

/** Says hello from every rank, in order of the ranks. */
public final class Hello {
    private Hello() {}

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        byte[] buffer = new byte[1];
        if (rank > 0) {
            MPI.COMM_WORLD.recv(buffer, 1, MPI.BYTE, rank - 1, 0);
        }
        System.out.println("hello from " + rank + " of " + size);
        if (rank < size - 1) {
            MPI.COMM_WORLD.send(buffer, 1, MPI.BYTE, rank + 1, 0);
        }
        MPI.newByteBuffer(8);
        MPI.Finalize();
    }
}
