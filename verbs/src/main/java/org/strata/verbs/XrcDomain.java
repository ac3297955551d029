package org.strata.verbs;

/** Ties XRC target queue pairs to XRC shared receive queues, possibly of several processes. */
public interface XrcDomain extends AutoCloseable {
    /**
     * @throws VerbsException EBUSY while this process has queues or pairs in it
     */
    @Override
    void close();
}
