package org.strata.benchmarks.papers;

import org.strata.coll.base.AlgorithmSettings;
import org.strata.coll.base.Call;
import org.strata.coll.base.LocalCopy;
import org.strata.coll.base.Scratch;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.Completion;
import org.strata.testkit.timed.Costs;

/**
 * A collective of one rank in virtual time: what its algorithm does becomes what the rank is to do
 * in a {@link TimedJob}. Buffers are native and without gaps.
 */
final class TimedCall extends Call {
    private final TimedJob job;
    private final Scratch scratch;
    private final Costs costs;
    private final long sendNanos;

    /**
     * @param scratch of this rank
     * @param costs of copies; a reduction takes as long as a copy of its operand
     * @param sendNanos what a send takes of the processor before its request is posted
     */
    TimedCall(TimedJob job, int rank, Scratch scratch, Costs costs, long sendNanos) {
        super(scratch, job.world(rank), AlgorithmSettings.DEFAULT);
        this.job = job;
        this.scratch = scratch;
        this.costs = costs;
        this.sendNanos = sendNanos;
    }

    private static Buf bytes(Buf b) {
        Buf flat = b.count() == 0 ? b : inPlaceBytes(b);
        if (flat == null || flat.base() != null) {
            throw new IllegalArgumentException("neither gaps nor arrays in virtual time");
        }
        return flat;
    }

    /** Results of messages are checked by the job. */
    @Override
    public void note(int result) {
        if (result != Rc.OK) {
            throw new IllegalStateException(Rc.name(result));
        }
    }

    /** Temporary memory is free again when the rank has come so far. */
    @Override
    public int finish() {
        job.then(rank(), this::releaseMemory);
        return Rc.OK;
    }

    @Override
    public void send(Buf b, int to) {
        Buf flat = bytes(b);
        job.compute(rank(), sendNanos);
        job.send(rank(), flat.offset(), (int) flat.size(), to);
    }

    @Override
    public void receive(Buf b, int from) {
        Buf flat = bytes(b);
        job.receive(rank(), flat.offset(), (int) flat.size(), from);
    }

    @Override
    protected Completion beginSend(Buf b, int to, int channel) {
        Buf flat = bytes(b);
        job.compute(rank(), sendNanos);
        return job.beginSend(rank(), flat.offset(), (int) flat.size(), to, channel);
    }

    @Override
    protected Completion beginReceive(Buf b, int from, int channel) {
        Buf flat = bytes(b);
        return job.beginReceive(rank(), flat.offset(), (int) flat.size(), from, channel);
    }

    @Override
    public void end(Completion message) {
        if (message != null) {
            job.end(rank(), (TimedJob.Operation) message);
        }
    }

    @Override
    public void copy(Buf from, Buf to) {
        Buf source = new Buf().set(from);
        Buf target = new Buf().set(to);
        work(source.size(), () -> note(LocalCopy.copy(scratch, source, target)));
    }

    @Override
    protected void combine(ReduceOp op, Buf in, Buf inout) {
        Buf source = new Buf().set(in);
        Buf target = new Buf().set(inout);
        long count = target.count();
        work(source.size(), () -> op.apply(null, source.offset(), null, target.offset(), count));
    }

    private void work(long size, Runnable action) {
        job.then(rank(), action);
        job.compute(rank(), Math.round(costs.copyByte() * size));
    }
}
