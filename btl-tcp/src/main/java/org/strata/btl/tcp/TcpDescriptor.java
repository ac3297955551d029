package org.strata.btl.tcp;

import org.strata.mca.btl.Descriptor;
import org.strata.opal.memory.Memory;

import java.nio.ByteBuffer;

/**
 * A pooled send: frame header, upper header and copied payload in one piece of native memory, and
 * possibly more payload in place. The positions of its two buffers say how much has been written.
 */
final class TcpDescriptor extends Descriptor {
    /** Bytes that one view of user memory spans, so that most sends reuse the view they have. */
    private static final long VIEW_BYTES = 1L << 30;

    final DescriptorPool pool;
    final ByteBuffer frame;

    /** The in-place payload while inPlaceLength is above 0. */
    ByteBuffer view;

    /** The next in a queue or in the pool. */
    TcpDescriptor next;

    /** Staged bytes of the endpoint that go before this. */
    long mark;

    /** How it ended, while it waits for its callback. */
    int rc;

    private final NativeBuffer memory;
    private long viewAddress;

    TcpDescriptor(DescriptorPool pool, int room) {
        this.pool = pool;
        this.memory = new NativeBuffer(FrameHeader.BYTES + room);
        this.frame = memory.bytes;
    }

    /** Makes it a fresh descriptor without in-place payload. */
    void reset(TcpEndpoint to, int header, int copied) {
        address = memory.address + NativeBuffer.START + FrameHeader.BYTES;
        endpoint = to;
        headerLength = header;
        length = header + copied;
        payloadLength = copied;
        inPlaceLength = 0;
        registration = null;
        next = null;
    }

    /** Adds payload in place. */
    void pointAt(long source, int bytes) {
        inPlaceAddress = source;
        inPlaceLength = bytes;
        payloadLength = bytes;
        if (view == null || source < viewAddress || source + bytes > viewAddress + VIEW_BYTES) {
            viewAddress = Math.max(0, source - VIEW_BYTES / 2);
            view = Memory.all().asSlice(viewAddress, VIEW_BYTES).asByteBuffer();
        }
    }

    /** Writes the frame header and sets both buffers to what there is to write. */
    void seal(int tag) {
        int bytes = length + (int) inPlaceLength;
        FrameHeader.write(address - FrameHeader.BYTES, tag, FrameHeader.SEND, bytes);
        frame.limit(NativeBuffer.START + FrameHeader.BYTES + length).position(NativeBuffer.START);
        if (inPlaceLength > 0) {
            int from = (int) (inPlaceAddress - viewAddress);
            view.limit(from + (int) inPlaceLength).position(from);
        }
    }

    /** Returns whether all bytes have been written. */
    boolean written() {
        return !frame.hasRemaining() && (inPlaceLength == 0 || !view.hasRemaining());
    }
}
