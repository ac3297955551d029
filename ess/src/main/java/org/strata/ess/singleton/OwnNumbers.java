package org.strata.ess.singleton;

import org.strata.mca.ess.NumbersDesk;

import java.util.Map;

/** The numbers of the only rank of a job. */
final class OwnNumbers implements NumbersDesk {
    private byte[] numbers;
    private Reporter reporter;

    @Override
    public synchronized void leave(byte[] last) {
        numbers = last;
    }

    @Override
    public boolean keeps() {
        return true;
    }

    @Override
    public synchronized void reportBy(Reporter made) {
        reporter = made;
    }

    /** The job ends: makes the report, if one is wanted and not made yet. */
    void report(String ended) {
        Reporter made;
        byte[] last;
        synchronized (this) {
            made = reporter;
            last = numbers;
            reporter = null;
        }
        if (made != null) {
            made.report(last == null ? Map.of() : Map.of(0, last), ended);
        }
    }
}
