package mpi;

import org.strata.mca.pml.CommContext;

/**
 * Whether the calls of this process are measured for a report of its job. {@link #ON} is a constant
 * once MPI is initialized: the compilers drop all that depends on it where it is false, so that the
 * code of a call is what it would be without.
 */
final class Observed {
    private static final Observation OBSERVATION = Observation.chosen();

    /** Whether calls are measured. */
    static final boolean ON = OBSERVATION != null;

    /** Whether several threads call at a time. */
    private static final boolean SEVERAL = ON && OBSERVATION.several();

    private static final CallLog ONLY = ON && !SEVERAL ? OBSERVATION.log() : null;

    private Observed() {}

    /** Returns the calling thread's log. */
    static CallLog log() {
        return SEVERAL ? OBSERVATION.log() : ONLY;
    }

    /**
     * Begins a call of a function that is not tier 1, until the end of {@code try (var _ =
     * Observed.call(name))}.
     *
     * @return null if calls are not measured, or this one is a part of another
     */
    static CallLog call(String name) {
        return ON ? begun(name) : null;
    }

    private static CallLog begun(String name) {
        CallLog log = log();
        return log.begin(log.stats(name)) ? log : null;
    }

    /** Adds data that the program sends in the call that the thread is in. */
    static void sent(long bytes) {
        log().addSent(bytes);
    }

    /** Adds data of the program's that the call moves which the thread is in. */
    static void moved(long bytes) {
        log().addMoved(bytes);
    }

    /**
     * Adds a buffer of a collective that is being checked.
     *
     * @param written whether the collective writes to it
     */
    static void operand(long bytes, boolean written) {
        log().addOperand(bytes, written);
    }

    /** Adds the buffers of the collective that has been checked to the call that begins. */
    static void operands() {
        CallLog log = log();
        log.addMoved(log.takeOperands());
    }

    /** As {@link #operands()}; the call is done when it returns. */
    static void operands(CommContext comm) {
        CallLog log = log();
        long bytes = log.takeOperands();
        log.addMoved(bytes);
        if (log.tellsCollectives()) {
            log.collective(comm.label(), bytes);
        }
    }

    /** Begins a blocking send, unless it is a part of another call. */
    static boolean sends() {
        CallLog log = log();
        return log.begin(log.send);
    }

    /** Begins a blocking receive, unless it is a part of another call. */
    static boolean receives() {
        CallLog log = log();
        return log.begin(log.receive);
    }
}
