package org.strata.launcher.timeline;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A message in the wire format of protocol buffers: numbers, texts and messages by field. */
final class ProtoMessage {
    private static final int NUMBER = 0;
    private static final int BYTES = 2;
    private static final int LONGEST_NUMBER = 10;
    private static final int FIRST_SIZE = 128;

    private byte[] bytes = new byte[FIRST_SIZE];
    private int length;

    /** Adds a number; one that is negative takes ten bytes. */
    ProtoMessage number(int field, long value) {
        tag(field, NUMBER);
        varint(value);
        return this;
    }

    ProtoMessage text(int field, String value) {
        byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
        return bytes(field, encoded, encoded.length);
    }

    ProtoMessage message(int field, ProtoMessage value) {
        return bytes(field, value.bytes, value.length);
    }

    private ProtoMessage bytes(int field, byte[] value, int count) {
        tag(field, BYTES);
        varint(count);
        reserve(count);
        System.arraycopy(value, 0, bytes, length, count);
        length += count;
        return this;
    }

    private void tag(int field, int type) {
        varint((long) field << 3 | type);
    }

    private void varint(long value) {
        reserve(LONGEST_NUMBER);
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    private void reserve(int count) {
        if (count > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
        }
    }

    boolean isEmpty() {
        return length == 0;
    }

    /** Makes it empty, to be filled anew. */
    ProtoMessage clear() {
        length = 0;
        return this;
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(bytes, 0, length);
    }
}
