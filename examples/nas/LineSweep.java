package nas;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.nio.DoubleBuffer;
import java.util.List;

/**
 * Sweeps through all layers of cells along one dimension and back. From a cell to the next goes one
 * message with the last layers of all its lines; its receive is posted ahead.
 */
final class LineSweep {
    private static final int FORWARD = 10;
    private static final int BACKWARD = 20;

    private final Comm comm;
    private final MpiTimer timer;
    private final MultiPartition partition;
    private final List<? extends LineSolver> solvers;
    private final DoubleBuffer outgoing;
    private final DoubleBuffer incoming;
    private Request sent;

    LineSweep(
            Comm comm,
            MpiTimer timer,
            MultiPartition partition,
            List<? extends LineSolver> solvers) {
        this.comm = comm;
        this.timer = timer;
        this.partition = partition;
        this.solvers = solvers;
        int most = 0;
        for (LineSolver solver : solvers) {
            int[] size = solver.box().size;
            int edge = Math.max(size[0], Math.max(size[1], size[2]));
            most = Math.max(most, edge * edge * solver.depth());
        }
        int numbers = most * (solvers.getFirst().width() + Equations.VALUES);
        this.outgoing = MPI.newDoubleBuffer(numbers);
        this.incoming = MPI.newDoubleBuffer(numbers);
    }

    void run(int dimension) throws MPIException {
        int last = partition.edge - 1;
        for (int layer = 0; layer <= last; layer++) {
            LineSolver solver = solvers.get(partition.cell(dimension, layer));
            if (layer > 0) {
                receive(solver, dimension, false);
            }
            solver.eliminate(dimension);
            if (layer < last) {
                send(solver, dimension, true);
            }
        }
        for (int layer = last; layer >= 0; layer--) {
            LineSolver solver = solvers.get(partition.cell(dimension, layer));
            if (layer < last) {
                receive(solver, dimension, true);
            }
            solver.substitute(dimension);
            if (layer > 0) {
                send(solver, dimension, false);
            }
        }
        if (sent != null) {
            timer.enter();
            sent.waitFor();
            timer.leave();
            sent = null;
        }
    }

    private void receive(LineSolver solver, int dimension, boolean fromHigh) throws MPIException {
        Box box = solver.box();
        int depth = solver.depth();
        int[] low = box.inner();
        int[] end = box.innerEnd();
        low[dimension] = fromHigh ? box.size[dimension] : -depth;
        end[dimension] = low[dimension] + depth;
        int width = Equations.VALUES + (fromHigh ? 0 : solver.width());
        int peer = partition.neighbour(dimension, fromHigh);
        DoubleBuffer buffer = incoming.clear();
        int numbers = width * places(low, end);
        timer.enter();
        Request received = comm.iRecv(buffer, numbers, MPI.DOUBLE, peer, tag(dimension, !fromHigh));
        Request.waitAll(new Request[] {sent, received});
        timer.leave();
        sent = null;
        box.unpack(box.rhs, Equations.VALUES, low, end, buffer);
        if (!fromHigh) {
            box.unpack(solver.factors(), solver.width(), low, end, buffer);
        }
    }

    private void send(LineSolver solver, int dimension, boolean toHigh) throws MPIException {
        Box box = solver.box();
        int depth = solver.depth();
        int[] low = box.inner();
        int[] end = box.innerEnd();
        low[dimension] = toHigh ? box.size[dimension] - depth : 0;
        end[dimension] = low[dimension] + depth;
        DoubleBuffer buffer = outgoing.clear();
        if (sent != null) {
            timer.enter();
            sent.waitFor();
            timer.leave();
        }
        box.pack(box.rhs, Equations.VALUES, low, end, buffer);
        if (toHigh) {
            box.pack(solver.factors(), solver.width(), low, end, buffer);
        }
        int numbers = buffer.position();
        int peer = partition.neighbour(dimension, toHigh);
        timer.enter();
        sent = comm.iSend(buffer.clear(), numbers, MPI.DOUBLE, peer, tag(dimension, toHigh));
        timer.leave();
    }

    private static int tag(int dimension, boolean forward) {
        return dimension + (forward ? FORWARD : BACKWARD);
    }

    private static int places(int[] low, int[] end) {
        return (end[0] - low[0]) * (end[1] - low[1]) * (end[2] - low[2]);
    }
}
