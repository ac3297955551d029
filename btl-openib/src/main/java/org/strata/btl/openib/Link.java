package org.strata.btl.openib;

import org.strata.btl.openib.connect.Agenda;
import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.proc.Proc;

/** What the peers of a link need of it that no part of it does alone. */
interface Link {
    /** Returns a descriptor with room for so many bytes, or null. */
    OpenibDescriptor acquire(int bytes);

    /** Returns a descriptor for a control message, or null. */
    OpenibDescriptor acquireControl();

    /** A message is over: releases it, or queues its callback. */
    void completed(OpenibDescriptor message, int rc);

    /** An RDMA operation is over: queues its callback. */
    void completed(RdmaOperation operation, int rc);

    /** Passes a received message to the upper layer. */
    void dispatch(BtlEndpoint from, int tag, long address, int length);

    /**
     * Makes one channel of a new connection.
     *
     * @param borrowed the queue pair that leads to the peer's node; null for some of its own
     */
    Channel openChannel(ChannelEvents events, int queue, ChannelPairs borrowed);

    /** Has a peer called on every poll, until it needs no service. */
    void schedule(Agenda.Entry peer);

    /** Sends a message out of band. */
    void say(Proc peer, ConnectionMessage message);

    /** Has the link make progress. */
    void activate();

    /** Reports a lost peer to the upper layer: from progress, after the descriptors' callbacks. */
    void lost(BtlEndpoint peer, String reason);

    /**
     * Polls the queues, for a receive that goes on with what came by ring. Returns whether it must
     * not: a message has come, or there is something to do.
     */
    boolean pollAside();

    boolean isClosed();
}
