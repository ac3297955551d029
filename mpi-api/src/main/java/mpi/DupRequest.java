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
 * A non-blocking duplication (MPI_Comm_idup, MPI 3.1 §6.4.2): progress sends the name of the new
 * communicator down a binomial tree, then opens it. Of an inter-communicator, the tree has both
 * groups, and there are two names: the leader of each group gives that of its group's messages.
 */
final class DupRequest extends PmlRequest implements Progressable {
    private static final Buf NOTHING = new Buf(null, 0, 0, DataLayouts.BYTE);

    /** Index of the communicator's name. */
    private static final int BOTH = 0;

    /** Index of the name for the messages of one group of an inter-communicator. */
    private static final int OWN = 1;

    private final MpiRuntime runtime;
    private final CommContext parent;
    private final Communicator made;
    private final int channel;

    /** The parent in the tree, null at the root. */
    private final Link up;

    private final List<Link> children = new ArrayList<>();
    private final long[] names = new long[2];
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
            children.addFirst(new Link(group, rank + bit));
        }
        if (rank > 0) {
            return new Link(group, rank - Integer.lowestOneBit(rank));
        }
        if (comm.isInter() && comm.firstGroup()) {
            children.addFirst(new Link(comm, 0));
        }
        return comm.isInter() && !comm.firstGroup() ? new Link(comm, 0) : null;
    }

    /** Starts; inside the bracket. */
    void start() {
        begin(NOTHING, parent);
        runtime.engine.register(this);
        progress();
    }

    /** Steps: receive the names from the parent or give them, send them to each child, open. */
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

    private void startStep() {
        if (step == 0 && up != null) {
            current = receive(up);
        } else if (step == 0) {
            names[BOTH] = runtime.names.next();
            giveOwn();
            step++;
        } else if (step <= children.size()) {
            current = send(children.get(step - 1));
        } else {
            open();
        }
    }

    /** The leader of each group names the group's messages. */
    private void giveOwn() {
        if (parent.isInter() && parent.group().rank() == 0) {
            names[OWN] = runtime.names.next();
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
        if (step == 0) {
            giveOwn();
        }
        step++;
    }

    private void open() {
        long least = Math.min(names[BOTH], names[OWN]);
        if (least >= 0) {
            Proc[] procs = Communicator.procs(parent);
            if (parent.isInter()) {
                boolean first = parent.firstGroup();
                made.open(runtime, parent.group(), names[OWN], names[BOTH], first, procs);
            } else {
                made.open(runtime, parent, names[BOTH], procs);
            }
        }
        end(least < 0 ? (int) least : Rc.OK);
    }

    private void end(int rc) {
        error = rc;
        if (rc != Rc.OK) {
            made.attributes().clear();
        }
        runtime.engine.unregister(this);
        finish();
    }

    private PmlRequest send(Link to) {
        Buf buf = LeaderMessages.buf(names);
        return runtime.pml.isend(buf, to.rank, channel, SendMode.STANDARD, to.comm);
    }

    private PmlRequest receive(Link from) {
        return runtime.pml.ireceive(LeaderMessages.buf(names), from.rank, channel, from.comm);
    }

    @Override
    public void cancel() {}

    @Override
    protected void recycle() {}
}
