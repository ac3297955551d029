package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;

/**
 * A link of leaders who are members of one communicator.
 *
 * @param comm a communicator with the other leader as a peer
 * @param peer the other leader's rank in it
 */
record LeaderMessages(MpiRuntime runtime, CommContext comm, int peer, int tag)
        implements LeaderLink {
    private static final DataLayout LONG = DataLayouts.basic(Long.BYTES, Long.BYTES);

    @Override
    public int exchange(long[] out, long[] in) {
        PmlRequest receive = runtime.pml.ireceive(buf(in), peer, tag, comm);
        int rc = runtime.pml.send(buf(out), peer, tag, SendMode.STANDARD, comm);
        runtime.engine.waitFor(receive);
        rc = rc == Rc.OK ? receive.error : rc;
        receive.release();
        return rc;
    }

    /** Returns a buffer of words. */
    static Buf buf(long[] words) {
        return new Buf(words, 0, words.length, LONG);
    }
}
