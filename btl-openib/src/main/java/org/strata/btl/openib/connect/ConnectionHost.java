package org.strata.btl.openib.connect;

import java.util.List;

/** What a {@link Connection} drives: the endpoint with its queue pairs. */
public interface ConnectionHost {
    /** Whether queue pairs may be had. */
    enum Grant {
        /** They exist now, and know no peer yet. */
        NOW,
        /** They will: {@link Connection#resume} is called when it is worth asking again. */
        LATER,
        /** Not foreseeable: all that there are wait for peers themselves. */
        BUSY,
        /** They can't be made; {@link #trouble} says why. */
        IMPOSSIBLE
    }

    /**
     * Makes queue pairs if the budget allows.
     *
     * @param asked whether a peer holds queue pairs of its own for this: it goes first
     */
    Grant takeQueuePairs(boolean asked);

    /** Returns why the latest attempt to make or to connect queue pairs failed. */
    String trouble();

    /** Returns our port's address. */
    PortAddress address();

    /** Returns our queue pairs, with what the peer may send at first. */
    List<QueueOffer> offer();

    /**
     * Returns the word to which the peer may write grants, once the queue pairs are connected;
     * lanes have none.
     */
    default GrantWordOffer grantWord() {
        return GrantWordOffer.NONE;
    }

    /**
     * Posts receives and connects the queue pairs with the peer's; what the peer has not received
     * of earlier connections is to be sent again.
     *
     * @return false when that fails: {@link #trouble} says why
     */
    boolean establish(ConnectionMessage theirs);

    /** The peer's ACK has come, maybe after its first data. */
    default void acknowledged(ConnectionMessage theirs) {}

    /** Returns whether a queue pair of ours is in error, known to {@link Connection} or not. */
    boolean isBroken();

    /** The peer is ready: send what there is. */
    void connected();

    /** Returns whether nothing of ours is under way. */
    boolean drained();

    /** Breaks the queue pairs: what is under way comes back soon. */
    void abort();

    /**
     * Returns whether all that the peer's CLOSE counts as arrived has come; lanes count nothing.
     */
    default boolean received(ConnectionMessage close) {
        return true;
    }

    /** Returns the number of the next message that we wait for; lanes number none. */
    default int expected() {
        return 0;
    }

    /** Returns our queue pairs, with the number of messages that have arrived for certain. */
    List<QueueOffer> arrived();

    /** Destroys the queue pairs. */
    void release();

    /** Returns whether there is something to send. */
    boolean hasWork();

    /** The link to the peer is lost. */
    void failed(String reason);

    /** Says something to the peer, out of band. */
    void say(ConnectionMessage message);

    /** Tells of a transition, for the verbose stream. */
    void trace(ConnectionState from, ConnectionState to, String why);
}
