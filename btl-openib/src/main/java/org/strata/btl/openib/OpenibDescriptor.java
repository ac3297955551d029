package org.strata.btl.openib;

import org.strata.mca.btl.Descriptor;

/** A pooled send: packet header, upper header and payload in one piece of registered memory. */
final class OpenibDescriptor extends Descriptor {
    final OpenibDescriptorPool pool;

    /** Where the packet begins. */
    final long frame;

    final int lkey;

    /** The next in a queue. */
    OpenibDescriptor next;

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

    OpenibDescriptor(OpenibDescriptorPool pool, long frame, int lkey) {
        this.pool = pool;
        this.frame = frame;
        this.lkey = lkey;
        this.address = frame + PacketHeader.BYTES;
    }

    /**
     * Makes it a fresh descriptor for the upper layer; {@link OpenibEndpoint#send} sets the rest.
     */
    void reset(OpenibEndpoint to, int header, int payload) {
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
