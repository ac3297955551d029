package org.strata.mca.ess;

import java.util.Map;

/**
 * Where the ranks of a job without an mpirun leave their numbers for the report of the job: one of
 * its processes keeps them, and makes the report. Thread-safe.
 */
public interface NumbersDesk {
    /** Takes this rank's numbers so far, instead of those that it has left before. */
    void leave(byte[] numbers);

    /** Returns whether this process keeps the numbers of all ranks. */
    boolean keeps();

    /** Sets who makes the report; in the process that keeps the numbers. */
    void reportBy(Reporter reporter);

    /** Makes the report of a job. */
    @FunctionalInterface
    interface Reporter {
        /**
         * Called once, when all ranks have left, or when the job is about to be ended.
         *
         * @param numbers what ranks have left last, by rank
         * @param ended how the job has ended, for the user
         */
        void report(Map<Integer, byte[]> numbers, String ended);
    }
}
