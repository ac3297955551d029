package org.strata.launcher.wire;

import org.strata.launcher.raw.RawText;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** Writes the fields of a message, in their order. */
public final class MessageWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** Writes a number. */
    public MessageWriter number(int value) {
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
        return this;
    }

    /** Writes a number. */
    public MessageWriter large(long value) {
        out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
        return this;
    }

    /** Writes a flag. */
    public MessageWriter flag(boolean value) {
        out.write(value ? 1 : 0);
        return this;
    }

    /** Writes bytes. */
    public MessageWriter bytes(byte[] value) {
        return bytes(value, value.length);
    }

    /** Writes the first bytes of an array. */
    public MessageWriter bytes(byte[] value, int length) {
        number(length);
        out.write(value, 0, length);
        return this;
    }

    /** Writes a text, with the bytes that are no UTF-8. */
    public MessageWriter text(String value) {
        return bytes(RawText.encode(value));
    }

    /** Writes texts. */
    public MessageWriter texts(List<String> values) {
        number(values.size());
        values.forEach(this::text);
        return this;
    }

    /** Writes texts by names. */
    public MessageWriter pairs(Map<String, String> values) {
        number(values.size());
        values.forEach((name, value) -> text(name).text(value));
        return this;
    }

    /** Returns the message. */
    public byte[] end() {
        return out.toByteArray();
    }
}
