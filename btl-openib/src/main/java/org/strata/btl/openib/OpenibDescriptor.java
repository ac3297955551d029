package org.strata.btl.openib;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.pool.BoundedPool;

/** A pooled send: packet header, upper header and payload in one piece of registered memory. */
final class OpenibDescriptor extends Descriptor {
    /** Where it is released to. */
    final BoundedPool<OpenibDescriptor> pool;

    /** Where the packet begins. */
    final long frame;

    final int lkey;

    /** The next in a queue. */
    OpenibDescriptor next;

    /** While it waits: the receive queue that it will take. */
    int queue;

    /** Of the packet header. */
    int tag;

    int kind;

    /** Bytes behind the packet header, once sent. */
    int bytes;

    /** Has been posted once, and so has a sequence number that stays. */
    boolean numbered;

    int sequence;

    /** Has been posted as a write to the peer's ring, the last time. */
    boolean byRing;

    /** The BTL's own copy of a message: nobody waits for its completion. */
    boolean internal;

    /** Its return code, while it waits for its callback. */
    int rc;

    OpenibDescriptor(BoundedPool<OpenibDescriptor> pool, long frame, int lkey) {
        this.pool = pool;
        this.frame = frame;
        this.lkey = lkey;
        this.address = frame + PacketHeader.BYTES;
    }

    /** Makes it a fresh descriptor for the upper layer; its endpoint sets the rest. */
    void reset(BtlEndpoint to, int header, int payload) {
        endpoint = to;
        setLengths(header, payload);
    }

    /**
     * Makes it a fresh packet of the BTL's own, which releases it to the pool when it completes: no
     * upper layer reads its fields.
     */
    void fill(int newTag, int newKind, int length) {
        numbered = false;
        internal = true;
        tag = newTag;
        kind = newKind;
        bytes = length;
    }
}
