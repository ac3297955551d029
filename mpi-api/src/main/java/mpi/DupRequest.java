package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.ReservedTags;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.progress.Progressable;

import java.util.Arrays;

/**
 * A non-blocking duplication (MPI_Comm_idup, MPI 3.1 §6.4.2): progress sends the messages of the
 * agreement on a context id up and down a binomial tree, then opens the new communicator.
 */
final class DupRequest extends PmlRequest implements Progressable {
    private static final Buf NOTHING = new Buf(null, 0, 0, DataLayouts.BYTE);
    private static final DataLayout LONG = DataLayouts.basic(Long.BYTES, Long.BYTES);

    private final MpiRuntime runtime;
    private final CommContext parent;
    private final Communicator made;
    private final int channel;
    private final ContextIds.Agreement agreement;
    private final int up;
    private final int[] children;
    private long[] words;
    private long[] theirs;
    private int step;
    private PmlRequest current;

    /**
     * @param made null communicator that becomes the duplicate
     * @param number which duplication of the parent this is, from 0
     */
    DupRequest(MpiRuntime runtime, CommContext parent, Communicator made, int number) {
        this.runtime = runtime;
        this.parent = parent;
        this.made = made;
        this.channel = ReservedTags.DUPLICATIONS.tagByTurns(number);
        this.agreement = runtime.contexts.nonBlocking(ContextIds.key(parent.id(), number));
        int rank = parent.rank();
        this.up = rank - Integer.lowestOneBit(rank);
        this.children = children(rank, parent.size());
    }

    private static int[] children(int rank, int size) {
        int[] all = new int[Integer.SIZE];
        int count = 0;
        for (int bit = 1; rank + bit < size && (rank & bit) == 0; bit <<= 1) {
            all[count++] = rank + bit;
        }
        return Arrays.copyOf(all, count);
    }

    /** Starts; inside the bracket. */
    void start() {
        begin(NOTHING, parent);
        words = agreement.begin();
        runtime.engine.register(this);
        progress();
    }

    /**
     * Steps of a round: receive from each child, send to the parent, receive from it, send to each
     * child; the root has no parent.
     */
    @Override
    public int progress() {
        int events = 0;
        while (!isDone() && (current == null || current.isDone())) {
            if (current != null) {
                finishStep();
            }
            if (!isDone()) {
                startStep();
            }
            events++;
        }
        return events;
    }

    private boolean atRoot() {
        return parent.rank() == 0;
    }

    private int lastStep() {
        return 2 * children.length + (atRoot() ? 0 : 2);
    }

    private void startStep() {
        int below = children.length;
        if (step == lastStep()) {
            endRound();
        } else if (step < below) {
            theirs = new long[words.length];
            current = receive(theirs, children[step]);
        } else if (atRoot()) {
            current = send(words, children[step - below]);
        } else if (step == below) {
            current = send(words, up);
        } else if (step == below + 1) {
            words = new long[words.length];
            current = receive(words, up);
        } else {
            current = send(words, children[step - below - 2]);
        }
    }

    private void finishStep() {
        int rc = current.error;
        current.release();
        current = null;
        if (rc != Rc.OK) {
            end(rc);
            return;
        }
        if (step < children.length) {
            for (int i = 0; i < words.length; i++) {
                words[i] &= theirs[i];
            }
        }
        step++;
    }

    private void endRound() {
        int id = agreement.end(words);
        if (id == ContextIds.AGAIN) {
            words = agreement.begin();
            step = 0;
        } else if (id < 0) {
            end(id);
        } else {
            made.open(runtime, parent, id, Communicator.procs(parent));
            end(Rc.OK);
        }
    }

    private void end(int rc) {
        error = rc;
        if (rc != Rc.OK) {
            made.attributes().clear();
        }
        agreement.close();
        runtime.engine.unregister(this);
        finish();
    }

    private PmlRequest send(long[] what, int to) {
        SendMode mode = SendMode.STANDARD;
        return runtime.pml.isend(new Buf(what, 0, what.length, LONG), to, channel, mode, parent);
    }

    private PmlRequest receive(long[] into, int from) {
        return runtime.pml.ireceive(new Buf(into, 0, into.length, LONG), from, channel, parent);
    }

    @Override
    public void cancel() {}

    @Override
    protected void recycle() {}
}
