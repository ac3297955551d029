package org.strata.coll.base;

import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.Completion;
import org.strata.opal.progress.ProgressEngine;

/** A call that executes everything at once, and makes progress while it waits. */
public final class BlockingCall extends Call {
    private static final SendMode STANDARD = SendMode.STANDARD;

    private final Pml pml;
    private final ProgressEngine engine;
    private final int tag;
    private int rc = Rc.OK;

    /**
     * @param pml carries the messages
     * @param engine makes progress while the call waits
     * @param scratch allocates temporary memory
     * @param comm the communicator
     * @param tag of channel 0; negative, the same in all members, different for every collective;
     *     those of the other channels are below it
     * @param settings what a rule or the user set for the algorithm
     */
    public BlockingCall(
            Pml pml,
            ProgressEngine engine,
            Scratch scratch,
            CommContext comm,
            int tag,
            AlgorithmSettings settings) {
        super(scratch, comm, settings);
        this.pml = pml;
        this.engine = engine;
        this.tag = tag;
    }

    /** Keeps the first failure: of a message, or of a collective that this call is composed of. */
    @Override
    public void note(int result) {
        if (result != Rc.OK && rc == Rc.OK) {
            rc = result;
        }
    }

    /** Releases all temporary memory and returns the result of the call. */
    @Override
    public int finish() {
        releaseMemory();
        return rc;
    }

    @Override
    public void send(Buf b, int to) {
        note(pml.send(b, to, tag, STANDARD, comm()));
    }

    @Override
    public void receive(Buf b, int from) {
        note(pml.receive(b, from, tag, comm(), null));
    }

    @Override
    protected Completion beginSend(Buf b, int to, int channel) {
        return pml.isend(b, to, tag - channel, STANDARD, comm());
    }

    @Override
    protected Completion beginReceive(Buf b, int from, int channel) {
        return pml.ireceive(b, from, tag - channel, comm());
    }

    @Override
    public void end(Completion message) {
        if (message != null) {
            PmlRequest request = (PmlRequest) message;
            engine.waitFor(request);
            note(request.error);
            request.release();
        }
    }

    @Override
    public void copy(Buf from, Buf to) {
        note(LocalCopy.copy(scratch(), from, to));
    }

    @Override
    protected void combine(ReduceOp op, Buf in, Buf inout) {
        op.apply(in.base(), in.offset(), inout.base(), inout.offset(), inout.count());
    }
}
