package org.strata.verbs.soft;

import org.strata.verbs.WcStatus;

/**
 * What goes wrong in a software fabric, decided request by request; for simulations. Asked by the
 * thread that executes the request: with one thread and a seed, a run repeats exactly. Times are
 * nanoseconds of the fabric's clock.
 */
public interface FaultPlan {
    /** Nothing goes wrong. */
    FaultPlan NONE = new FaultPlan() {};

    /** Told of each device of this process when it is opened. */
    default void opened(SoftContext context) {}

    /**
     * Returns how long a send request waits before it is executed; asked once per request. Requests
     * of one queue pair keep their order, those of different pairs overtake each other.
     *
     * @param context the device's number, {@link SoftContext#number}
     * @param qp the queue pair's number
     * @param opcode {@link org.strata.verbs.WrOpcode}
     */
    default long executionDelay(long context, int qp, int opcode) {
        return 0;
    }

    /**
     * Returns how long the sender's completion comes after the execution; asked once per request.
     * Completions of one queue pair keep their order.
     */
    default long completionDelay(long context, int qp, int opcode) {
        return 0;
    }

    /**
     * Returns whether a request that needs a receive at the peer is told there is none; asked at
     * every attempt.
     */
    default boolean notReady(long context, int qp) {
        return false;
    }

    /** Returns whether an attempt gets no answer, as if the packet had been lost. */
    default boolean lost(long context, int qp) {
        return false;
    }

    /**
     * Returns the {@link WcStatus} with which a request breaks its queue pair, or SUCCESS for none;
     * asked once per request.
     */
    default int failure(long context, int qp, int opcode) {
        return WcStatus.SUCCESS;
    }

    /**
     * Returns whether a request that is to fail has been executed before, so that only its
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
