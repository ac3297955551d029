package org.strata.btl.trace;

/**
 * What is traced of one message.
 *
 * @param what the event
 * @param btl name of the link
 * @param peer the other process's rank
 * @param tag the active message's tag; 0 for puts and gets
 * @param header bytes of the upper layer's header, as far as the link knows
 * @param payload bytes behind it
 * @param rc its return code
 */
record TracedMessage(What what, String btl, int peer, int tag, int header, long payload, int rc) {
    /** What happened to a message. */
    enum What {
        /** It was sent by copying it at once. */
        IMMEDIATE("->"),
        /** A descriptor was sent. */
        SEND("->"),
        /** A write to a peer's memory was started. */
        PUT("->"),
        /** A read of a peer's memory was started. */
        GET("<-"),
        /** A message came in. */
        RECEIVE("<-"),
        /** A descriptor's send failed after it had been accepted. */
        FAILED("->"),
        /** The link broke. */
        BROKEN("--");

        final String arrow;

        What(String arrow) {
            this.arrow = arrow;
        }
    }
}
