package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.ReservedTags;
import org.strata.mca.pml.SendMode;
import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.progress.Progressable;

import java.util.ArrayList;
import java.util.List;

/**
 * A non-blocking duplication (MPI_Comm_idup, MPI 3.1 §6.4.2): progress sends the messages of the
 * agreement on a context id up and down a binomial tree, then opens the new communicator. Of an
 * inter-communicator, the tree has both groups, and there are two ids.
 */
final class DupRequest extends PmlRequest implements Progressable {
    private static final Buf NOTHING = new Buf(null, 0, 0, DataLayouts.BYTE);

    private final MpiRuntime runtime;
    private final CommContext parent;
    private final Communicator made;
    private final int channel;
    private final long key;
    private ContextIds.Agreement agreement;

    /** An inter-communicator's id for the own group, -1 before it is agreed on. */
    private int inner = -1;

    /** The parent in the tree, null at the root. */
    private final Link up;

    private final List<Link> children = new ArrayList<>();
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
        this.key = ContextIds.key(parent.id(), number);
        this.agreement = runtime.contexts.nonBlocking(key);
        this.up = link(parent);
    }

    /** The way to another process of the tree. */
    private record Link(CommContext comm, int rank) {}

    /**
     * Collects the children; returns the parent. The leaders of an inter-communicator's groups, who
     * are rank 0, are the roots of their groups' trees; the first one is the other one's parent.
     */
    private Link link(CommContext comm) {
        CommContext group = comm.group();
        int rank = group.rank();
        for (int bit = 1; rank + bit < group.size() && (rank & bit) == 0; bit <<= 1) {
            children.add(new Link(group, rank + bit));
        }
        if (rank > 0) {
            return new Link(group, rank - Integer.lowestOneBit(rank));
        }
        if (comm.isInter() && comm.firstGroup()) {
            children.add(new Link(comm, 0));
        }
        return comm.isInter() && !comm.firstGroup() ? new Link(comm, 0) : null;
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
        return up == null;
    }

    private int lastStep() {
        return 2 * children.size() + (atRoot() ? 0 : 2);
    }

    private void startStep() {
        int below = children.size();
        if (step == lastStep()) {
            endRound();
        } else if (step < below) {
            theirs = new long[words.length];
            current = receive(theirs, children.get(step));
        } else if (atRoot()) {
            current = send(words, children.get(step - below));
        } else if (step == below) {
            current = send(words, up);
        } else if (step == below + 1) {
            words = new long[words.length];
            current = receive(words, up);
        } else {
            current = send(words, children.get(step - below - 2));
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
        if (step < children.size()) {
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
        } else if (parent.isInter() && inner < 0) {
            agreeAgain(id);
        } else {
            open(id);
            end(Rc.OK);
        }
    }

    /** Keeps an id for the own group's messages, and begins to agree on another one. */
    private void agreeAgain(int id) {
        inner = id;
        runtime.contexts.take(id);
        agreement.close();
        agreement = runtime.contexts.nonBlocking(key);
        words = agreement.begin();
        step = 0;
    }

    private void open(int id) {
        Proc[] procs = Communicator.procs(parent);
        if (parent.isInter()) {
            made.open(runtime, parent.group(), inner, id, parent.firstGroup(), procs);
        } else {
            made.open(runtime, parent, id, procs);
        }
    }

    private void end(int rc) {
        error = rc;
        if (rc != Rc.OK) {
            made.attributes().clear();
            if (inner >= 0) {
                runtime.contexts.release(inner);
            }
        }
        agreement.close();
        runtime.engine.unregister(this);
        finish();
    }

    private PmlRequest send(long[] what, Link to) {
        SendMode mode = SendMode.STANDARD;
        Buf buf = LeaderMessages.buf(what);
        return runtime.pml.isend(buf, to.rank, channel, mode, to.comm);
    }

    private PmlRequest receive(long[] into, Link from) {
        return runtime.pml.ireceive(LeaderMessages.buf(into), from.rank, channel, from.comm);
    }

    @Override
    public void cancel() {}

    @Override
    protected void recycle() {}
}
