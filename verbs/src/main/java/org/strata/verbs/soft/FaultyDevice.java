package org.strata.verbs.soft;

/** What a {@link FaultPlan} does to a device of its process. Thread-safe. */
public interface FaultyDevice {
    /** Returns the device's name. */
    String device();

    /** Returns the device's number on its fabric. */
    long number();

    /** Returns how many ports it has; they count from 1. */
    int ports();

    /** Takes a port down, or up again, with its event. */
    void setPort(int port, boolean up);

    /** Fails the device: delivers its event, flushes all queue pairs, answers no peer any more. */
    void fail();

    /**
     * Breaks a queue pair, as an adapter does that finds its state corrupt.
     *
     * @param qpNumber of the pair; ignored if it is closed
     */
    void failQp(int qpNumber);
}
