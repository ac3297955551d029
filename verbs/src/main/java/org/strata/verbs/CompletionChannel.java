package org.strata.verbs;

/** Where a thread sleeps until an armed completion queue gets a completion. Thread-safe. */
public interface CompletionChannel extends AutoCloseable {
    /**
     * Waits for the next event, removes it from the channel and acknowledges it.
     *
     * <p>To miss no completion: arm ({@link CompletionQueue#requestNotify}), poll until empty,
     * await, and repeat. An event disarms its queue.
     *
     * @param timeoutNanos how long to wait; 0 returns at once
     * @return the queue that had a completion, or null
     */
    CompletionQueue await(long timeoutNanos);

    /**
     * Ends the wait of a thread in {@link #await}, which returns null; without one the next wait
     * ends at once. Several calls may end a single wait. Any thread may call.
     */
    void wake();

    /**
     * @throws VerbsException EBUSY when completion queues use it
     */
    @Override
    void close();
}
