package org.strata.verbs;

/** Reports finished work requests. Thread-safe. */
public interface CompletionQueue extends AutoCloseable {
    /**
     * Removes completions, oldest first. Tier 1. A provider that has neither hardware nor a thread
     * of its own executes its waiting work in the poll of any of the device's queues.
     *
     * @param into filled from index 0
     * @param max largest number of completions, up to {@code into.capacity()}
     * @return number of completions; negative ({@link org.strata.opal.Rc#FATAL}) when the queue has
     *     overflowed or the device has failed
     */
    int poll(WorkCompletions into, int max);

    /**
     * Arms the queue: its next completion makes one event on its channel. Completions that are in
     * the queue already make none: poll after arming.
     *
     * @param solicitedOnly only a receive whose sender set {@link SendFlags#SOLICITED}, or a
     *     completion in error, makes the event
     * @return OK, or FATAL
     */
    int requestNotify(boolean solicitedOnly);

    /** Returns the number of completions that fit. */
    int depth();

    /**
     * Resizes the queue; completions in it stay.
     *
     * @throws VerbsException EINVAL beyond the device's limit or when the completions in it do not
     *     fit, EOPNOTSUPP
     */
    void resize(int depth);

    /**
     * @throws VerbsException EBUSY when queue pairs or shared receive queues use it
     */
    @Override
    void close();
}
