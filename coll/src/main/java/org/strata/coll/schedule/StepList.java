package org.strata.coll.schedule;

import org.strata.coll.base.Call;
import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;

import java.util.ArrayList;
import java.util.List;

/**
 * What one recorded collective consists of: steps, the temporary memory of its calls, and the
 * numbers of its messages.
 */
final class StepList {
    private final List<Call> calls = new ArrayList<>(1);

    /** On the collective's communicator, then on the own group of an inter-communicator. */
    private final List<MessageNumbers> numbers;

    private Step first;
    private Step last;
    private int rc = Rc.OK;

    StepList(CommContext comm) {
        MessageNumbers main = MessageNumbers.ofCollective(comm);
        numbers =
                comm.isInter()
                        ? List.of(main, MessageNumbers.ofGroup(comm.group()))
                        : List.of(main);
    }

    /** Returns the numbers on each communicator that the collective uses. */
    List<MessageNumbers> numbers() {
        return numbers;
    }

    /** Returns the numbers on the collective's communicator, or on the own group. */
    MessageNumbers numbers(CommContext comm) {
        MessageNumbers main = numbers.getFirst();
        return comm == main.comm() ? main : numbers.getLast();
    }

    /** Adds a call that records into this list: its temporary memory is released with the list. */
    void add(Call call) {
        calls.add(call);
    }

    /** Returns whether the messages may be exchanged now. */
    boolean mayBegin() {
        for (int i = 0; i < numbers.size(); i++) {
            if (!numbers.get(i).mayBegin()) {
                return false;
            }
        }
        return true;
    }

    /** No message of the collective is under way, and none will be. */
    void endNumbers() {
        numbers.forEach(MessageNumbers::end);
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
        calls.forEach(Call::releaseMemory);
        calls.clear();
    }
}
