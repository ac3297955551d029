package org.strata.btl.trace;

/** Where traced messages go. */
interface TraceSink {
    /** Records one message. */
    void record(TracedMessage message);

    /** One more link writes here. */
    default void open() {}

    /** A link that writes here is closed; the last one closes the sink. */
    default void close() {}
}
