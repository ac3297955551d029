package org.strata.verbs;

/** Where a thread sleeps until an armed completion queue gets a completion. Thread-safe. */
public interface CompletionChannel extends AutoCloseable {
    /**
     * Takes the next event; it is acknowledged by being taken.
     *
     * <p>The pattern that misses nothing: arm ({@link CompletionQueue#requestNotify}), poll until
     * empty, await, and again. The queue is disarmed by its event.
     *
     * @param timeoutNanos how long to wait; 0 returns at once
     * @return the queue that had a completion, or null
     */
    CompletionQueue await(long timeoutNanos);

    /**
     * @throws VerbsException EBUSY when completion queues use it
     */
    @Override
    void close();
}
