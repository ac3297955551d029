package org.strata.oob.frame;

import org.strata.oob.frame.Frame.MalformedFrameException;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads the fields of one frame. Every length in it is checked before it is used. */
public final class FrameReader {
    private final ByteBuffer in;
    private final int start;
    private final Frame type;

    /**
     * @param in the frame from its type on
     * @throws MalformedFrameException when there is no such type
     */
    public FrameReader(ByteBuffer in) {
        this.in = in;
        start = in.position();
        type = Frame.of(unsignedByte());
        if (type == null) {
            throw new MalformedFrameException("unknown type");
        }
    }

    public Frame type() {
        return type;
    }

    private int unsignedByte() {
        check(1);
        return in.get() & 0xff;
    }

    public int integer() {
        check(Integer.BYTES);
        return in.getInt();
    }

    public long number() {
        check(Long.BYTES);
        return in.getLong();
    }

    public boolean flag() {
        return unsignedByte() != 0;
    }

    public String text() {
        int length = integer();
        if (length > Frame.TEXT_LIMIT) {
            throw new MalformedFrameException("text of " + length + " bytes");
        }
        return new String(next(length), StandardCharsets.UTF_8);
    }

    public byte[] bytes() {
        return next(integer());
    }

    /** Returns what is left of the frame. */
    public byte[] rest() {
        return next(in.remaining());
    }

    /** Returns the whole frame from its type on. */
    public byte[] whole() {
        byte[] bytes = new byte[in.limit() - start];
        in.get(start, bytes);
        return bytes;
    }

    int remaining() {
        return in.remaining();
    }

    private byte[] next(int length) {
        check(length);
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private void check(int length) {
        if (length < 0 || length > in.remaining()) {
            throw new MalformedFrameException("field of " + length + " bytes");
        }
    }
}
