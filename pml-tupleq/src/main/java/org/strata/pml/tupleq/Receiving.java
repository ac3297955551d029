package org.strata.pml.tupleq;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.progress.ProgressEngine;

/**
 * The receiver's half: starts receives. Those that name their sender and never need a queue it
 * passes to the PML below.
 */
final class Receiving implements TupleReceive.Owner {
    private final Pml below;
    private final ProgressEngine engine;
    private final TuplePeers peers;
    private final boolean noWildcards;
    private final ReceiverModes modes;
    private final BelowReceives receives;
    private long orders;
    private TupleReceive free;

    Receiving(
            TupleqConfig config,
            Pml below,
            ProgressEngine engine,
            Control control,
            Delegates delegates,
            TuplePeers peers,
            TupleqCounters counters) {
        this.below = below;
        this.engine = engine;
        this.peers = peers;
        this.noWildcards = config.assertNoWildcards();
        this.modes = new ReceiverModes(config, below, control, delegates, peers, counters);
        this.receives = modes.below();
    }

    /** Returns what changes the pairs' modes. */
    ReceiverModes modes() {
        return modes;
    }

    /** Receives a message and waits for it. */
    int receive(Buf buf, int source, int tag, TupleComm comm, PmlStatus status) {
        if (isPlain(source, tag, comm)) {
            return receiveBelow(buf, source, tag, comm, status);
        }
        PmlRequest request = start(buf, source, tag, comm);
        engine.waitFor(request);
        if (status != null) {
            status.copyFrom(request);
        }
        int rc = request.error;
        request.release();
        return rc;
    }

    private boolean isPlain(int source, int tag, TupleComm comm) {
        return source != Pml.ANY_SOURCE
                && tag != Pml.ANY_TAG
                && comm.changing == 0
                && comm.standIns.isEmpty()
                && peers.incoming(comm, source).mode() == InMode.PLAIN;
    }

    private int receiveBelow(Buf buf, int source, int tag, TupleComm comm, PmlStatus status) {
        receives.begin(comm, source);
        int rc = below.receive(buf, source, tag, comm.context, status);
        receives.end(comm, source, source, rc, false);
        modes.question().progress();
        return rc;
    }

    /** Starts a receive. */
    PmlRequest start(Buf buf, int source, int tag, TupleComm comm) {
        boolean wild = source == Pml.ANY_SOURCE || tag == Pml.ANY_TAG;
        if (wild && (noWildcards || comm.context.noWildcards())) {
            TupleReceive refused = request(buf, source, tag, comm);
            refused.fail(Rc.BAD_ARGUMENT);
            return refused;
        }
        if (comm.changing == 0
                && comm.standIns.isEmpty()
                && !modes.wilds().mayTake(source, tag, comm)
                && staysBelow(source, wild, comm)) {
            return below.ireceive(buf, source, tag, comm.context);
        }
        TupleReceive receive = request(buf, source, tag, comm);
        if (comm.changing > 0) {
            comm.held.add(receive);
        } else {
            modes.pass(receive);
        }
        return receive;
    }

    @Override
    public String refusal(CommContext comm) {
        String why =
                comm.noWildcards()
                        ? "the info of the communicator has mpi_assert_no_any_source and"
                                + " mpi_assert_no_any_tag"
                        : "the parameter pml_tupleq_assert_no_wildcards is set";
        return "a receive from MPI.ANY_SOURCE or with MPI.ANY_TAG, which is excluded: " + why;
    }

    /** Returns whether a receive goes to the PML below and its end need not be counted. */
    private boolean staysBelow(int source, boolean wild, TupleComm comm) {
        if (source == Pml.ANY_SOURCE) {
            return receives.never(comm) && !modes.leaveQueues(source, comm);
        }
        IncomingPair in = peers.incoming(comm, source);
        return receives.never(in)
                && (wild ? !modes.leaveQueues(source, comm) : in.mode() == InMode.PLAIN);
    }

    /** Starts the receive of a message that a matched probe has found. */
    PmlRequest startMatched(Buf buf, PmlMessage message) {
        TupleReceive notice = modes.standIns().takeProbed(message);
        if (notice == null) {
            return below.imrecv(buf, message);
        }
        // The empty message in the notice's place.
        below.imrecv(new Buf(null, 0, 0, DataLayouts.BYTE), message).release();
        TupleReceive receive = request(buf, notice.wantedSource, notice.wantedTag, notice.home);
        modes.standIns().receive(notice, receive);
        return receive;
    }

    private TupleReceive request(Buf buf, int source, int tag, TupleComm comm) {
        TupleReceive receive = free;
        if (receive == null) {
            receive = new TupleReceive(this);
        } else {
            free = receive.next;
        }
        receive.next = null;
        receive.begin(buf, comm, source, tag, orders++);
        return receive;
    }

    @Override
    public void cancel(TupleReceive receive) {
        modes.cancel(receive);
    }

    @Override
    public void endedBelow(TupleReceive receive) {
        modes.standIns().ended(receive);
        receives.end(
                receive.home,
                receive.wantedSource,
                receive.source,
                receive.error,
                receive.cancelled);
    }

    @Override
    public void recycle(TupleReceive receive) {
        receive.next = free;
        free = receive;
    }

    /**
     * Tries again what there were no resources for, and asks peers whether pairs return.
     *
     * @param fallingAsleep whether the rank sleeps after this poll, unless it finds something
     * @return how many tuples wait for resources
     */
    int progress(boolean fallingAsleep) {
        modes.posts().progress(fallingAsleep);
        modes.question().progress();
        return modes.posts().stalled();
    }
}
