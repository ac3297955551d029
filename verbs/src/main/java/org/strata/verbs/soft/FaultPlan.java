package org.strata.verbs.soft;

import org.strata.verbs.WcStatus;

/**
 * Decides request by request what fails in a software fabric; for simulations. The thread that
 * executes a request calls it: with one thread and a seed, a run repeats exactly. Times are
 * nanoseconds of the fabric's clock.
 */
public interface FaultPlan {
    /** Nothing fails. */
    FaultPlan NONE = new FaultPlan() {};

    /** Called when this process has opened a device. */
    default void opened(FaultyDevice device) {}

    /**
     * Returns how long a send request waits before it is executed; called once per request.
     * Requests of one queue pair keep their order, those of different pairs overtake each other.
     *
     * @param context the device's number, {@link SoftContext#number}
     * @param qp the queue pair's number
     * @param opcode {@link org.strata.verbs.WrOpcode}
     */
    default long executionDelay(long context, int qp, int opcode) {
        return 0;
    }

    /**
     * Returns how long after the execution the sender gets its completion; called once per request.
     * Completions of one queue pair keep their order.
     */
    default long completionDelay(long context, int qp, int opcode) {
        return 0;
    }

    /**
     * Returns whether a request that needs a receive finds none at the peer; called at every
     * attempt.
     */
    default boolean notReady(long context, int qp) {
        return false;
    }

    /**
     * Returns whether an attempt gets no answer, as if its packet were lost; a datagram is lost for
     * good.
     */
    default boolean lost(long context, int qp) {
        return false;
    }

    /**
     * Returns whether a datagram is overtaken by those posted behind it; called once per datagram.
     */
    default boolean overtaken(long context, int qp) {
        return false;
    }

    /** Returns whether a datagram that has arrived arrives again, later. */
    default boolean repeated(long context, int qp) {
        return false;
    }

    /**
     * Returns the {@link WcStatus} with which a request breaks its queue pair, or SUCCESS; called
     * once per request.
     */
    default int failure(long context, int qp, int opcode) {
        return WcStatus.SUCCESS;
    }

    /**
     * Returns whether a request that is to fail is executed before, so that only its
     * acknowledgement is lost.
     */
    default boolean failsAfterDelivery(long context, int qp) {
        return false;
    }

    /** Returns whether a registration is refused for lack of resources. */
    default boolean refuseRegistration(long context, long length) {
        return false;
    }
}
