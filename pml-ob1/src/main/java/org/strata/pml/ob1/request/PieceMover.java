package org.strata.pml.ob1.request;

/** Moves the pieces of a transfer: reads them, or orders the sender to write them. */
public interface PieceMover {
    /**
     * Starts a registered piece.
     *
     * @return OK; NO_RESOURCE when progress must try again; any other code ends the lane
     */
    int start(Piece piece);

    /** Completes the receive if no piece is left to start and none is under way. */
    void endIfOver(RecvRequest request);
}
