package org.strata.coll.schedule;

import org.strata.coll.base.AlgorithmSettings;
import org.strata.coll.base.Call;
import org.strata.coll.base.Calls;
import org.strata.coll.base.Scratch;
import org.strata.mca.coll.Coll;
import org.strata.mca.coll.CollCall;
import org.strata.mca.coll.CollRequest;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.ReservedTags;
import org.strata.opal.progress.ProgressEngine;

/**
 * Records the collectives of a rank as schedules. Each has tags of its own, from a sequence number
 * that counts the recorded calls of the communicator: several may be under way, and their messages
 * do not match each other's, nor those of blocking collectives.
 */
public final class Schedules implements Calls {
    private static final int NUMBERS = ReservedTags.NON_BLOCKING.count();

    private final Pml pml;
    private final Scratch scratch;
    private final Outstanding outstanding;

    /** The steps of the collective that is being recorded, its communicator and channels. */
    private StepList steps;

    private CommContext recorded;
    private int channels;

    /** The number of the next recorded call of a communicator. */
    private static final class Sequence extends CommContext.CollData {
        private int next;

        Sequence(Schedules owner) {
            super(owner);
        }

        void advance(int channels) {
            next = (next + channels) % NUMBERS;
        }
    }

    /**
     * @param pml carries the messages
     * @param engine polls the schedules under way
     * @param scratch allocates temporary memory
     * @param ownThread whether a thread makes progress while schedules are under way
     */
    public Schedules(Pml pml, ProgressEngine engine, Scratch scratch, boolean ownThread) {
        this.pml = pml;
        this.scratch = scratch;
        this.outstanding = new Outstanding(engine, ownThread);
    }

    private Sequence sequence(CommContext comm) {
        if (comm.collData(this) instanceof Sequence known) {
            return known;
        }
        Sequence made = new Sequence(this);
        comm.addCollData(made);
        return made;
    }

    /** Ends the thread that makes progress. */
    public void close() {
        outstanding.close();
    }

    /**
     * Makes a call that {@link #record} records. A collective of an inter-communicator is composed
     * of calls on it and on a group: the latter count on the group's communicator, at those members
     * that make them, which are all of the group.
     */
    @Override
    public Call begin(CommContext comm, int tag, int usedChannels, AlgorithmSettings settings) {
        Sequence sequence = sequence(comm);
        Recorder made = new Recorder(scratch, comm, sequence.next, settings, steps);
        steps.add(made);
        if (comm == recorded) {
            channels = Math.max(channels, usedChannels);
        } else {
            sequence.advance(usedChannels);
        }
        return made;
    }

    /**
     * Records a collective; see {@link Coll#record}.
     *
     * @param coll makes its calls by {@link #begin}
     */
    public CollRequest record(Coll coll, CollCall call, boolean repeatable, CommContext comm) {
        steps = new StepList();
        recorded = comm;
        channels = 1;
        steps.note(call.on(coll));
        sequence(comm).advance(channels);
        return new Schedule(pml, outstanding, comm, steps, call, repeatable);
    }
}
