package nas;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

import java.nio.DoubleBuffer;

/**
 * The order of LU's sweeps among the ranks: a rank begins a plane when the ranks before it along x
 * and y have ended theirs. Per plane one message comes from each and one goes to each behind.
 */
final class Wavefront {
    private static final int TAG = 10;

    private final Comm comm;
    private final MpiTimer timer;
    private final Pencils pencils;
    private final Box box;
    private final Triangle triangle;
    private final double[] message;

    Wavefront(Comm comm, MpiTimer timer, Pencils pencils, Triangle triangle) {
        this.comm = comm;
        this.timer = timer;
        this.pencils = pencils;
        this.box = pencils.box();
        this.triangle = triangle;
        this.message = new double[Equations.VALUES * Math.max(box.size[0], box.size[1])];
    }

    void upwards() throws MPIException {
        for (int z = box.from(2); z < box.to(2); z++) {
            receive(z, false);
            triangle.lower(z);
            send(z, true);
        }
    }

    void downwards() throws MPIException {
        for (int z = box.to(2) - 1; z >= box.from(2); z--) {
            receive(z, true);
            triangle.upper(z);
            send(z, false);
        }
    }

    private void receive(int z, boolean high) throws MPIException {
        for (int d = 0; d < 2; d++) {
            int peer = pencils.neighbour(d, high);
            if (peer != MPI.PROC_NULL) {
                int[] low = low(z);
                int[] end = end(z);
                low[d] = high ? box.size[d] : -1;
                end[d] = low[d] + 1;
                timer.enter();
                comm.recv(message, numbers(low, end), MPI.DOUBLE, peer, TAG + d);
                timer.leave();
                box.unpack(box.rhs, Equations.VALUES, low, end, DoubleBuffer.wrap(message));
            }
        }
    }

    private void send(int z, boolean high) throws MPIException {
        for (int d = 0; d < 2; d++) {
            int peer = pencils.neighbour(d, high);
            if (peer != MPI.PROC_NULL) {
                int[] low = low(z);
                int[] end = end(z);
                low[d] = high ? box.size[d] - 1 : 0;
                end[d] = low[d] + 1;
                box.pack(box.rhs, Equations.VALUES, low, end, DoubleBuffer.wrap(message));
                timer.enter();
                comm.send(message, numbers(low, end), MPI.DOUBLE, peer, TAG + d);
                timer.leave();
            }
        }
    }

    private int[] low(int z) {
        return new int[] {box.from(0), box.from(1), z};
    }

    private int[] end(int z) {
        return new int[] {box.to(0), box.to(1), z + 1};
    }

    private static int numbers(int[] low, int[] end) {
        return Equations.VALUES * (end[0] - low[0]) * (end[1] - low[1]);
    }
}
