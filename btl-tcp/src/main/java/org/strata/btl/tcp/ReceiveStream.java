package org.strata.btl.tcp;

import org.strata.opal.memory.Memory;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/**
 * The receiving side of one connection: reads as much as there is, passes whole frames on in place,
 * and keeps a buffer only while it contains part of a frame. Tier 1.
 */
final class ReceiveStream {
    private final BufferPool buffers;
    private final int maxLength;
    private NativeBuffer held;
    private int start = NativeBuffer.START;
    private int end = NativeBuffer.START;
    private boolean dispatching;

    /** Handles whole frames. */
    interface FrameHandler {
        /** Handles a message; its bytes are valid until return. */
        void onMessage(int tag, long address, int length);

        /** The peer has sent its last frame. */
        void onFin();

        /** Returns whether further frames are wanted. */
        boolean isOpen();
    }

    /**
     * @param buffers each with room for at least one frame of {@code maxLength} payload bytes
     */
    ReceiveStream(BufferPool buffers, int maxLength) {
        this.buffers = buffers;
        this.maxLength = maxLength;
    }

    /**
     * Reads once and passes whole frames on.
     *
     * @return events: frames passed on, at least one when anything was read
     * @throws EOFException at the end of the stream
     */
    int poll(SocketChannel channel, FrameHandler handler) throws IOException {
        NativeBuffer buffer = held;
        if (buffer == null) {
            buffer = buffers.acquire();
        }
        held = buffer;
        int read = channel.read(buffer.bytes.limit(buffer.capacity).position(end));
        if (read <= 0) {
            releaseIfEmpty();
            if (read < 0) {
                throw new EOFException(end > start ? "in the middle of a message" : "");
            }
            return 0;
        }
        end += read;
        int frames;
        dispatching = true;
        try {
            frames = dispatch(buffer.address, handler);
        } finally {
            dispatching = false;
        }
        if (!releaseIfEmpty()) {
            makeRoom(buffer);
        }
        return Math.max(1, frames);
    }

    private int dispatch(long address, FrameHandler handler) throws IOException {
        int frames = 0;
        while (end - start >= FrameHeader.BYTES && handler.isOpen()) {
            long header = FrameHeader.read(address + start);
            if (!FrameHeader.valid(header, maxLength)) {
                throw new IOException("garbage where a message should start");
            }
            int payload = start + FrameHeader.BYTES;
            int next = payload + FrameHeader.length(header);
            if (next > end) {
                break;
            }
            start = next;
            frames++;
            if (FrameHeader.type(header) == FrameHeader.SEND) {
                handler.onMessage(FrameHeader.tag(header), address + payload, next - payload);
            } else {
                handler.onFin();
            }
        }
        return frames;
    }

    /** Moves the first part of a frame to the front of the buffer if the rest would not fit. */
    private void makeRoom(NativeBuffer buffer) {
        int have = end - start;
        int whole = FrameHeader.BYTES;
        if (have >= whole) {
            whole += FrameHeader.length(FrameHeader.read(buffer.address + start));
        }
        if (start + whole > buffer.capacity) {
            long base = buffer.address;
            Memory.copy(base + start, base + NativeBuffer.START, have);
            start = NativeBuffer.START;
            end = start + have;
        }
    }

    private boolean releaseIfEmpty() {
        if (start != end) {
            return false;
        }
        start = NativeBuffer.START;
        end = start;
        buffers.release(held);
        held = null;
        return true;
    }

    /** Drops what was read; may be called by a frame's handler. */
    void drop() {
        end = start;
        if (held != null && !dispatching) {
            releaseIfEmpty();
        }
    }
}
