package org.strata.verbs;

/** Where finished work requests are reported. Thread-safe. */
public interface CompletionQueue extends AutoCloseable {
    /**
     * Takes completions, oldest first. Tier 1. With a provider that has no hardware and no thread
     * of its own, polling any queue of the device is also what moves its work.
     *
     * @param into receives them from index 0
     * @param max how many at most, up to {@code into.capacity()}
     * @return how many; negative ({@link org.strata.opal.Rc#FATAL}) when the queue has overflowed
     *     or the device has died
     */
    int poll(WorkCompletions into, int max);

    /**
     * Arms the queue: its next completion makes one event on its channel. Completions that are
     * there already don't: poll after arming.
     *
     * @param solicitedOnly only a receive whose sender set {@link SendFlags#SOLICITED}, or a
     *     completion in error, makes the event
     * @return OK, or FATAL
     */
    int requestNotify(boolean solicitedOnly);

    /** Returns the completions that fit. */
    int depth();

    /**
     * Makes room for more (or fewer) completions; those that wait are kept.
     *
     * @throws VerbsException EINVAL beyond the device's limit or when those that wait don't fit,
     *     EOPNOTSUPP
     */
    void resize(int depth);

    /**
     * @throws VerbsException EBUSY when queue pairs or shared receive queues use it
     */
    @Override
    void close();
}
