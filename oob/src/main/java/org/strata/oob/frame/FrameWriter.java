package org.strata.oob.frame;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes one frame: length, type, fields in their order. */
public final class FrameWriter {
    private static final int START = 64;

    private ByteBuffer buffer = ByteBuffer.allocate(START);

    FrameWriter(Frame type) {
        buffer.putInt(0).put((byte) type.ordinal());
    }

    public FrameWriter integer(int value) {
        room(Integer.BYTES).putInt(value);
        return this;
    }

    public FrameWriter number(long value) {
        room(Long.BYTES).putLong(value);
        return this;
    }

    public FrameWriter flag(boolean value) {
        room(1).put((byte) (value ? 1 : 0));
        return this;
    }

    /** Writes bytes that the end of the frame ends. */
    public FrameWriter raw(byte[] value) {
        room(value.length).put(value);
        return this;
    }

    public FrameWriter bytes(byte[] value) {
        return integer(value.length).raw(value);
    }

    public FrameWriter text(String value) {
        return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the complete frame, ready to be sent. */
    public ByteBuffer end() {
        buffer.putInt(0, buffer.position() - Frame.LENGTH_BYTES);
        return buffer.flip();
    }

    /** Returns a frame of bytes that begin with its type. */
    public static ByteBuffer framed(byte[] content) {
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
