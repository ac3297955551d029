package org.strata.coll.schedule;

import org.strata.opal.Rc;

import java.util.ArrayList;
import java.util.List;

/** What one recorded collective consists of: steps, and the temporary memory of its calls. */
final class StepList {
    private final List<Recorder> calls = new ArrayList<>(1);
    private Step first;
    private Step last;
    private int rc = Rc.OK;

    /** Adds a call, whose memory is released with the others'. */
    void add(Recorder call) {
        calls.add(call);
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
