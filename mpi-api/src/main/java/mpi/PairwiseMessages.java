package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.ReservedTags;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;

import java.util.ArrayList;
import java.util.List;

/**
 * The messages of a collective in which every pair of processes exchanges a message of its own: all
 * are posted, then all are waited for.
 */
final class PairwiseMessages {
    /** Tag of the messages of MPI_Alltoallw. */
    static final int ALLTOALLW_TAG = ReservedTags.PAIRWISE.tag(0);

    /** Tag of messages along the edges of a graph. */
    static final int NEIGHBOR_TAG = ReservedTags.PAIRWISE.tag(1);

    private final CommContext comm;
    private final List<Entry> receives = new ArrayList<>();
    private final List<Entry> sends = new ArrayList<>();

    PairwiseMessages(CommContext comm) {
        this.comm = comm;
    }

    private record Entry(Buf buf, int peer, int tag) {}

    /** Adds a message to receive; none from MPI_PROC_NULL. */
    void receive(ElementBlock block, int source, int tag) {
        add(receives, block, source, tag);
    }

    /** Adds a message to send; none to MPI_PROC_NULL. */
    void send(ElementBlock block, int dest, int tag) {
        add(sends, block, dest, tag);
    }

    private static void add(List<Entry> all, ElementBlock block, int peer, int tag) {
        if (peer != MPI.PROC_NULL) {
            DataLayout layout = block.type().layout();
            Buf buf = new Buf();
            Buffers.wrap(buf, block.buf(), block.displacement(), block.count(), layout);
            all.add(new Entry(buf, peer, tag));
        }
    }

    /** Exchanges the messages; returns the first failure's Rc code. Inside the bracket. */
    int exchange(MpiRuntime runtime) {
        List<PmlRequest> requests = new ArrayList<>();
        for (Entry e : receives) {
            requests.add(runtime.pml.ireceive(e.buf, e.peer, e.tag, comm));
        }
        SendMode mode = SendMode.STANDARD;
        for (Entry e : sends) {
            requests.add(runtime.pml.isend(e.buf, e.peer, e.tag, mode, comm));
        }
        int rc = Rc.OK;
        for (PmlRequest request : requests) {
            runtime.engine.waitFor(request);
            rc = rc == Rc.OK ? request.error : rc;
            request.release();
        }
        return rc;
    }
}
