package org.strata.btl.openib.fast;

/** Who gets what comes by ring: the rings of a peer, which ask its endpoint. */
public interface RingHost {
    /** Returns whether a packet may be delivered now: nothing before it is missing. */
    boolean isDue(long packet);

    /** Delivers a packet; its memory is the ring's again on return. */
    void onRingPacket(long packet, int length);

    /** Packets have been delivered and their space is owed to the peer. */
    void afterRingPackets();

    /**
     * So much space is owed that it is to be granted by a write to the peer's word; only of rings
     * for which {@link IncomingRing#grantsByWrite} was set.
     */
    default void grantByWrite() {}

    /** Returns the number of the next message that has not been delivered. */
    int expected();

    /** Returns whether a ring may be opened. */
    boolean mayOpen();

    /** The ring was asked to open, or to close. */
    void onRingChange();
}
