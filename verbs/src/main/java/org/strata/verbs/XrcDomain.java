package org.strata.verbs;

/** Ties XRC target queue pairs to XRC shared receive queues, possibly of several processes. */
public interface XrcDomain extends AutoCloseable {
    /** Returns the device it belongs to. */
    Context context();

    /**
     * @throws VerbsException EBUSY while this process has queues or pairs in it
     */
    @Override
    void close();
}
