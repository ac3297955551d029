package org.strata.btl.openib;

/** What a link counts, in plain fields. */
final class OpenibCounters {
    /** Messages handed to upper layers. */
    long received;

    /** Messages that came before their turn, over another queue pair. */
    long early;

    /** Messages that came twice, because a connection broke in between. */
    long duplicates;

    /** Messages that went in one packet with an earlier one. */
    long coalesced;

    /** Messages that carried nothing but credits. */
    long creditMessages;

    /** Connections that broke. */
    long breaks;

    /** Ends of lanes that broke and were repaired, but for those that a process broke itself. */
    long laneBreaks;

    /**
     * Datagrams sent, acknowledgements included, and those among them that had been sent before.
     */
    long datagramsSent;

    long datagramsRepeated;

    /** Datagrams of the job that came, and others, which were dropped. */
    long datagramsReceived;

    long datagramsRefused;
}
