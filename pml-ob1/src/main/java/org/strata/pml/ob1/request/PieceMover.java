package org.strata.pml.ob1.request;

/** How the pieces of a transfer move: this side reads them, or has the sender write them. */
public interface PieceMover {
    /**
     * Starts a registered piece.
     *
     * @return OK; NO_RESOURCE to be polled again; any other code ends the lane's part in it
     */
    int start(Piece piece);

    /** Ends the receive if nothing is left to start and nothing is under way. */
    void endIfOver(RecvRequest request);
}
