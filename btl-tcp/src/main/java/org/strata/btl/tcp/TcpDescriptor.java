package org.strata.btl.tcp;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.pool.BoundedPool;

import java.nio.ByteBuffer;

/**
 * A pooled send: frame header, upper header and copied payload in one piece of native memory, and
 * possibly more payload in place. The positions of its two buffers are how far it has been written.
 */
final class TcpDescriptor extends Descriptor {
    /** Where it is released to. */
    final BoundedPool<TcpDescriptor> pool;

    final ByteBuffer frame;

    /** The in-place payload once sealed, while inPlaceLength is above 0. */
    ByteBuffer payload;

    /** The next in a queue. */
    TcpDescriptor next;

    /** Staged bytes of the endpoint that precede this descriptor. */
    long mark;

    /** Its return code, while it waits for its callback. */
    int rc;

    private final NativeBuffer memory;
    private final MemoryView view = new MemoryView();

    TcpDescriptor(BoundedPool<TcpDescriptor> pool, int room) {
        this.pool = pool;
        this.memory = new NativeBuffer(FrameHeader.BYTES + room);
        this.frame = memory.bytes;
    }

    /** Makes it a fresh descriptor without in-place payload. */
    void reset(BtlEndpoint to, int header, int copied) {
        address = memory.address + NativeBuffer.START + FrameHeader.BYTES;
        endpoint = to;
        setLengths(header, copied);
        registration = null;
        next = null;
    }

    /** Adds payload in place. */
    void pointAt(long source, int bytes) {
        inPlaceAddress = source;
        inPlaceLength = bytes;
        payloadLength = bytes;
    }

    /** Writes the frame header and sets both buffers to what there is to write. */
    void seal(int tag) {
        int bytes = length + (int) inPlaceLength;
        FrameHeader.write(address - FrameHeader.BYTES, tag, FrameHeader.SEND, bytes);
        frame.limit(NativeBuffer.START + FrameHeader.BYTES + length).position(NativeBuffer.START);
        if (inPlaceLength > 0) {
            payload = view.of(inPlaceAddress, (int) inPlaceLength);
        }
    }

    /** Returns the bytes that are not written yet. */
    long remaining() {
        return frame.remaining() + (inPlaceLength == 0 ? 0L : payload.remaining());
    }

    /** Returns whether all bytes have been written. */
    boolean written() {
        return !frame.hasRemaining() && (inPlaceLength == 0 || !payload.hasRemaining());
    }
}
