package org.strata.coll.schedule;

import org.strata.coll.base.AlgorithmSettings;
import org.strata.coll.base.Scratch;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;

import java.util.ArrayList;
import java.util.List;

/**
 * What one recorded collective consists of: steps, the temporary memory of its calls, and the
 * numbers of its messages.
 */
final class StepList {
    private final List<Recorder> calls = new ArrayList<>(1);

    /** On the collective's communicator, then on the own group of an inter-communicator. */
    private final List<Numbers> numbers;

    private Step first;
    private Step last;
    private int rc = Rc.OK;

    /** What tells the messages of this collective on one communicator from all others. */
    static final class Numbers {
        private final CommContext comm;

        /** How many numbers are used. */
        private int count;

        /** Chosen after the recording, when the count is known. */
        private CallTags tags;

        private Numbers(CommContext comm, int count) {
            this.comm = comm;
            this.count = count;
        }

        CommContext comm() {
            return comm;
        }

        int count() {
            return count;
        }

        void choose(CallTags chosen) {
            tags = chosen;
        }

        int tag(int number) {
            return tags.tag(number);
        }
    }

    /**
     * @param comm of the collective, which uses a number of it in any case
     */
    StepList(CommContext comm) {
        Numbers main = new Numbers(comm, 1);
        numbers = comm.isInter() ? List.of(main, new Numbers(comm.group(), 0)) : List.of(main);
    }

    /** Returns the numbers on each communicator that the collective uses. */
    List<Numbers> numbers() {
        return numbers;
    }

    /**
     * Makes a call. Those on the collective's communicator share their numbers: there is one, or
     * its messages are those of one algorithm. Those on the group follow each other.
     */
    Recorder call(Scratch scratch, CommContext comm, int channels, AlgorithmSettings settings) {
        Numbers main = numbers.getFirst();
        Numbers used = comm == main.comm ? main : numbers.getLast();
        int first = used == main ? 0 : used.count;
        used.count = used == main ? Math.max(used.count, channels) : first + channels;
        Recorder made = new Recorder(scratch, comm, used, first, settings, this);
        calls.add(made);
        return made;
    }

    /** Returns whether the messages may be exchanged now. */
    boolean mayBegin() {
        for (int i = 0; i < numbers.size(); i++) {
            if (!numbers.get(i).tags.mayBegin()) {
                return false;
            }
        }
        return true;
    }

    /** No message of the collective is under way, and none will be. */
    void endNumbers() {
        for (Numbers each : numbers) {
            if (each.tags != null) {
                each.tags.end();
            }
        }
    }

    /** Adds a step behind all others. */
    void add(Step step) {
        if (last == null) {
            first = step;
        } else {
            last.next = step;
        }
        last = step;
    }

    /** Keeps the first failure of the recording, which is that of each execution. */
    void note(int result) {
        if (rc == Rc.OK) {
            rc = result;
        }
    }

    /** Returns the first step; null for none. */
    Step first() {
        return first;
    }

    /** Returns the Rc code of the recording. */
    int rc() {
        return rc;
    }

    /** Releases the temporary memory. */
    void releaseMemory() {
        calls.forEach(Recorder::releaseMemory);
        calls.clear();
    }
}
