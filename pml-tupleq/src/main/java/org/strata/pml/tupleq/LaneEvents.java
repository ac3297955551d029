package org.strata.pml.tupleq;

/** What the lanes report of messages that the link has accepted. */
interface LaneEvents {
    /**
     * A message has landed in its receive.
     *
     * @param cut whether it was longer than the receive
     */
    void landed(TupleSend send, boolean cut);

    /** The link has completed a message that has not landed, or of which it cannot know that. */
    void notLanded(TupleSend send);

    /** A message of the pair has been completed, and its lane is another one's where it may be. */
    void completed(OutgoingPair out);
}
