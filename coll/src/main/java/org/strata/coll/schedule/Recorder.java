package org.strata.coll.schedule;

import org.strata.coll.base.AlgorithmSettings;
import org.strata.coll.base.Call;
import org.strata.coll.base.Scratch;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.Completion;

/** A call that records everything as the steps of a schedule, and executes nothing. */
final class Recorder extends Call {
    private final MessageNumbers numbers;
    private final int first;
    private final StepList steps;

    /**
     * @param numbers of the collective on this communicator
     * @param first number of channel 0 among them
     * @param steps receives what is recorded
     */
    private Recorder(
            Scratch scratch,
            CommContext comm,
            MessageNumbers numbers,
            int first,
            AlgorithmSettings settings,
            StepList steps) {
        super(scratch, comm, settings);
        this.numbers = numbers;
        this.first = first;
        this.steps = steps;
    }

    /**
     * Makes a call whose steps a list receives.
     *
     * @param channels how many numbers its messages have
     */
    static Recorder of(
            StepList steps,
            Scratch scratch,
            CommContext comm,
            int channels,
            AlgorithmSettings settings) {
        MessageNumbers numbers = steps.numbers(comm);
        int first = numbers.reserve(channels);
        Recorder made = new Recorder(scratch, comm, numbers, first, settings, steps);
        steps.add(made);
        return made;
    }

    @Override
    public void note(int result) {
        steps.note(result);
    }

    /** Returns success: the steps are to be executed later. */
    @Override
    public int finish() {
        return Rc.OK;
    }

    @Override
    public void send(Buf b, int to) {
        end(beginSend(b, to));
    }

    @Override
    public void receive(Buf b, int from) {
        end(beginReceive(b, from));
    }

    @Override
    protected Completion beginSend(Buf b, int to, int channel) {
        return message(true, b, to, channel);
    }

    @Override
    protected Completion beginReceive(Buf b, int from, int channel) {
        return message(false, b, from, channel);
    }

    private MessageStep message(boolean sends, Buf b, int peer, int channel) {
        MessageStep step = new MessageStep(sends, b, peer, numbers, first + channel);
        steps.add(step);
        return step;
    }

    @Override
    public void end(Completion message) {
        if (message != null) {
            steps.add(new WaitStep((MessageStep) message));
        }
    }

    @Override
    public void copy(Buf from, Buf to) {
        steps.add(new CopyStep(scratch(), from, to));
    }

    @Override
    protected void combine(ReduceOp op, Buf in, Buf inout) {
        steps.add(new ReduceStep(op, in, inout));
    }
}
