package org.strata.coll.schedule;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.Completion;

/** Starts a send or a receive, which a later {@link WaitStep} completes. */
final class MessageStep extends Step implements Completion {
    private final boolean sends;
    private final Buf buf;
    private final int peer;
    private final MessageNumbers numbers;
    private final int number;

    /** The message, from its start to its end. */
    private PmlRequest request;

    /**
     * @param sends whether to send to the peer, or to receive from it
     * @param numbers of the collective on the message's communicator, which may be a group of an
     *     inter-communicator
     * @param number the message's among them
     */
    MessageStep(boolean sends, Buf buf, int peer, MessageNumbers numbers, int number) {
        this.sends = sends;
        this.buf = buf;
        this.peer = peer;
        this.numbers = numbers;
        this.number = number;
    }

    @Override
    boolean run(Execution execution) {
        Pml pml = execution.pml();
        CommContext comm = numbers.comm();
        int tag = numbers.tag(number);
        request =
                sends
                        ? pml.isend(buf, peer, tag, SendMode.STANDARD, comm)
                        : pml.ireceive(buf, peer, tag, comm);
        return true;
    }

    /** Returns whether the message, which was started, is complete. */
    @Override
    public boolean isDone() {
        return request.isDone();
    }

    @Override
    public int awaited() {
        return request.awaited();
    }

    @Override
    public WaitState waitState() {
        return request.waitState();
    }

    /** Releases the message, which is complete; returns its Rc code. */
    int end() {
        int rc = request.error;
        request.release();
        request = null;
        return rc;
    }
}
