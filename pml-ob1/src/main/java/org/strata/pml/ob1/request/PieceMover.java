package org.strata.pml.ob1.request;

/** Moves the pieces of a transfer: reads them, or orders the sender to write them. */
public interface PieceMover {
    /**
     * Starts a registered piece.
     *
     * @return OK; NO_RESOURCE when progress must try again; any other code ends the lane
     */
    int start(Piece piece);

    /**
     * Handles a FIN: the sender has written a piece that it was ordered, or failed to.
     *
     * @param size bytes written, or a negative Rc code that says why it did not
     */
    void onFin(Piece piece, long size);

    /** Completes the receive if no piece is left to start and none is under way. */
    void endIfOver(RecvRequest request);
}
