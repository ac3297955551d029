package org.strata.btl.openib;

import org.strata.btl.openib.connect.PortAddress;
import org.strata.btl.openib.connect.QueueOffer;
import org.strata.verbs.DataOrder;
import org.strata.verbs.QueuePair;

/** What a channel sends with: queue pairs of its own, or one that channels to a node share. */
interface ChannelPairs {
    /** Returns the queue pair that sends. */
    QueuePair sending();

    /** Returns the requests that the channel may have under way. */
    int sendDepth();

    /** Returns who else sends with it; null where the queue pair is the channel's own. */
    SharedSends common();

    /** Returns how many queue pairs the channel owns; 0 where it borrows one. */
    int count();

    /** Returns the number that received messages are reported under; 0 for none of its own. */
    int receiving();

    /** Returns whether one that the channel owns has this number. */
    boolean has(int number);

    /** Returns in which order the peer's RDMA writes are seen here, once connected. Tier 3. */
    DataOrder dataOrder();

    /** Returns what the peer learns of them, with the channel's own numbers. */
    QueueOffer offer(int psn, int count, int control, int receiveQueue, int channel);

    /** Connects those that the channel owns with the peer's. */
    void connect(Port port, PortAddress address, QueueOffer theirs);

    /** Returns whether they have ever been connected. */
    boolean wereConnected();

    /** The adapter reports that they consume no more receives of the shared queue. */
    void onLastReceive();

    boolean hadLastReceive();

    /** Returns whether one is in error. */
    boolean isBroken();

    /** Breaks those that the channel owns: what is under way is flushed. */
    void abort();

    /** Destroys those that the channel owns; the channel sends no more with a borrowed one. */
    void close();
}
