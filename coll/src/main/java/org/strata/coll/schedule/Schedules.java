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
import org.strata.mca.pml.TagTurns;
import org.strata.opal.Rc;
import org.strata.opal.progress.ProgressEngine;

/**
 * Records the collectives of a rank as schedules. Each has tags of its own, from numbers that all
 * members assign alike, since they record the same collectives of a communicator in the same order:
 * several may be under way, and their messages do not match each other's, nor those of blocking
 * collectives. Non-blocking ones have numbers by turns, persistent ones for their life.
 */
public final class Schedules implements Calls {
    private final Pml pml;
    private final Scratch scratch;
    private final Outstanding outstanding;
    private final long firstNumber;

    /** The steps of the collective that is being recorded. */
    private StepList steps;

    /** The numbers of a communicator's recorded collectives. */
    private static final class Sequence extends CommContext.CollData {
        private final TagTurns turns;
        private final HeldNumbers held;

        Sequence(Schedules owner) {
            super(owner);
            turns = new TagTurns(ReservedTags.NON_BLOCKING, owner.firstNumber);
            int count = ReservedTags.PERSISTENT.count();
            held = new HeldNumbers(count, (int) (owner.firstNumber % count));
        }
    }

    /**
     * @param pml carries the messages
     * @param engine polls the schedules under way
     * @param scratch allocates temporary memory
     * @param ownThread whether a thread makes progress while schedules are under way
     * @param firstNumber of each communicator's collectives: 0, or what a test begins with
     */
    public Schedules(
            Pml pml, ProgressEngine engine, Scratch scratch, boolean ownThread, long firstNumber) {
        this.pml = pml;
        this.scratch = scratch;
        this.outstanding = new Outstanding(engine, ownThread);
        this.firstNumber = firstNumber;
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
        return Recorder.of(steps, scratch, comm, usedChannels, settings);
    }

    /**
     * Records a collective; see {@link Coll#record}.
     *
     * @param coll makes its calls by {@link #begin}
     * @param members combine which numbers of persistent collectives they hold
     */
    public CollRequest record(
            Coll coll, MemberUnion members, CollCall call, boolean repeatable, CommContext comm) {
        StepList recorded = new StepList(comm);
        steps = recorded;
        recorded.note(call.on(coll));
        int refusal = repeatable ? hold(recorded, members) : takeTurns(recorded);
        return new Schedule(pml, outstanding, comm, recorded, call, repeatable, refusal);
    }

    private int takeTurns(StepList recorded) {
        for (MessageNumbers numbers : recorded.numbers()) {
            TagTurns turns = sequence(numbers.comm()).turns;
            numbers.choose(new CallTags.Turned(turns.take(numbers.count())));
        }
        return Rc.OK;
    }

    /** Assigns a persistent collective its numbers; may wait for the other members. */
    private int hold(StepList recorded, MemberUnion members) {
        for (MessageNumbers numbers : recorded.numbers()) {
            CommContext comm = numbers.comm();
            HeldNumbers held = sequence(comm).held;
            int first = held.take(numbers.count(), words -> members.unite(words, comm));
            if (first < 0) {
                recorded.endNumbers();
                return first;
            }
            numbers.choose(new CallTags.Held(held, first, numbers.count()));
        }
        return Rc.OK;
    }
}
