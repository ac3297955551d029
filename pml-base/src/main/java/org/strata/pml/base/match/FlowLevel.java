package org.strata.pml.base.match;

/** What a receiver lets a sender send unasked. The ordinal is on the wire. */
public enum FlowLevel {
    /** Everything. */
    GO,
    /** The headers of messages, without data: standard sends wait for the match, too. */
    HEADERS,
    /** Nothing: messages wait at the sender until the receiver has come to one of the others. */
    PAUSE;

    private static final FlowLevel[] BY_CODE = values();

    /** Returns the level with an ordinal. */
    public static FlowLevel of(int code) {
        return BY_CODE[code];
    }
}
