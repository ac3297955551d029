package org.strata.pml.tupleq;

/** Of one pair: sends that wait for receives for want of room, and whether sends end. */
final class Crowd {
    /** Sends that would be complete if there was room. */
    int waiting;

    /** Those of them that are copied, and have found no lane. */
    int copies;

    /** Sends that have ended so far, and that number at the last look. */
    long ended;

    long endedSeen;

    /** Looks in a row without the end of a send. */
    int looks;

    /** Whether the receiver has been told that there is no room. */
    boolean flooded;

    /** Whether the list of pairs to look after contains the pair. */
    boolean listed;
}
