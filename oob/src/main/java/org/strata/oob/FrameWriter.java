package org.strata.oob;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes one frame: length, type, fields in their order. */
final class FrameWriter {
    private static final int START = 64;

    private ByteBuffer buffer = ByteBuffer.allocate(START);

    FrameWriter(Frame type) {
        buffer.putInt(0).put((byte) type.ordinal());
    }

    FrameWriter integer(int value) {
        room(Integer.BYTES).putInt(value);
        return this;
    }

    FrameWriter number(long value) {
        room(Long.BYTES).putLong(value);
        return this;
    }

    FrameWriter flag(boolean value) {
        room(1).put((byte) (value ? 1 : 0));
        return this;
    }

    /** Writes bytes that the end of the frame ends. */
    FrameWriter raw(byte[] value) {
        room(value.length).put(value);
        return this;
    }

    FrameWriter bytes(byte[] value) {
        return integer(value.length).raw(value);
    }

    FrameWriter text(String value) {
        return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the complete frame, ready to be sent. */
    ByteBuffer end() {
        buffer.putInt(0, buffer.position() - Frame.LENGTH_BYTES);
        return buffer.flip();
    }

    /** Returns a frame of bytes that begin with its type. */
    static ByteBuffer framed(byte[] content) {
        int length = Frame.LENGTH_BYTES + content.length;
        return ByteBuffer.allocate(length).putInt(content.length).put(content).flip();
    }

    private ByteBuffer room(int bytes) {
        if (buffer.remaining() < bytes) {
            int used = buffer.position();
            int capacity = Math.max(Math.multiplyExact(2, used), Math.addExact(used, bytes));
            buffer = ByteBuffer.wrap(Arrays.copyOf(buffer.array(), capacity)).position(used);
        }
        return buffer;
    }
}
