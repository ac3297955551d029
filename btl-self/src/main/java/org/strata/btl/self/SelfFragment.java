package org.strata.btl.self;

import org.strata.mca.btl.Descriptor;
import org.strata.mca.btl.RdmaBtl;

/** One entry of the loopback's queue: a message, or a copy that stands for a put or get. Pooled. */
final class SelfFragment extends Descriptor {
    /** What progress does with it. */
    enum Kind {
        /** Message of {@link SelfBtl#sendImmediate}: deliver, then free. */
        IMMEDIATE,
        /** Message of {@link SelfBtl#send}: deliver, then run the callback. */
        SEND,
        /** Put or get: copy, then run the callback. */
        COPY
    }

    final SelfFragmentPool pool;

    /** The next in the queue, while under way. */
    SelfFragment next;

    Kind kind;
    int tag;

    // Of a COPY only.
    long source;
    long target;
    long bytes;
    RdmaBtl.RdmaCallback copied;

    /**
     * @param address memory of {@code capacity} bytes for header and payload
     */
    SelfFragment(SelfFragmentPool pool, long address) {
        this.pool = pool;
        this.address = address;
    }
}
