package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.DataLayout;

import java.util.ArrayList;
import java.util.List;

/**
 * A set of messages that are exchanged together, for collectives in which every pair of processes
 * has a message of its own. Tags are negative, so that no receive of the program matches them.
 */
final class Transfers {
    /** Tag of the messages of MPI_Alltoallw. */
    static final int ALLTOALLW_TAG = -1000;

    /** Tag of messages along the edges of a graph. */
    static final int NEIGHBOR_TAG = -1001;

    /** Tags of messages along the dimensions of a grid: two per dimension, downwards from here. */
    static final int GRID_TAG = -2000;

    private final CommContext comm;
    private final List<Transfer> receives = new ArrayList<>();
    private final List<Transfer> sends = new ArrayList<>();

    Transfers(CommContext comm) {
        this.comm = comm;
    }

    private record Transfer(
            Object base, long offset, long count, DataLayout layout, int peer, int tag) {}

    /**
     * Adds a message to receive; none from MPI_PROC_NULL.
     *
     * @param displacement bytes from the buffer's origin
     */
    void receive(Object buf, long displacement, int count, Datatype type, int source, int tag) {
        add(receives, buf, displacement, count, type, source, tag);
    }

    /** Adds a message to send; none to MPI_PROC_NULL. */
    void send(Object buf, long displacement, int count, Datatype type, int dest, int tag) {
        add(sends, buf, displacement, count, type, dest, tag);
    }

    private static void add(
            List<Transfer> all,
            Object buf,
            long displacement,
            int count,
            Datatype type,
            int peer,
            int tag) {
        if (peer != MPI.PROC_NULL) {
            long origin = Buffers.offset(buf) + displacement;
            Object base = Buffers.base(buf);
            all.add(new Transfer(base, origin, count, type.layout(), peer, tag));
        }
    }

    /** Exchanges the messages; returns the first failure's Rc code. */
    int run(Library library) {
        List<PmlRequest> requests = new ArrayList<>();
        int rc = Rc.OK;
        library.engine.enter();
        try {
            for (Transfer t : receives) {
                requests.add(
                        library.pml.ireceive(
                                t.base, t.offset, t.count, t.layout, t.peer, t.tag, comm));
            }
            SendMode mode = SendMode.STANDARD;
            for (Transfer t : sends) {
                requests.add(
                        library.pml.isend(
                                t.base, t.offset, t.count, t.layout, t.peer, t.tag, mode, comm));
            }
            for (PmlRequest request : requests) {
                library.engine.waitFor(request);
                rc = rc == Rc.OK ? request.error : rc;
                request.release();
            }
        } finally {
            library.engine.exit();
        }
        return rc;
    }
}
