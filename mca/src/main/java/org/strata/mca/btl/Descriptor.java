package org.strata.mca.btl;

import org.strata.mca.rcache.Registration;

/**
 * A pooled send: header and payload in memory the BTL can transmit. BTLs extend it. Fields are
 * public because they are the tier-1 interface between layers.
 *
 * <p>Life: the upper layer gets it from {@link Btl#alloc} or {@link Btl#prepareSource}, writes the
 * header at {@link #address} and sets {@link #callback}. {@link Btl#send} passes it to the BTL,
 * which owns it until it runs the callback. {@link Btl#free} releases it to the pool; the callback
 * must do so, or send it again.
 */
public abstract class Descriptor {
    /** Address of the header, {@link #headerLength} bytes, followed by the copied payload. */
    public long address;

    /** Bytes at {@link #address}: header plus copied payload. */
    public int length;

    /** Bytes reserved for the upper layer's header at the start. */
    public int headerLength;

    /** Address of payload sent in place from user memory, valid when inPlaceLength is above 0. */
    public long inPlaceAddress;

    /** Bytes sent in place after the first segment; 0 when all payload was copied. */
    public long inPlaceLength;

    /** Payload bytes in this descriptor, copied or in place. */
    public long payloadLength;

    /**
     * The registration of in-place memory where the BTL needs one; the upper layer deregisters it.
     */
    public Registration registration;

    /** The endpoint it was made for. */
    public BtlEndpoint endpoint;

    /** Called once, when the BTL no longer needs the descriptor. */
    public Callback callback;

    /** The upper layer's own reference; the BTL does not use it. */
    public Object context;

    /** The upper layer's own number; the BTL does not use it. */
    public long cookie;

    /** Sets the lengths of a header and a payload copied behind it; nothing is sent in place. */
    public final void setLengths(int header, int payload) {
        headerLength = header;
        length = header + payload;
        payloadLength = payload;
        inPlaceLength = 0;
    }

    /** Called when a descriptor's operation is over. */
    @FunctionalInterface
    public interface Callback {
        /**
         * The operation is over: locally complete (its memory may be reused) or failed. Must free
         * the descriptor or send it again. Runs inside progress, or inside the call that started
         * the operation.
         *
         * @param rc {@code Rc.OK}, or why it failed
         */
        void onComplete(Btl btl, Descriptor descriptor, int rc);
    }
}
