package org.strata.btl.openib;

/** One peer as the rings to and from it see it: its connection, its order, its deliveries. */
interface RingPeer {
    /** Returns whether it is connected and nothing broke. */
    boolean isReady();

    /** Returns the channels of the present connection; none without one. Rings use the first. */
    Channel[] channels();

    /** Returns the peer's messages in their order. */
    ReceiveOrder incoming();

    /** Returns the number of the next message of ours. */
    int nextSequence();

    /** Has the link call this peer until nothing is left to do. */
    void schedule();

    /** Accounts for a packet's header; returns its kind. */
    int accept(long packet);

    /** The next message has come by ring, in a packet that brings nothing else. */
    void onPlain();

    /** Handles a packet of the ring. */
    void onRingPacket(long packet, int length);

    /** Keeps a packet of a ring that ends: it has come, and the next progress delivers it. */
    void keep(long packet, int length);

    /** Packets have been delivered: their space is to be granted again. */
    void afterReceived();
}
