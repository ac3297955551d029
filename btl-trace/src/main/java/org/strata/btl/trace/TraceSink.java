package org.strata.btl.trace;

/** Where traced messages go. */
interface TraceSink {
    /** Takes one message. */
    void take(TracedMessage message);

    /** One more link writes here. */
    default void open() {}

    /** A link that wrote here is closed; the last one closes the sink. */
    default void close() {}
}
